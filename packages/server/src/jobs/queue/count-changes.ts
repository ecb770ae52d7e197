import { type Pool, poolNames } from '@kinora/contract';
import type { Queryable } from '../../db/database.ts';
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

type Segments = Readonly<Record<Pool, readonly Segment[]>>;

interface SegmentRow extends Segment {
  readonly pool: Pool;
}

/** The segments with the changes added. The server that counts deletes the changes and saves the sums. */
export async function countChanges(tx: Queryable, isCounting: boolean): Promise<Segments> {
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
export const ARRIVALS_SECONDS = 900;

/**
 * Counts only the jobs of a flood that are due next: the others overtake nothing. The column `delay` has how far the sort
 * keys of the jobs were ahead of the virtual time: at least the delay of their priority, and more if their accounts had
 * earlier jobs.
 */
const SAVE_ARRIVALS = `, arrived as (
  select changes.pool, greatest(0, round(changes.sort_key - clock.time))::int as delay, sum(seconds) as seconds
  from changes join lateral (
    select virtual_time + extract(epoch from now() - at)::float8 * $1::float8 as time
    from queue_clocks where queue_clocks.pool = changes.pool
  ) as clock on virtual_start <= clock.time + $3::float8
  group by 1, 2
), saved as (
  insert into queue_arrivals as known (pool, delay, load, at)
  select pool, delay, seconds / $2::float8, now() from arrived
  on conflict (pool, delay) do update set at = excluded.at,
    load = known.load * exp(-extract(epoch from excluded.at - known.at)::float8 / $2::float8) + excluded.load
)`;

/** Cuts long segments, joins short ones, and saves the result. */
export async function reshapeSegments(tx: Queryable, before: Segments): Promise<Segments> {
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
         select sort_key, count(*) as jobs_at, sum(service_cost::float8) as seconds_at from open_jobs
         where waits_in = long.pool and sort_key >= long.lower and sort_key < long.upper
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
