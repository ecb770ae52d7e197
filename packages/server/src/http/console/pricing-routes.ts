import { type Pricing, topUpAmountsUsd } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import type { Database } from '../../db/database.ts';
import { readTerms } from '../../funding/terms.ts';
import type { Clock } from '../../kernel/clock.ts';
import { compareOffers, studioExamples } from '../../quote/compare-offers.ts';
import { priceModels } from '../../quote/price-models.ts';
import { hasCurrent } from '../request/conditional.ts';
import { viewWeights } from './money/read-overview.ts';
import { personOf } from './session.ts';

export interface PricingDependencies {
  readonly catalogue: OpenCatalogue;
  readonly clock: Clock;
}

const MAX_AGE_SECONDS = 60;

/** What is shown of a catalogue is computed once, so that a request costs as much as one for a file, and needs no limit. */
const computed = new WeakMap<Catalogue, Pricing>();

/** GET /pricing: the prices that everybody may read. A request needs no database. */
export function pricingRoutes(routes: FastifyInstance, { catalogue, clock }: PricingDependencies): void {
  routes.get('/pricing', async (request, reply) => {
    const sold = catalogue.now();
    const holdsUntil = catalogue.holdsUntil(sold);
    const left =
      holdsUntil === null ? MAX_AGE_SECONDS : (holdsUntil.getTime() - clock.now().getTime()) / 1000;
    const maxAge = Math.max(0, Math.min(MAX_AGE_SECONDS, Math.floor(left)));
    const etag = `"${sold.version}-${holdsUntil?.getTime() ?? ''}"`;
    reply.headers({ etag, 'cache-control': `public, max-age=${maxAge}` });
    if (hasCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.send(viewPricing(sold, holdsUntil));
  });
}

interface AccountPricingDependencies {
  readonly catalogue: OpenCatalogue;
  readonly database: Database;
}

/** GET /account/pricing: the same with the prices of the signed-in person's account. */
export function accountPricingRoutes(
  routes: FastifyInstance,
  { catalogue, database }: AccountPricingDependencies,
): void {
  routes.get('/account/pricing', async (request, reply) => {
    const terms = await readTerms(database, personOf(request).accountId);
    const sold = catalogue.now();
    return reply.send(viewPricing(sold.pricedFor(terms?.priceList ?? null), catalogue.holdsUntil(sold)));
  });
}

function viewPricing(sold: Catalogue, holdsUntil: Date | null): Pricing {
  const pricing = computed.get(sold) ?? pricingOf(sold);
  computed.set(sold, pricing);
  return { ...pricing, holds_until: holdsUntil?.toISOString() ?? null };
}

function pricingOf(sold: Catalogue): Pricing {
  return {
    models: priceModels(sold),
    examples: studioExamples(),
    offers: compareOffers(sold),
    included_weights: viewWeights(sold),
    storage_price_cents: sold.document.storage.cents_per_gib_month,
    top_up_amounts_usd: [...topUpAmountsUsd],
    catalogue_version: sold.version,
    agreed: sold.priceList !== null,
    holds_until: null,
  };
}
