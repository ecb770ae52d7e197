import { type OperatorPrices, plans, rates, topUpAmountsUsd } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { StorageQuotas } from '../../../admit/accept/decide-storage.ts';
import { tierRules } from '../../../catalogue/tiers.ts';
import type { DescribedSetting } from '../../../operator/describe-settings.ts';
import { tiersInOrder } from '../../../queue/tier-counts.ts';
import { defaultLimits } from './account-view.ts';

export interface PriceRouteDependencies {
  readonly settings: readonly DescribedSetting[];
  readonly quotas: StorageQuotas;
}

const GIB = 1024 ** 3;

/** GET /prices: prices, limits and settings; they are changed in the configuration, not here. */
export function priceRoutes(routes: FastifyInstance, { settings, quotas }: PriceRouteDependencies): void {
  const view: OperatorPrices = {
    rates,
    plans: [...plans],
    top_ups_usd: [...topUpAmountsUsd],
    default_limits: defaultLimits,
    tiers: tiersInOrder.map((tier) => {
      const rule = tierRules[tier];
      return {
        tier,
        max_image_side: rule.longestSide.image,
        max_video_side: rule.longestSide.video,
        frames: rule.frames,
        jobs_at_once: rule.jobsAtOnce,
        calls_per_minute: rule.callsPerMinute,
        credits_per_month: rule.creditsPerMonth,
      };
    }),
    stored_gib: {
      free: quotas.free / GIB,
      prepaid: quotas.prepaid / GIB,
      pro: quotas.pro / GIB,
      max: quotas.max / GIB,
    },
    settings: [...settings],
  };
  routes.get('/prices', async (_request, reply) => reply.send(view));
}
