import { type Pool, poolNames } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { type LiveWorker, listLiveWorkers } from '../workers/worker-health.ts';
import type { JobShape } from './job-shape.ts';
import { MAX_ACCEPTED, type RecentJob } from './overtaking.ts';
import { type ExpectedJobs, readServiceTimes, type ServiceTimes, withExpected } from './service-times.ts';
import { AGEING } from './virtual-time.ts';

/** A queued job near the head of its queue; `seconds` is what it was expected to take when it was accepted. */
export interface HeadJob extends JobShape {
  readonly id: string;
  readonly sortKey: number;
  readonly virtualStart: number;
  readonly seconds: number;
  /** How long others have come before it because their model is loaded; null if none has. */
  readonly passedFor: number | null;
  /** Seconds since its acceptance. */
  readonly age: number;
}

/** A job of a long queue: how many jobs were queued up to it, and their expected seconds of service. */
export interface Mark {
  readonly id: string;
  readonly sortKey: number;
  readonly jobs: number;
  readonly seconds: number;
}

/** The order of a pool's queue at one moment. */
export interface PoolOrder {
  /** The first jobs, one by one. */
  readonly head: readonly HeadJob[];
  /** Marks of the whole queue, up to its last job, as it was a while ago; empty if the head is all of it. */
  readonly marks: readonly Mark[];
  /** The virtual time of the pool. */
  readonly virtualTime: number;
  /** The virtual time that was last set by a claim. */
  readonly claimedTime: number;
}

/** A running job. */
export interface RunningJob extends JobShape {
  readonly worker: string;
  /** Null for the shared token. */
  readonly workerTokenId: string | null;
  readonly attempt: number;
  readonly progress: number;
  /** Seconds since it was claimed. */
  readonly elapsed: number;
  /** Seconds from the claim to the last report of more progress. */
  readonly progressElapsed: number | null;
}

export interface QueueOrder extends Readonly<Record<Pool, PoolOrder>> {
  readonly running: readonly RunningJob[];
  /** The latest first. */
  readonly accepted: readonly RecentJob[];
  readonly workers: readonly LiveWorker[];
  readonly serviceTimes: ServiceTimes;
}

/** Positions up to this one are exact; later ones are interpolated. */
export const HEAD_JOBS = 1000;

/** The jobs that a renderer works on, in open_jobs. The condition on the lease is that of an index. */
export const RUNNING = `lease_until is not null and state = 'running'`;

/** The columns `elapsed` and `progressElapsed` of a running job, by the clock of the database. */
export const RUNNING_TIMES = `extract(epoch from now() - started_at)::float8 as elapsed,
  extract(epoch from progress_at - started_at)::float8 as "progressElapsed"`;

/**
 * Reads the order. It is one transaction with one snapshot, so that no job is queued and runs. The head costs the same
 * however long the queue is; the marks behind it are made from the whole queue, at most for a twentieth of the time.
 */
export function createReadQueueOrder(
  database: Database,
  clock: Clock,
  expectedJobs: ExpectedJobs,
): () => Promise<QueueOrder> {
  const marksOf = createMarks(database);
  return async () => {
    const read = await database.transaction(
      async (tx) => ({
        heads: await readHeads(tx, clock.now()),
        times: await readVirtualTimes(tx),
        accepted: await readAccepted(tx, clock.now()),
        running: await readRunning(tx),
        workers: await listLiveWorkers(tx),
        serviceTimes: withExpected(await readServiceTimes(tx), expectedJobs()),
      }),
      { isolation: 'repeatable read' },
    );
    const { heads, times, ...rest } = read;
    const headOf = (pool: Pool) => heads.filter((job) => job.pool === pool);
    const marks = await marksOf(poolNames.filter((pool) => headOf(pool).length >= HEAD_JOBS));
    const orderOf = (pool: Pool): PoolOrder => ({
      head: headOf(pool),
      marks: marks.filter((mark) => mark.pool === pool),
      ...(times.find((time) => time.pool === pool) ?? { virtualTime: 0, claimedTime: 0 }),
    });
    return { image: orderOf('image'), video: orderOf('video'), ...rest };
  };
}

interface MarkOfPool extends Mark {
  readonly pool: Pool;
}

/** The least time between two readings of the marks, in times of what one takes. */
const MARKS_PAUSE = 20;

/** The marks of long queues. The first ones are waited for; later ones are read while the last ones are used. */
function createMarks(database: Database): (long: readonly Pool[]) => Promise<readonly MarkOfPool[]> {
  let marks: { readonly pools: string; readonly rows: readonly MarkOfPool[] } | undefined;
  let reading: Promise<void> | undefined;
  let dueAt = 0;

  async function read(long: readonly Pool[]): Promise<void> {
    const startedAt = performance.now();
    const rows = await readMarks(database, long);
    marks = { pools: long.join(), rows };
    dueAt = performance.now() + MARKS_PAUSE * (performance.now() - startedAt);
  }

  return async (long) => {
    if (long.length === 0) return [];
    const isKnown = marks?.pools === long.join();
    if (!isKnown || performance.now() >= dueAt) {
      reading ??= read(long).finally(() => {
        reading = undefined;
      });
    }
    if (isKnown) reading?.catch(() => {});
    else await reading;
    return marks?.rows ?? [];
  };
}

/** A mark is where this many times the logarithm of a job's rank passes an integer: every half per cent. */
const MARKS_PER_FOLD = 200;

/** Reads the whole queue of these pools: some 1,400 marks of a million jobs. */
function readMarks(database: Queryable, pools: readonly Pool[]): Promise<MarkOfPool[]> {
  const step = (rank: string) => `floor(${MARKS_PER_FOLD} * ln(${HEAD_JOBS} + ${rank}))`;
  return database.query(
    `select pool, id, sort_key as "sortKey", jobs, seconds from (
       select pool, id, sort_key, row_number() over so_far as jobs, sum(service_cost::float8) over so_far as seconds,
         lead(id) over so_far is null as is_last
       from open_jobs where waits_in = any($1::text[])
       window so_far as (partition by pool order by sort_key, id rows unbounded preceding)
     ) as ranked
     where is_last or ${step('jobs')} <> ${step('jobs - 1')} order by pool, jobs`,
    [pools],
  );
}

function readHeads(tx: Queryable, at: Date): Promise<(HeadJob & { readonly pool: Pool })[]> {
  return tx.query(
    `select requested.pool, id, sort_key as "sortKey", virtual_start as "virtualStart", service_cost as seconds,
       operation, model, width, height, frames, extract(epoch from now() - passed_at)::float8 as "passedFor",
       extract(epoch from $3::timestamptz - created_at)::float8 as age
     from unnest($1::text[]) as requested (pool), lateral (
       select * from open_jobs
       where waits_in = requested.pool order by sort_key, id limit $2
     ) as head`,
    [poolNames, HEAD_JOBS, at],
  );
}

function readVirtualTimes(
  tx: Queryable,
): Promise<(Pick<PoolOrder, 'virtualTime' | 'claimedTime'> & { readonly pool: Pool })[]> {
  return tx.query(
    `select pool, virtual_time as "claimedTime",
       virtual_time + extract(epoch from now() - at)::float8 * $1::float8 as "virtualTime"
     from queue_clocks`,
    [AGEING],
  );
}

/**
 * The jobs that were accepted last, by the primary key, whose ids are in the order of acceptance. A subquery for each job
 * and not a join, for which PostgreSQL may read the whole queue.
 */
function readAccepted(tx: Queryable, at: Date): Promise<RecentJob[]> {
  return tx.query(
    `select medium as pool, account_id as "accountId", priority, operation, model, width, height, frames,
       extract(epoch from $1::timestamptz - created_at)::float8 as age,
       (select virtual_start from open_jobs where open_jobs.id = jobs.id) as "virtualStart"
     from jobs order by id desc limit $2`,
    [at, MAX_ACCEPTED],
  );
}

/** Reads at most as many jobs as the workers have slots. */
function readRunning(tx: Queryable): Promise<RunningJob[]> {
  return tx.query(
    `select worker, worker_token_id as "workerTokenId", attempt, operation, model, width, height, frames, progress, ${RUNNING_TIMES} from open_jobs where ${RUNNING}
     order by id`,
  );
}
