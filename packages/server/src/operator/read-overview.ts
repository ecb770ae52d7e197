import type { OperatorOverview } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { isoDate } from '../kernel/clock.ts';
import { sumOpenHolds } from '../queue/tier-counts.ts';
import { V1_TIER } from '../queue/virtual-time.ts';
import { countWorkers } from '../workers/worker-health.ts';
import { readMinutes } from '../workers/worker-minutes.ts';
import { type DayMoney, sumKnown } from './read-day-money.ts';
import { type QueueDependencies, readQueue } from './read-queue.ts';

export interface OverviewDependencies extends QueueDependencies {
  readonly readDayMoney: () => Promise<DayMoney>;
}

const MINUTES = 60;
const MINUTE_MS = 60_000;
/** More than this many of what waits for an operator are not counted. */
const MAX_COUNTED = 100;

/**
 * What happens now and in the last hour. Each part reads a bounded number of rows, however much the service has done.
 */
export async function readOverview(dependencies: OverviewDependencies): Promise<OperatorOverview> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const [minutes, queue, workers, money, holds, attention] = await Promise.all([
    readHour(database, now),
    readQueue(dependencies),
    countWorkers(database),
    dependencies.readDayMoney(),
    sumOpenHolds(database),
    countAttention(database),
  ]);
  const workCents = sumKnown(money.work);
  return {
    at: now.toISOString(),
    minutes,
    pools: queue.pools.map(({ pool, waiting, running, tiers }) => ({
      pool,
      waiting,
      running,
      // The wait of v1, whose jobs have the priority of pro.
      expected_seconds: tiers.find(({ tier }) => tier === V1_TIER)?.expected_seconds ?? null,
    })),
    workers: { healthy: workers.healthy, silent: workers.silent, troubled: workers.troubled },
    money: {
      day: isoDate(now),
      revenue_cents: money.revenue,
      top_ups_cents: money.topUps,
      granted_cents: money.granted,
      refunds_cents: money.refunds,
      work_cost_cents: workCents && Math.round(workCents),
      work_without_cost: money.work.flatMap(({ model, isPartial }) => (isPartial ? [model] : [])),
      on_hold_cents: holds.cents,
      on_hold_is_lower_bound: holds.isLowerBound,
    },
    attention,
  };
}

async function readHour(database: Database, now: Date): Promise<OperatorOverview['minutes']> {
  const last = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const first = last - (MINUTES - 1) * MINUTE_MS;
  const found = await readMinutes(database, new Date(first));
  const byTime = new Map(found.map((row) => [row.minute.getTime(), row]));
  return Array.from({ length: MINUTES }, (_, index) => {
    const at = first + index * MINUTE_MS;
    const { completed = 0, failed = 0, blocked = 0 } = byTime.get(at) ?? {};
    return { at: new Date(at).toISOString(), completed, failed, blocked };
  });
}

async function countAttention(database: Database): Promise<OperatorOverview['attention']> {
  const [counts] = await database.query<{ reports: number; inReview: number }>(
    `select (select count(*) from (select from content_reports where resolved_at is null limit $1) as open) as reports,
       (select count(*) from (select from accounts where under_review_since is not null limit $1) as paused)
         as "inReview"`,
    [MAX_COUNTED],
  );
  return { open_reports: counts?.reports ?? 0, accounts_in_review: counts?.inReview ?? 0 };
}
