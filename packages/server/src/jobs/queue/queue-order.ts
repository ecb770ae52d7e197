import { type Pool, poolNames } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import {
  CUT_OFFSET,
  CUTS_PER_FOLD,
  type Cut,
  cutSegments,
  joinSegments,
  longSegments,
  type Segment,
} from './queue-segments.ts';
import { AGEING, DELAY_SECONDS, priorities } from './virtual-time.ts';

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
 * Counts the changes since the last time into the segments, cuts segments that became long, and reads the order. It is one
 * transaction with one snapshot, so that counts and cuts agree. While another server has the advisory lock, the changes
 * are only read and added. The cost grows with the number of changes and the logarithm of the queue's length.
 */
export async function readQueueOrder(database: Database): Promise<QueueOrder> {
  return database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read');
    const [lock] = await tx.query<{ isLocked: boolean }>(
      'select pg_try_advisory_xact_lock($1) as "isLocked"',
      [COUNTING_LOCK],
    );
    const isCounting = lock?.isLocked === true;
    const counted = await countChanges(tx, isCounting);
    const segments = isCounting ? await reshape(tx, counted) : counted;
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
  });
}

const NOTHING = { last: 0, runningSeconds: 0, running: 0, virtualTime: 0 };

type Segments = Readonly<Record<Pool, readonly Segment[]>>;

interface SegmentRow extends Segment {
  readonly pool: Pool;
}

/** The segments with the changes added. The server that counts deletes the changes and saves the sums. */
async function countChanges(tx: Queryable, isCounting: boolean): Promise<Segments> {
  const changes = isCounting
    ? 'delete from queue_changes returning pool, sort_key, virtual_start, jobs, seconds'
    : 'select pool, sort_key, jobs, seconds from queue_changes';
  const rows = await tx.query<SegmentRow>(
    `with changes as (${changes}), of_segments as (
       select changes.pool, segment.lower, sum(jobs) as jobs, sum(seconds) as seconds
       from changes, lateral (
         select lower from queue_segments
         where queue_segments.pool = changes.pool and lower <= changes.sort_key order by lower desc limit 1
       ) as segment group by 1, 2
     )${isCounting ? SAVE_COUNTS + SAVE_ARRIVALS : ''}
     select pool, lower, queue_segments.jobs + coalesce(of_segments.jobs, 0) as jobs,
       queue_segments.seconds + coalesce(of_segments.seconds, 0) as seconds
     from queue_segments left join of_segments using (pool, lower) order by pool, lower`,
    isCounting ? [AGEING, ARRIVALS_SECONDS, DELAY_SECONDS[priorities.free]] : [],
  );
  return {
    image: rows.filter(({ pool }) => pool === 'image'),
    video: rows.filter(({ pool }) => pool === 'video'),
  };
}

const SAVE_COUNTS = `, counted as (
  update queue_segments set jobs = queue_segments.jobs + of_segments.jobs,
    seconds = queue_segments.seconds + of_segments.seconds
  from of_segments where queue_segments.pool = of_segments.pool and queue_segments.lower = of_segments.lower
)`;

/** The time constant of the decaying average of arrivals. */
const ARRIVALS_SECONDS = 900;

/** Of a flood only the jobs that are due next: the others overtake nothing. */
const SAVE_ARRIVALS = `, arrived as (
  select changes.pool, round(changes.sort_key - virtual_start)::int as delay, sum(seconds) as seconds
  from changes join queue_clocks on queue_clocks.pool = changes.pool
  where virtual_start <= virtual_time + extract(epoch from now() - at)::float8 * $1::float8 + $3::float8
  group by 1, 2
), saved as (
  insert into queue_arrivals as known (pool, delay, load, at)
  select pool, delay, seconds / $2::float8, now() from arrived
  on conflict (pool, delay) do update set at = excluded.at,
    load = known.load * exp(-extract(epoch from excluded.at - known.at)::float8 / $2::float8) + excluded.load
)`;

function readArrivals(tx: Queryable): Promise<(Arrivals & { readonly pool: Pool })[]> {
  return tx.query(
    `select pool, delay, load * exp(-extract(epoch from now() - at)::float8 / $1::float8) as load from queue_arrivals`,
    [ARRIVALS_SECONDS],
  );
}

/** Cuts long segments, joins short ones, and saves the result. */
async function reshape(tx: Queryable, before: Segments): Promise<Segments> {
  const cuts = await readCuts(tx, before);
  const after = (pool: Pool): readonly Segment[] =>
    joinSegments(
      cutSegments(
        before[pool],
        cuts.filter((cut) => cut.pool === pool),
      ),
    );
  const segments = { image: after('image'), video: after('video') };
  await saveChanged(tx, before, segments);
  return segments;
}

interface CutRow extends Cut {
  readonly pool: Pool;
}

/** Reads all jobs of long segments; a segment becomes long again only after many more arrivals or claims. */
async function readCuts(tx: Queryable, segments: Segments): Promise<readonly CutRow[]> {
  const long = poolNames.flatMap((pool) =>
    longSegments(segments[pool]).map((segment) => ({ pool, ...segment })),
  );
  if (long.length === 0) return [];
  const step = (rank: string) => `floor(${CUTS_PER_FOLD} * ln(${CUT_OFFSET} + long.before + ${rank}))`;
  return tx.query<CutRow>(
    `select long.pool, long.lower, sort_key as "sortKey", jobs, seconds
     from unnest($1::text[], $2::float8[], $3::float8[], $4::float8[]) as long (pool, lower, upper, before), lateral (
       select sort_key, jobs_at, ((sum(jobs_at) over earlier) - jobs_at)::float8 as jobs,
         ((sum(seconds_at) over earlier) - seconds_at)::float8 as seconds
       from (
         select sort_key, count(*) as jobs_at, sum(service_cost::float8) as seconds_at from jobs
         where state = 'queued' and jobs.pool = long.pool and sort_key >= long.lower and sort_key < long.upper
         group by sort_key
       ) as keys window earlier as (order by sort_key)
     ) as ranked
     where jobs > 0 and ${step('jobs')} <> ${step('jobs + jobs_at')}
     order by sort_key`,
    [
      long.map(({ pool }) => pool),
      long.map(({ lower }) => lower),
      long.map(({ upper }) => upper),
      long.map(({ before }) => before),
    ],
  );
}

async function saveChanged(tx: Queryable, before: Segments, after: Segments): Promise<void> {
  for (const pool of poolNames) {
    const old = new Map(before[pool].map((segment) => [segment.lower, segment]));
    const kept = new Set(after[pool].map(({ lower }) => lower));
    const gone = before[pool].filter(({ lower }) => !kept.has(lower));
    if (gone.length > 0) {
      await tx.query('delete from queue_segments where pool = $1 and lower = any($2::float8[])', [
        pool,
        gone.map(({ lower }) => lower),
      ]);
    }
    const changed = after[pool].filter(({ lower, jobs }) => old.get(lower)?.jobs !== jobs);
    if (changed.length === 0) continue;
    await tx.query(
      `insert into queue_segments (pool, lower, jobs, seconds)
       select $1, * from unnest($2::float8[], $3::bigint[], $4::float8[])
       on conflict (pool, lower) do update set jobs = excluded.jobs, seconds = excluded.seconds`,
      [
        pool,
        changed.map(({ lower }) => lower),
        changed.map(({ jobs }) => jobs),
        changed.map(({ seconds }) => seconds),
      ],
    );
  }
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
