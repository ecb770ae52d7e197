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

/** A waiting job at the head of its queue. */
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
  /** The sort key of the last job that waits. */
  readonly last: number;
  /** Seconds that the running jobs are expected to go on. */
  readonly runningSeconds: number;
  readonly running: number;
  /** The virtual time of the pool. */
  readonly virtualTime: number;
  /** What comes, by the delay of its priority. */
  readonly arrivals: readonly Arrivals[];
}

interface Arrivals {
  readonly delay: number;
  /** Seconds of service that are asked for in a second, as it was in the last quarter of an hour. */
  readonly load: number;
}

export type QueueOrder = Readonly<Record<Pool, PoolOrder>>;

/** Positions up to here are counted and not computed. */
export const HEAD_JOBS = 1000;

/** Any number that nobody else locks. */
const COUNTING_LOCK = 8_217_501;

/**
 * Counts what changed since the last time into the segments, cuts those that became long, and reads the order. One
 * transaction with one view of the database, so that what is counted and what is cut agree; when another server is
 * counting at this moment, the order is read as it stands with what is not yet counted. The cost depends on what
 * changed and, by its logarithm, on the length of the queue.
 */
export async function readQueueOrder(database: Database): Promise<QueueOrder> {
  return database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read');
    const [lock] = await tx.query<{ isOurs: boolean }>('select pg_try_advisory_xact_lock($1) as "isOurs"', [
      COUNTING_LOCK,
    ]);
    const counted = await countChanges(tx, lock?.isOurs === true);
    const segments = lock?.isOurs === true ? await reshape(tx, counted) : counted;
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

/** Whoever counts takes the changes away; the others add them up and leave them. */
async function countChanges(tx: Queryable, takesAway: boolean): Promise<Segments> {
  const changes = takesAway
    ? 'delete from queue_changes returning pool, sort_key, virtual_start, jobs, seconds'
    : 'select pool, sort_key, jobs, seconds from queue_changes';
  const rows = await tx.query<SegmentRow>(
    `with changes as (${changes}), of_segments as (
       select changes.pool, segment.lower, sum(jobs) as jobs, sum(seconds) as seconds
       from changes, lateral (
         select lower from queue_segments
         where queue_segments.pool = changes.pool and lower <= changes.sort_key order by lower desc limit 1
       ) as segment group by 1, 2
     )${takesAway ? COUNT_IN + NOTE_ARRIVALS : ''}
     select pool, lower, queue_segments.jobs + coalesce(of_segments.jobs, 0) as jobs,
       queue_segments.seconds + coalesce(of_segments.seconds, 0) as seconds
     from queue_segments left join of_segments using (pool, lower) order by pool, lower`,
    takesAway ? [AGEING, ARRIVALS_SECONDS, DELAY_SECONDS[priorities.free]] : [],
  );
  return {
    image: rows.filter(({ pool }) => pool === 'image'),
    video: rows.filter(({ pool }) => pool === 'video'),
  };
}

const COUNT_IN = `, counted as (
  update queue_segments set jobs = queue_segments.jobs + of_segments.jobs,
    seconds = queue_segments.seconds + of_segments.seconds
  from of_segments where queue_segments.pool = of_segments.pool and queue_segments.lower = of_segments.lower
)`;

/** How long back loads are remembered. */
const ARRIVALS_SECONDS = 900;

/** Of a flood only what is due next: the rest overtakes nobody. */
const NOTE_ARRIVALS = `, came as (
  select changes.pool, round(changes.sort_key - virtual_start)::int as delay, sum(seconds) as seconds
  from changes join queue_clocks on queue_clocks.pool = changes.pool
  where virtual_start <= virtual_time + extract(epoch from now() - at)::float8 * $1::float8 + $3::float8
  group by 1, 2
), noted as (
  insert into queue_arrivals as known (pool, delay, load, at)
  select pool, delay, seconds / $2::float8, now() from came
  on conflict (pool, delay) do update set at = excluded.at,
    load = known.load * exp(-extract(epoch from excluded.at - known.at)::float8 / $2::float8) + excluded.load
)`;

function readArrivals(tx: Queryable): Promise<(Arrivals & { readonly pool: Pool })[]> {
  return tx.query(
    `select pool, delay, load * exp(-extract(epoch from now() - at)::float8 / $1::float8) as load from queue_arrivals`,
    [ARRIVALS_SECONDS],
  );
}

/** Cuts long segments, joins short ones, and saves what became of them. */
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

/** Reads the jobs of long segments: all of them, but a segment grows long again only when many more came or went. */
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
    `select wanted.pool, id, sort_key as "sortKey", seconds
     from unnest($1::text[]) as wanted (pool), lateral (
       select id, sort_key, service_cost as seconds from jobs
       where state = 'queued' and jobs.pool = wanted.pool order by sort_key, id limit $2
     ) as head`,
    [poolNames, HEAD_JOBS],
  );
}

/** The last of each queue, and what is running: as many jobs as there are workers. */
function readEnds(tx: Queryable): Promise<(typeof NOTHING & { readonly pool: Pool })[]> {
  return tx.query(
    `select wanted.pool, running.jobs as running, running.seconds as "runningSeconds", coalesce((
       select sort_key from jobs where state = 'queued' and jobs.pool = wanted.pool order by sort_key desc limit 1
     ), 0) as last, (
       select virtual_time + extract(epoch from now() - at)::float8 * $2::float8
       from queue_clocks where pool = wanted.pool
     ) as "virtualTime"
     from unnest($1::text[]) as wanted (pool), lateral (
       select count(*) as jobs,
         coalesce(sum(greatest(
           service_cost - extract(epoch from now() - started_at)::float8, service_cost * 0.1
         )), 0) as seconds
       from jobs where state = 'running' and jobs.pool = wanted.pool
     ) as running`,
    [poolNames, AGEING],
  );
}
