import { type CatalogueDocument, type OperatorPrices, topUpAmountsUsd } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import type { OpenCatalogue } from '../../../catalogue/open-catalogue.ts';
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

function viewPrices(
  { version, plans, document }: Catalogue,
  settings: readonly DescribedSetting[],
): OperatorPrices {
  return {
    catalogue_version: version,
    models: document.models.map(viewModel),
    plans: plans.map(({ id, title, tier, month_cents, year_cents, included, stored_gib }) => ({
      plan: id,
      title,
      tier,
      month_cents,
      year_cents,
      included,
      stored_gib,
    })),
    top_ups_usd: [...topUpAmountsUsd],
    default_limits: document.new_accounts,
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
    stored_gib: document.stored_gib,
    storage_price_cents: document.storage.cents_per_gib_month,
    settings: [...settings],
  };
}

function viewModel(model: CatalogueDocument['models'][number]): OperatorPrices['models'][number] {
  const { id, title, medium } = model;
  if (model.medium === 'image') {
    const prices = model.price.map(({ up_to_pixels: bound = null, cents }) => ({ up_to: bound, cents }));
    return { id, title, medium, prices, cost_cents: model.cost_cents };
  }
  const prices = model.price.map((step) => ({ up_to: step.up_to_side, cents: step.cents_per_second }));
  return { id, title, medium, prices, cost_cents: model.cost_cents_per_second };
}
