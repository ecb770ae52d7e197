import { type OperatorQueue, poolNames, tierPriorities } from '@kinora/contract';
import { typicalJobs } from '../catalogue/expected-jobs.ts';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { QueueView } from '../queue/queue-view.ts';
import { COUNTED_JOBS, countTiers } from '../queue/tier-counts.ts';
import { listLiveWorkers } from '../workers/worker-health.ts';

export interface QueueDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly catalogue: OpenCatalogue;
  readonly queueView: Pick<QueueView, 'queued' | 'secondsForNew'>;
}

/** The queue of each pool, by tier. */
export async function readQueue({
  database,
  clock,
  catalogue,
  queueView,
}: QueueDependencies): Promise<OperatorQueue> {
  const sold = catalogue.now();
  const typical = typicalJobs(sold);
  const startsFor = (model: string) => (sold.model(model)?.startSeconds ?? null) !== null;
  const [tiers, queued, live] = await Promise.all([
    countTiers(database),
    queueView.queued(),
    listLiveWorkers(database),
  ]);
  const pools = poolNames.map(async (pool) => {
    const liveWorkers = live.filter(({ pools }) => pools.includes(pool)).length;
    const ofPool = tiers.filter((tier) => tier.pool === pool);
    const counted = ofPool.reduce((sum, { waiting }) => sum + waiting, 0);
    return {
      pool,
      // The count of the queue view is up to a second old.
      waiting: counted < COUNTED_JOBS ? counted : Math.max(counted, queued[pool]),
      running: ofPool.reduce((sum, { running }) => sum + running, 0),
      live_workers: liveWorkers,
      counted,
      tiers: await Promise.all(
        ofPool.map(async ({ tier, waiting, running, oldestAt }) => ({
          tier,
          waiting,
          running,
          oldest_at: oldestAt?.toISOString() ?? null,
          expected_seconds:
            liveWorkers === 0 && !startsFor(typical[pool].model)
              ? null
              : await queueView.secondsForNew(typical[pool], tierPriorities[tier]),
        })),
      ),
    };
  });
  return { at: clock.now().toISOString(), pools: await Promise.all(pools) };
}
