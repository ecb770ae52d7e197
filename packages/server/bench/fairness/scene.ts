import type { LeaseRequest, Pool } from '@kinora/contract';
import type { AcceptJob } from '../../src/admit/accept/accept-jobs.ts';
import type { Database } from '../../src/db/database.ts';
import { newId } from '../../src/kernel/ids.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { createQueueView, type QueueView } from '../../src/queue/queue-view.ts';
import { createExpectedSeconds, recordServiceTime } from '../../src/queue/service-times.ts';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { leaseRequest, workerCapabilities } from '../../test/support/act-as-worker.ts';
import { nothingExpected } from '../../test/support/default-catalogue.ts';
import { acceptorOf, jobRequest } from '../../test/support/jobs-under-test.ts';
import { type ManualClock, manualClock } from '../../test/support/manual-clock.ts';
import { type Account, createAccounts } from '../service.ts';
import type { Order } from './day.ts';

/**
 * A scene on the real queue: PostgreSQL, acceptance, claims, positions and waits are those of the service, and only the
 * time is simulated. It advances by moving the times in the database into the past.
 */
export interface Scene<Job extends SimulatedJob> {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly accept: AcceptJob;
  readonly view: QueueView;
  readonly accounts: readonly Account[];
  readonly workers: readonly Worker<Job>[];
  readonly jobs: Map<string, Job>;
  /** Seconds since the beginning. */
  now: number;
}

export interface SimulatedJob {
  readonly id: string;
  readonly order: Order;
  startedAt?: number;
  endedAt?: number;
}

export interface Worker<Job extends SimulatedJob = SimulatedJob> {
  readonly request: LeaseRequest;
  busyUntil: number;
  job: Job | undefined;
}

const BEGIN = '2026-03-02T00:00:00Z';

export async function openScene<Job extends SimulatedJob>(
  database: Database,
  requests: readonly LeaseRequest[],
  accounts: number,
): Promise<Scene<Job>> {
  const clock = manualClock(BEGIN);
  for (const request of requests) await recordWorker(database, request);
  await database.query(`update workers set seen_at = now() + interval '1 day'`);
  const fail = (error: unknown): never => {
    throw error;
  };
  const expectedSeconds = createExpectedSeconds(database, clock, fail, nothingExpected);
  const accept = acceptorOf(database, clock, expectedSeconds);
  return {
    database,
    clock,
    accept,
    view: createQueueView(database, clock, nothingExpected),
    accounts: await createAccounts(database, accounts),
    workers: requests.map((request) => ({ request, busyUntil: 0, job: undefined })),
    jobs: new Map(),
    now: 0,
  };
}

/** A worker of these pools that renders all operations, videos in these models. */
export function workerOf(
  name: string,
  pools: Pool[],
  models?: NonNullable<Parameters<typeof workerCapabilities>[0]>['models'],
): LeaseRequest {
  const { capabilities } = leaseRequest();
  const operations = workerCapabilities(models === undefined ? {} : { models });
  return leaseRequest({ worker: name, pools, capabilities: { ...capabilities, operations } });
}

export async function passTime<Job extends SimulatedJob>(scene: Scene<Job>, seconds: number): Promise<void> {
  if (seconds <= 0) return;
  scene.now += seconds;
  scene.clock.advance(seconds * 1000);
  await scene.database.query(
    `with pools as (update queue_clocks set at = at - make_interval(secs => $1))
     update open_jobs set started_at = started_at - make_interval(secs => $1),
       progress_at = progress_at - make_interval(secs => $1), passed_at = passed_at - make_interval(secs => $1)
     where state = 'running' or passed_at is not null`,
    [seconds],
  );
}

/** Orders of Pro come by v1, whose limits are raised; those of the other tiers by the job API, whose limits nobody raises. */
export async function accept<Job extends SimulatedJob>(scene: Scene<Job>, order: Order): Promise<string> {
  const id = newId();
  const { quote, tier } = order;
  const request = { ...jobRequest(scene.accounts[order.account]?.id ?? '', { jobId: id }), quote };
  if (tier !== 'pro') await forgetOpenJobs(scene, request.accountId);
  const answer = await scene.accept(
    tier === 'pro'
      ? request
      : { ...request, interface: 'job_api', jobApi: { type: quote.medium, tier, assetId: newId() } },
  );
  if (!answer.ok) throw new Error(`a job was rejected: ${answer.problem.code}`);
  return id;
}

/** An account of the simulation orders as often as it likes: how many jobs it may have at once is not measured here. */
async function forgetOpenJobs({ database }: Scene<SimulatedJob>, accountId: string): Promise<void> {
  await database.query('update account_activity set open_jobs = 0 where account_id = $1', [accountId]);
}

/** Claims the next job for a worker, if there is one. */
export async function claimFor<Job extends SimulatedJob>(
  scene: Scene<Job>,
  worker: Worker<Job>,
  loadedFirst: Pick<LeaseRequest, 'loaded'> & { readonly seconds?: number } = {},
): Promise<void> {
  const { seconds, ...loaded } = loadedFirst;
  const claimed = await claimJob(scene.database, { ...worker.request, ...loaded }, undefined, seconds);
  if (claimed === undefined) return;
  const job = scene.jobs.get(claimed.id);
  if (job === undefined) throw new Error('a claimed job was never accepted');
  job.startedAt = scene.now;
  worker.job = job;
  worker.busyUntil = scene.now + job.order.seconds;
}

/** Completes a job, and measures it. */
export async function finish(scene: Scene<SimulatedJob>, job: SimulatedJob): Promise<void> {
  job.endedAt = scene.now;
  await scene.database.transaction(async (tx) => {
    await tx.query(
      `with ended as (delete from open_jobs where id = $1 returning id)
       update jobs set state = 'completed', ended_at = now(), artifact_key = 'none' from ended where jobs.id = ended.id`,
      [job.id],
    );
    const { shape, seconds, delivery = 0 } = job.order;
    await recordServiceTime(tx, shape, { held: seconds, seconds: seconds + delivery });
  });
}
