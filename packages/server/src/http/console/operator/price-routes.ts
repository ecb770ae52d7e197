import { type OperatorPrices, topUpAmountsUsd } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import type { OpenCatalogue } from '../../../catalogue/open-catalogue.ts';
import { tierRuleOf } from '../../../catalogue/tiers.ts';
import type { DescribedSetting } from '../../../operator/describe-settings.ts';
import { tiersInOrder } from '../../../queue/tier-counts.ts';

export interface PriceRouteDependencies {
  readonly settings: readonly DescribedSetting[];
  readonly catalogue: OpenCatalogue;
}

/** GET /prices: prices, limits and settings. */
export function priceRoutes(routes: FastifyInstance, { settings, catalogue }: PriceRouteDependencies): void {
  routes.get('/prices', async (_request, reply) => reply.send(viewPrices(catalogue.now(), settings)));
}

function viewPrices(catalogue: Catalogue, settings: readonly DescribedSetting[]): OperatorPrices {
  const { new_accounts: limits, stored_gib: stored } = catalogue.document;
  return {
    rates: catalogue.rates,
    plans: catalogue.plans.map(({ title, month_cents: month, year_cents: year }) => ({
      plan: title,
      ...(month !== null && { usd_per_month: month / 100 }),
      ...(year !== null && { usd_per_month_billed_annually: year / 1200 }),
    })),
    top_ups_usd: [...topUpAmountsUsd],
    default_limits: limits,
    tiers: tiersInOrder.map((tier) => {
      const rule = tierRuleOf(catalogue, tier);
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
      Free: stored.free,
      'With a balance': stored.prepaid,
      ...Object.fromEntries(catalogue.plans.map(({ title, stored_gib: gib }) => [title, gib])),
    },
    settings: [...settings],
  };
}
