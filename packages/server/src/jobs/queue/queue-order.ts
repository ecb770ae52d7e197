import { type Pool, poolNames } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { ARRIVALS_SECONDS, countChanges, reshapeSegments } from './count-changes.ts';
import type { Segment } from './queue-segments.ts';
import { AGEING } from './virtual-time.ts';

/** A queued job near the head of its queue. */
interface HeadJob {
  readonly id: string;
  readonly sortKey: number;
  readonly seconds: number;
}

/** The order of a pool's queue at one moment. */
export interface PoolOrder {
  /** The first jobs, one by one. */
  readonly head: readonly HeadJob[];
  readonly segments: readonly Segment[];
  /** The sort key of the last queued job. */
  readonly last: number;
  /** The sum of the remaining seconds that the running jobs are expected to need. */
  readonly runningSeconds: number;
  readonly running: number;
  /** The virtual time of the pool. */
  readonly virtualTime: number;
  /** The recent arrivals, by the delay of their priority. */
  readonly arrivals: readonly Arrivals[];
}

interface Arrivals {
  readonly delay: number;
  /** Seconds of service that were ordered in a second, over the last quarter of an hour. */
  readonly load: number;
}

export type QueueOrder = Readonly<Record<Pool, PoolOrder>>;

/** Positions up to this one are exact; later ones are interpolated. */
export const HEAD_JOBS = 1000;

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
  return { image: orderOf('image'), video: orderOf('video') };
}

const NOTHING = { last: 0, runningSeconds: 0, running: 0, virtualTime: 0 };

function readArrivals(tx: Queryable): Promise<(Arrivals & { readonly pool: Pool })[]> {
  return tx.query(
    `select pool, delay, load * exp(-extract(epoch from now() - at)::float8 / $1::float8) as load from queue_arrivals`,
    [ARRIVALS_SECONDS],
  );
}

function readHeads(tx: Queryable): Promise<(HeadJob & { readonly pool: Pool })[]> {
  return tx.query(
    `select requested.pool, id, sort_key as "sortKey", seconds
     from unnest($1::text[]) as requested (pool), lateral (
       select id, sort_key, service_cost as seconds from jobs
       where state = 'queued' and jobs.pool = requested.pool order by sort_key, id limit $2
     ) as head`,
    [poolNames, HEAD_JOBS],
  );
}

/** The last job of each queue, and the running jobs, which are at most as many as the workers. */
function readEnds(tx: Queryable): Promise<(typeof NOTHING & { readonly pool: Pool })[]> {
  return tx.query(
    `select requested.pool, running.jobs as running, running.seconds as "runningSeconds", coalesce((
       select sort_key from jobs where state = 'queued' and jobs.pool = requested.pool order by sort_key desc limit 1
     ), 0) as last, (
       select virtual_time + extract(epoch from now() - at)::float8 * $2::float8
       from queue_clocks where pool = requested.pool
     ) as "virtualTime"
     from unnest($1::text[]) as requested (pool), lateral (
       select count(*) as jobs,
         coalesce(sum(greatest(
           service_cost - extract(epoch from now() - started_at)::float8, service_cost * 0.1
         )), 0) as seconds
       from jobs where state = 'running' and jobs.pool = requested.pool
     ) as running`,
    [poolNames, AGEING],
  );
}
