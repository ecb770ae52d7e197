import { type Pool, poolNames, type Tier, tierPriorities } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { RUNNING } from './queue-order.ts';
import { V1_TIER } from './virtual-time.ts';

/** The jobs of one tier in one pool. */
export interface TierCount {
  readonly pool: Pool;
  readonly tier: Tier;
  readonly waiting: number;
  readonly running: number;
  /** When the job that waits longest was ordered; null without any. */
  readonly oldestAt: Date | null;
}

/** Waiting jobs of a pool that are counted one by one. */
export const COUNTED_JOBS = 5_000;

/** The tiers from the one that starts first. */
export const tiersInOrder = ['max', 'pro', 'free'] as const satisfies readonly Tier[];

/** The first waiting jobs of each pool and the running ones, by tier. */
export async function countTiers(db: Queryable): Promise<readonly TierCount[]> {
  const rows = await db.query<{ pool: Pool; tier: Tier; state: string; jobs: number; oldest: Date }>(
    `select pool, coalesce(tier, '${V1_TIER}') as tier, 'queued' as state, count(*) as jobs, min(created_at) as oldest
     from unnest($1::text[]) as requested (pool), lateral (
       select tier, created_at from open_jobs
       where waits_in = requested.pool order by sort_key, id limit $2
     ) as head group by 1, 2
     union all
     select pool, coalesce(tier, '${V1_TIER}'), state, count(*), min(created_at) from open_jobs where ${RUNNING} group by 1, 2, 3`,
    [poolNames, COUNTED_JOBS],
  );
  return poolNames.flatMap((pool) =>
    tiersInOrder.map((tier) => {
      const ofTier = rows.filter((row) => row.pool === pool && row.tier === tier);
      const queued = ofTier.find(({ state }) => state === 'queued');
      const running = ofTier.find(({ state }) => state === 'running');
      return {
        pool,
        tier,
        waiting: queued?.jobs ?? 0,
        running: running?.jobs ?? 0,
        oldestAt: queued?.oldest ?? null,
      };
    }),
  );
}

/** What the open jobs have on hold. */
export interface OpenHolds {
  readonly cents: number;
  /** There are more waiting jobs than were added up. */
  readonly isLowerBound: boolean;
}

/** Adds up the holds of the running jobs and of the first waiting ones of each pool. */
export async function sumOpenHolds(db: Queryable): Promise<OpenHolds> {
  const [sum] = await db.query<{ cents: number; max: number }>(
    // A subquery for each job and not a join: PostgreSQL expects many more jobs, and may read all charges for a join.
    `select coalesce(sum((
         select prepaid_cents + month_end_cents from charges where job_id = open.id and charges.state = 'held'
       )), 0)::bigint as cents,
       coalesce(max(waiting), 0)::int as max
     from (
       select id, 0 as waiting from open_jobs where ${RUNNING}
       union all
       select id, row_number() over (partition by head.pool) from unnest($1::text[]) as requested (pool), lateral (
         select id, pool from open_jobs
         where waits_in = requested.pool order by sort_key, id limit $2
       ) as head
     ) as open`,
    [poolNames, COUNTED_JOBS],
  );
  return { cents: sum?.cents ?? 0, isLowerBound: (sum?.max ?? 0) >= COUNTED_JOBS };
}

/** The tier with this priority. */
export function tierOfPriority(priority: number): Tier {
  return tiersInOrder.find((tier) => tierPriorities[tier] === priority) ?? 'free';
}
