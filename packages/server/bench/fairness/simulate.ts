import type { Database } from '../../src/db/database.ts';
import { readOpenJobs } from '../../test/support/open-jobs.ts';
import type { Order } from './day.ts';
import {
  accept,
  claimFor,
  finish,
  openScene,
  passTime,
  type Scene,
  type SimulatedJob,
  workerOf,
} from './scene.ts';

/** A day on the real queue, from event to event. */

export interface DayJob extends SimulatedJob {
  /** Positions and seconds to the end that were returned, with the true position at that moment. */
  readonly estimates: { at: number; position: number; truth: number; secondsLeft: number }[];
}

/** Two for images and four for videos, one of which renders only the fast mode. */
const WORKERS = [
  workerOf('image-1', ['image']),
  workerOf('image-2', ['image']),
  workerOf('video-1', ['video']),
  workerOf('video-2', ['video']),
  workerOf('video-3', ['video']),
  workerOf('video-4', ['video'], ['fast']),
];
const ACCOUNTS = 200;
/** The position of one job is requested every this many orders. */
const ESTIMATE_EVERY = 7;

/** Simulates `orders` until `endSeconds`, and returns the jobs. */
export async function simulateDay(
  database: Database,
  orders: readonly Order[],
  endSeconds: number,
): Promise<readonly DayJob[]> {
  const scene: Scene<DayJob> = await openScene<DayJob>(database, WORKERS, ACCOUNTS);
  let next = 0;
  while (scene.now < endSeconds) {
    const order = orders[next];
    const ending = scene.workers.filter(({ job }) => job !== undefined);
    const at = Math.min(order?.at ?? endSeconds, ...ending.map(({ busyUntil }) => busyUntil), endSeconds);
    await passTime(scene, at - scene.now);
    for (const worker of ending) {
      const { job, busyUntil } = worker;
      if (job === undefined || busyUntil > at) continue;
      worker.job = undefined;
      await finish(scene, job);
    }
    const due: Order[] = [];
    for (; (orders[next]?.at ?? Number.POSITIVE_INFINITY) <= at; next++) due.push(orders[next] as Order);
    await acceptAll(scene, due, next);
    for (const worker of scene.workers) if (worker.job === undefined) await claimFor(scene, worker);
  }
  return [...scene.jobs.values()];
}

async function acceptAll(scene: Scene<DayJob>, due: readonly Order[], at: number): Promise<void> {
  const accepted = await Promise.all(
    due.map(async (order): Promise<DayJob> => ({ id: await accept(scene, order), order, estimates: [] })),
  );
  for (const job of accepted) scene.jobs.set(job.id, job);
  const newest = accepted.at(-1);
  if (newest === undefined || at % ESTIMATE_EVERY !== 0) return;
  await estimate(scene, newest);
  // One more at any position: during the flood, one of its jobs.
  const waiting = [...scene.jobs.values()].filter(({ startedAt }) => startedAt === undefined);
  const other = waiting[(at * 7919) % waiting.length];
  if (other !== undefined && other !== newest) await estimate(scene, other);
}

/** Requests the position of a job, as a caller would, and counts its true position. */
async function estimate(scene: Scene<DayJob>, job: DayJob): Promise<void> {
  const [open] = await readOpenJobs(scene.database, [job.id]);
  const { position, secondsLeft } = open === undefined ? {} : await scene.view.outlookOf(open);
  if (position === undefined || secondsLeft === undefined) throw new Error('a queued job has no position');
  const [row] = await scene.database.query<{ ahead: number }>(
    `select count(*) as ahead from current_jobs as jobs, (select medium, sort_key, id from current_jobs as jobs where id = $1) as own
     where state = 'queued' and jobs.medium = own.medium and (jobs.sort_key, jobs.id) < (own.sort_key, own.id)`,
    [job.id],
  );
  job.estimates.push({ at: scene.now, position, truth: (row?.ahead ?? 0) + 1, secondsLeft });
}
