import type { LeaseRequest, Pool } from '@kinora/contract';
import type { Database } from '../../src/db/database.ts';
import { type AcceptJob, createAcceptJob } from '../../src/jobs/accept/accept-jobs.ts';
import { recordWorker } from '../../src/jobs/capacity/worker-health.ts';
import type { ClaimedJob } from '../../src/jobs/queue/claim-job.ts';
import { claimJob } from '../../src/jobs/queue/claim-job.ts';
import { createQueueView, type QueueView } from '../../src/jobs/queue/queue-view.ts';
import { createExpectedSeconds, recordServiceTime } from '../../src/jobs/queue/service-times.ts';
import { newId } from '../../src/kernel/ids.ts';
import { leaseRequest, workerCapabilities } from '../../test/support/act-as-worker.ts';
import { type ManualClock, manualClock } from '../../test/support/manual-clock.ts';
import { jobRequest } from '../job-request.ts';
import { type Account, createAccounts } from '../service.ts';
import type { Order } from './day.ts';

/**
 * A day on the real queue: PostgreSQL, acceptance, claims and positions are those of the service, and only the time is
 * simulated. It advances from event to event, by moving the times in the database into the past.
 */

export interface SimulatedJob {
  readonly id: string;
  readonly order: Order;
  startedAt?: number;
  /** Positions and waits that were returned, with the true position at that moment. */
  readonly estimates: { at: number; position: number; truth: number; waitSeconds: number }[];
}

interface Worker {
  readonly request: LeaseRequest;
  busyUntil: number;
  job: SimulatedJob | undefined;
}

/** Two for images and four for videos, one of which renders only the fast mode. */
function createWorkers(): readonly Worker[] {
  const everything = leaseRequest().capabilities;
  const fastOnly = { ...everything, abilities: workerCapabilities({ modes: ['fast'] }) };
  const worker = (name: string, pool: Pool, capabilities = everything): Worker => ({
    request: leaseRequest({ worker: name, pools: [pool], capabilities }),
    busyUntil: 0,
    job: undefined,
  });
  return [
    worker('image-1', 'image'),
    worker('image-2', 'image'),
    worker('video-1', 'video'),
    worker('video-2', 'video'),
    worker('video-3', 'video'),
    worker('video-4', 'video', fastOnly),
  ];
}

interface Scene {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly accept: AcceptJob;
  readonly view: QueueView;
  readonly accounts: readonly Account[];
  readonly workers: readonly Worker[];
  readonly jobs: Map<string, SimulatedJob>;
  now: number;
}

const BEGIN = '2026-03-02T00:00:00Z';
/** The position of one job is requested every this many orders. */
const ESTIMATE_EVERY = 7;

/** Simulates `orders` until `endSeconds`, and returns the jobs. */
export async function simulateDay(
  database: Database,
  orders: readonly Order[],
  endSeconds: number,
): Promise<readonly SimulatedJob[]> {
  const scene = await openScene(database);
  let next = 0;
  while (scene.now < endSeconds) {
    const order = orders[next];
    const ending = scene.workers.filter(({ job }) => job !== undefined);
    const at = Math.min(order?.at ?? endSeconds, ...ending.map(({ busyUntil }) => busyUntil), endSeconds);
    await passTime(scene, at - scene.now);
    for (const worker of ending) if (worker.busyUntil <= at) await finish(scene, worker);
    const due: Order[] = [];
    for (; (orders[next]?.at ?? Number.POSITIVE_INFINITY) <= at; next++) due.push(orders[next] as Order);
    await acceptAll(scene, due, next);
    for (const worker of scene.workers) if (worker.job === undefined) await claimFor(scene, worker);
  }
  return [...scene.jobs.values()];
}

async function openScene(database: Database): Promise<Scene> {
  const clock = manualClock(BEGIN);
  const accounts = await createAccounts(database, 200);
  const workers = createWorkers();
  for (const { request } of workers) await recordWorker(database, request);
  await database.query(`update workers set seen_at = now() + interval '1 day'`);
  const fail = (error: unknown): never => {
    throw error;
  };
  const expectedSeconds = createExpectedSeconds(database, clock, fail);
  const accept = createAcceptJob({
    database,
    clock,
    expectedSeconds,
    topUpUrl: () => '',
    onAccepted: () => {},
    requestRecharge: async () => {},
  });
  const view = createQueueView(database, clock);
  return { database, clock, accept, view, accounts, workers, jobs: new Map(), now: 0 };
}

async function passTime(scene: Scene, seconds: number): Promise<void> {
  if (seconds <= 0) return;
  scene.now += seconds;
  scene.clock.advance(seconds * 1000);
  await scene.database.query(
    `with pools as (update queue_clocks set at = at - make_interval(secs => $1)),
       loads as (update queue_arrivals set at = at - make_interval(secs => $1))
     update jobs set started_at = started_at - make_interval(secs => $1) where state = 'running'`,
    [seconds],
  );
}

async function acceptAll(scene: Scene, due: readonly Order[], at: number): Promise<void> {
  const accepted = due.map((order) => ({ id: newId(), order, estimates: [] }) satisfies SimulatedJob);
  await Promise.all(
    accepted.map(async ({ id, order }) => {
      const account = scene.accounts[order.account];
      const request = { ...jobRequest(id, account?.id ?? ''), quote: order.quote, priority: order.priority };
      const answer = await scene.accept(request);
      if (!answer.ok) throw new Error(`a job was rejected: ${answer.problem.code}`);
    }),
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
async function estimate(scene: Scene, job: SimulatedJob): Promise<void> {
  const place = await scene.view.positionOf(job.id);
  if (place === undefined) throw new Error('a queued job has no position');
  const [row] = await scene.database.query<{ ahead: number }>(
    `select count(*) as ahead from jobs, (select pool, sort_key, id from jobs where id = $1) as own
     where state = 'queued' and jobs.pool = own.pool and (jobs.sort_key, jobs.id) < (own.sort_key, own.id)`,
    [job.id],
  );
  const returned = { at: scene.now, position: place.position, truth: (row?.ahead ?? 0) + 1 };
  job.estimates.push({ ...returned, waitSeconds: place.estimatedWaitSeconds });
}

async function claimFor(scene: Scene, worker: Worker): Promise<void> {
  const claimed: ClaimedJob | undefined = await claimJob(scene.database, worker.request);
  if (claimed === undefined) return;
  const job = scene.jobs.get(claimed.id);
  if (job === undefined) throw new Error('a claimed job was never accepted');
  job.startedAt = scene.now;
  worker.job = job;
  worker.busyUntil = scene.now + job.order.seconds;
}

async function finish(scene: Scene, worker: Worker): Promise<void> {
  const { job } = worker;
  if (job === undefined) return;
  worker.job = undefined;
  await scene.database.transaction(async (tx) => {
    await tx.query(
      `update jobs set state = 'completed', ended_at = now(), lease_until = null, artifact_key = 'none' where id = $1`,
      [job.id],
    );
    await recordServiceTime(tx, job.order.shape, job.order.seconds);
  });
}
