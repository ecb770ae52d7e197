import { recordFault } from '../../src/attempt/fail-attempt.ts';
import type { Database } from '../../src/db/database.ts';
import { recordServiceTime } from '../../src/queue/service-times.ts';
import { readOpenJobs } from '../../test/support/open-jobs.ts';
import { trueSeconds } from '../fairness/day.ts';
import {
  accept,
  claimFor,
  finish,
  openScene,
  passTime,
  type Scene,
  type SimulatedJob,
  type Worker,
} from '../fairness/scene.ts';
import type { Scenario } from './scenarios.ts';

/** A poll of a job: the seconds to its end that were returned. */
export interface Poll {
  readonly at: number;
  readonly state: 'queued' | 'running';
  readonly secondsLeft: number;
  /** How many things had happened by then: orders, claims, ends, progress, deaths and returns. */
  readonly changes: number;
  /** Whether a worker was alive. */
  readonly isServed: boolean;
}

export interface PolledJob extends SimulatedJob {
  readonly polls: Poll[];
  /** Reported, in tenths. */
  tenths: number;
}

const ACCOUNTS = 20;
const POLL_SECONDS = 5;
const LEASE_SECONDS = 30;
const HEALTHY_SECONDS = 60;

interface Run {
  readonly scene: Scene<PolledJob>;
  readonly scenario: Scenario;
  /** Jobs whose workers render the next ones, and when they end. */
  readonly delivered: Map<PolledJob, number>;
  changes: number;
  isServed: boolean;
}

/** Plays a scenario to the end of its last job; every open job is polled every five seconds. */
export async function simulateWaits(database: Database, scenario: Scenario): Promise<readonly PolledJob[]> {
  const scene = await openScene<PolledJob>(database, scenario.workers, ACCOUNTS);
  await database.transaction(async (tx) => {
    for (const shape of scenario.measured) {
      const held = trueSeconds(shape);
      await recordServiceTime(tx, shape, { held, seconds: held + (scenario.delivery ?? 0) });
    }
  });
  const run: Run = { scene, scenario, delivered: new Map(), changes: 0, isServed: true };
  let ordered = 0;
  let polledAt = 0;
  while (ordered < scenario.orders.length || [...scene.jobs.values()].some(isOpen)) {
    const next = scenario.orders[ordered];
    const at = Math.min(polledAt + POLL_SECONDS, next?.at ?? Number.POSITIVE_INFINITY, ...eventsOf(run));
    await passTime(scene, at - scene.now);
    await serve(run);
    run.changes += await endDelivered(run);
    for (; (scenario.orders[ordered]?.at ?? Number.POSITIVE_INFINITY) <= at; ordered++) {
      const order = scenario.orders[ordered];
      if (order === undefined) break;
      const id = await accept(scene, order);
      scene.jobs.set(id, { id, order, polls: [], tenths: 0 });
      run.changes += 1;
    }
    if (run.isServed) await claim(run);
    if (at < polledAt + POLL_SECONDS) continue;
    polledAt = at;
    await poll(run);
  }
  return [...scene.jobs.values()];
}

const isOpen = ({ endedAt }: SimulatedJob): boolean => endedAt === undefined;

/** When something happens next: a job ends or makes progress, workers die, are known to be dead, or return. */
function eventsOf({ scene, scenario: { absence, reportsProgress }, delivered, isServed }: Run): number[] {
  const jobs = scene.workers.flatMap(({ job, busyUntil }) => {
    if (job === undefined || !isServed) return [];
    const tenth = (job.startedAt ?? 0) + (job.order.seconds * (job.tenths + 1)) / 10;
    return [busyUntil, ...(reportsProgress ? [tenth] : [])];
  });
  const { from, until } = absence ?? { from: 0, until: 0 };
  return [
    ...jobs,
    ...delivered.values(),
    from,
    from + LEASE_SECONDS,
    from + HEALTHY_SECONDS + 1,
    until,
  ].filter((at) => at > scene.now);
}

async function serve(run: Run): Promise<void> {
  const { scene, scenario } = run;
  const { absence } = scenario;
  if (absence !== undefined) {
    const isServed = scene.now < absence.from || scene.now >= absence.until;
    if (isServed && !run.isServed) await bringBack(run);
    run.isServed = isServed;
    if (!isServed) return beSilent(run, scene.now - absence.from);
  }
  for (const worker of scene.workers) {
    const { job } = worker;
    if (job === undefined) continue;
    if (worker.busyUntil <= scene.now) {
      worker.job = undefined;
      run.delivered.set(job, scene.now + (job.order.delivery ?? 0));
      run.changes += 1;
    } else if (scenario.reportsProgress) {
      await reportProgress(run, job);
    }
  }
}

/** Ends the jobs whose delivery is over. */
async function endDelivered({ scene, delivered }: Run): Promise<number> {
  const due = [...delivered].filter(([, endsAt]) => endsAt <= scene.now);
  for (const [job] of due) {
    delivered.delete(job);
    await finish(scene, job);
  }
  return due.length;
}

async function reportProgress(run: Run, job: PolledJob): Promise<void> {
  const { scene } = run;
  // A little more, so that an event at a tenth has reached it.
  const tenths = Math.floor((10 * (scene.now - (job.startedAt ?? 0))) / job.order.seconds + 1e-6);
  if (tenths === job.tenths) return;
  job.tenths = tenths;
  run.changes += 1;
  await scene.database.query('update open_jobs set progress = $2, progress_at = now() where id = $1', [
    job.id,
    tenths / 10,
  ]);
}

/** Dead workers send no heartbeats: their leases expire, and after a minute they count no more. */
async function beSilent(run: Run, seconds: number): Promise<void> {
  const { scene } = run;
  if (seconds === 0 || seconds === HEALTHY_SECONDS + 1) run.changes += 1;
  await scene.database.query('update workers set seen_at = now() - make_interval(secs => $1)', [seconds]);
  await scene.database.query(
    `update open_jobs set lease_until = now() + make_interval(secs => $1) where state = 'running'`,
    [LEASE_SECONDS - seconds],
  );
  if (seconds < LEASE_SECONDS) return;
  for (const worker of scene.workers) await expireLease(run, worker);
}

async function expireLease(run: Run, worker: Worker<PolledJob>): Promise<void> {
  const { scene } = run;
  const { job } = worker;
  if (job === undefined) return;
  worker.job = undefined;
  job.tenths = 0;
  run.changes += 1;
  const fault = { reason: 'the worker died', retryable: true };
  await recordFault(scene.database, scene.clock, { jobId: job.id, attempt: 1 }, fault);
}

async function bringBack(run: Run): Promise<void> {
  run.changes += 1;
  await run.scene.database.query(`update workers set seen_at = now() + interval '1 day'`);
}

async function claim(run: Run): Promise<void> {
  for (const worker of run.scene.workers) {
    if (worker.job !== undefined) continue;
    await claimFor(run.scene, worker);
    if (worker.job !== undefined) run.changes += 1;
  }
}

async function poll({ scene, changes, isServed }: Run): Promise<void> {
  const open = [...scene.jobs.values()].filter(isOpen).map(({ id }) => id);
  for (const row of await readOpenJobs(scene.database, open)) {
    const { secondsLeft } = await scene.view.outlookOf(row);
    const state = row.state === 'running' ? 'running' : 'queued';
    scene.jobs.get(row.id)?.polls.push({ at: scene.now, state, secondsLeft, changes, isServed });
  }
}
