import { type OperatorPrices, topUpAmountsUsd } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { StorageQuotas } from '../../../admit/accept/decide-storage.ts';
import type { OpenCatalogue } from '../../../catalogue/open-catalogue.ts';
import type { DescribedSetting } from '../../../operator/describe-settings.ts';
import { tiersInOrder } from '../../../queue/tier-counts.ts';
import { defaultLimits } from './account-view.ts';

export interface PriceRouteDependencies {
  readonly settings: readonly DescribedSetting[];
  readonly quotas: StorageQuotas;
  readonly catalogue: Pick<OpenCatalogue, 'now'>;
}

const GIB = 1024 ** 3;

/** GET /prices: the catalogue in force, limits and settings. */
export function priceRoutes(routes: FastifyInstance, dependencies: PriceRouteDependencies): void {
  routes.get('/prices', async (_request, reply) => reply.send(viewPrices(dependencies)));
}

function viewPrices({ settings, quotas, catalogue }: PriceRouteDependencies): OperatorPrices {
  const { rates, plans, document } = catalogue.now();
  const quotaOf = (plan: string): number | undefined => new Map(Object.entries(quotas)).get(plan);
  return {
    rates,
    plans: plans.map(({ id, title, tier, month_cents, year_cents, included, stored_gib }) => ({
      plan: id,
      title,
      tier,
      month_cents,
      year_cents,
      included,
      stored_gib: (quotaOf(id) ?? stored_gib * GIB) / GIB,
    })),
    top_ups_usd: [...topUpAmountsUsd],
    default_limits: defaultLimits,
    tiers: tiersInOrder.map((tier) => {
      const rule = document.job_api.tiers[tier];
      return {
        tier,
        max_image_side: rule.image_side,
        max_video_side: rule.video_side,
        frames: rule.frames,
        jobs_at_once: rule.jobs_at_once,
        calls_per_minute: rule.calls_per_minute,
        credits_per_month: rule.credits_per_month,
      };
    }),
    stored_gib: { free: quotas.free / GIB, prepaid: quotas.prepaid / GIB },
    settings: [...settings],
  };
}
