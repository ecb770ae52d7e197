import { type Pool, poolNames } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { type LiveWorker, listLiveWorkers } from '../capacity/worker-health.ts';
import { ARRIVALS_SECONDS, countChanges, reshapeSegments } from './count-changes.ts';
import type { JobShape } from './job-shape.ts';
import type { Arrivals } from './overtaking.ts';
import type { Segment } from './queue-segments.ts';
import { readServiceTimes } from './service-times.ts';
import { AGEING } from './virtual-time.ts';

/** A queued job near the head of its queue; `seconds` is what it was expected to take when it was accepted. */
export interface HeadJob extends JobShape {
  readonly id: string;
  readonly sortKey: number;
  readonly virtualStart: number;
  readonly seconds: number;
}

/** The order of a pool's queue at one moment. */
export interface PoolOrder {
  /** The first jobs, one by one. */
  readonly head: readonly HeadJob[];
  readonly segments: readonly Segment[];
  /** The sort key of the last queued job. */
  readonly last: number;
  /** The virtual time of the pool. */
  readonly virtualTime: number;
  /** The virtual time that was last set by a claim. */
  readonly claimedTime: number;
  /** Over the last quarter of an hour. */
  readonly arrivals: readonly Arrivals[];
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
  readonly workers: readonly LiveWorker[];
  /** The measured seconds of service by service class. */
  readonly serviceTimes: ReadonlyMap<string, number>;
}

/** Positions up to this one are exact; later ones are interpolated. */
export const HEAD_JOBS = 1000;

/** The columns `elapsed` and `progressElapsed` of a running job, by the clock of the database. */
export const RUNNING_TIMES = `extract(epoch from now() - started_at)::float8 as elapsed,
  extract(epoch from progress_at - started_at)::float8 as "progressElapsed"`;

/** An arbitrary number that no other advisory lock uses. */
const COUNTING_LOCK = 8_217_501;

/**
 * Adds the changes since the last count to the segments, cuts segments that became long, and reads the order. It is one
 * transaction with one snapshot, so that counts and cuts agree. While another server has the advisory lock, the changes
 * are only read and added. The cost grows with the number of changes and the logarithm of the queue's length.
 */
export async function readQueueOrder(database: Database): Promise<QueueOrder> {
  return database.transaction((tx) => readInSnapshot(tx), { isolation: 'repeatable read' });
}

async function readInSnapshot(tx: Queryable): Promise<QueueOrder> {
  const [lock] = await tx.query<{ isLocked: boolean }>('select pg_try_advisory_xact_lock($1) as "isLocked"', [
    COUNTING_LOCK,
  ]);
  const isCounting = lock?.isLocked === true;
  const counted = await countChanges(tx, isCounting);
  const segments = isCounting ? await reshapeSegments(tx, counted) : counted;
  const heads = await readHeads(tx);
  const ends = await readEnds(tx);
  const arrivals = await readArrivals(tx);
  const orderOf = (pool: Pool): PoolOrder => ({
    head: heads.filter((job) => job.pool === pool),
    segments: segments[pool],
    ...(ends.find((end) => end.pool === pool) ?? NOTHING),
    arrivals: arrivals.filter((arrival) => arrival.pool === pool),
  });
  const running = await readRunning(tx);
  const workers = await listLiveWorkers(tx);
  const serviceTimes = await readServiceTimes(tx);
  return { image: orderOf('image'), video: orderOf('video'), running, workers, serviceTimes };
}

const NOTHING = { last: 0, virtualTime: 0, claimedTime: 0 };

function readArrivals(tx: Queryable): Promise<(Arrivals & { readonly pool: Pool })[]> {
  return tx.query(
    `select pool, delay as lead, load * exp(-extract(epoch from now() - at)::float8 / $1::float8) as load from queue_arrivals`,
    [ARRIVALS_SECONDS],
  );
}

function readHeads(tx: Queryable): Promise<(HeadJob & { readonly pool: Pool })[]> {
  return tx.query(
    `select requested.pool, id, sort_key as "sortKey", virtual_start as "virtualStart", service_cost as seconds,
       kind, mode, width, height, frames
     from unnest($1::text[]) as requested (pool), lateral (
       select * from open_jobs
       where waits_in = requested.pool order by sort_key, id limit $2
     ) as head`,
    [poolNames, HEAD_JOBS],
  );
}

/** The last job of each queue, and the virtual times. */
function readEnds(tx: Queryable): Promise<(typeof NOTHING & { readonly pool: Pool })[]> {
  return tx.query(
    `select pool, virtual_time as "claimedTime",
       virtual_time + extract(epoch from now() - at)::float8 * $1::float8 as "virtualTime", coalesce((
         select sort_key from open_jobs where waits_in = queue_clocks.pool
         order by sort_key desc limit 1
       ), 0) as last
     from queue_clocks`,
    [AGEING],
  );
}

/** At most as many as the workers. */
function readRunning(tx: Queryable): Promise<RunningJob[]> {
  return tx.query(
    `select worker, worker_token_id as "workerTokenId", attempt, kind, mode, width, height, frames, progress, ${RUNNING_TIMES} from open_jobs where state = 'running'
     order by id`,
  );
}
