import { defaultVideoMode, type PlanDocument, type StudioModels, type StudioView } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import type { OpenCatalogue } from '../../../catalogue/open-catalogue.ts';
import { orderTermsOf } from '../../../catalogue/order-terms.ts';
import { holderTitle } from '../../../catalogue/plans.ts';
import { tierOfPlan } from '../../../catalogue/tiers.ts';
import type { Database } from '../../../db/database.ts';
import { readTerms } from '../../../funding/terms.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { onlyDemonstrates } from '../../../workers/only-demonstrates.ts';
import { viewLimits } from '../../job-api/account-view.ts';
import { type ModelViewDependencies, viewModels } from '../../v1/model-routes.ts';
import { personOf } from '../session.ts';
import { ADVERTISEMENT_IMAGE, type Advertisement, viewAdvertisement } from './advertisement.ts';
import { type LibraryDependencies, libraryRoutes } from './library-routes.ts';
import { type OrderRouteDependencies, orderRoutes } from './order-routes.ts';
import { type PreviewRouteDependencies, previewRoute } from './preview-route.ts';
import { type ResultDependencies, resultRoutes } from './result-routes.ts';

export interface StudioDependencies
  extends PreviewRouteDependencies,
    ModelViewDependencies,
    ResultDependencies,
    LibraryDependencies,
    OrderRouteDependencies {
  readonly catalogue: OpenCatalogue;
  readonly database: Database;
  readonly clock: Clock;
  readonly queueView: ModelViewDependencies['queueView'] & ResultDependencies['queueView'];
  readonly advertisement: Advertisement | undefined;
}

/** What the studio needs besides the job API: its orders, previews of results, and the advertisement of the free tier. */
export function studioRoutes(routes: FastifyInstance, dependencies: StudioDependencies): void {
  const { database, advertisement, catalogue } = dependencies;
  previewRoute(routes, dependencies);
  resultRoutes(routes, dependencies);
  libraryRoutes(routes, dependencies);
  orderRoutes(routes, dependencies);
  routes.get('/studio', async (request, reply) => {
    const terms = await readTerms(database, personOf(request).accountId);
    const sold = catalogue.now();
    const isFree = tierOfPlan(sold, terms?.plan ?? null) === 'free';
    const view: StudioView = {
      advertisement: isFree && advertisement !== undefined ? viewAdvertisement(advertisement) : null,
      plans: viewPlans(sold),
      demonstration: await onlyDemonstrates(database),
      storage_cents_per_gib_month: sold.document.storage.cents_per_gib_month,
      free_types: [...orderTermsOf(sold, 'free', 'credits').types],
    };
    return reply.send(view);
  });

  routes.get('/studio/models', async (request, reply) => {
    const terms = await readTerms(database, personOf(request).accountId);
    const sold = catalogue.now().pricedFor(terms?.priceList ?? null);
    const view: StudioModels = {
      ...(await viewModels(sold, dependencies)),
      not_in_plan: modelsNotIn(sold, terms?.plan ?? null),
      of_types: { image: sold.imageModel.id, video: sold.videoModelOf(defaultVideoMode).id },
    };
    return reply.header('cache-control', 'no-store').send(view);
  });

  if (advertisement?.image === undefined) return;
  const { bytes, mime } = advertisement.image;
  routes.get(ADVERTISEMENT_IMAGE, async (_request, reply) => reply.type(mime).send(bytes));
}

function modelsNotIn(sold: Catalogue, plan: string | null): StudioModels['not_in_plan'] {
  return Object.fromEntries(
    sold.models.flatMap(({ id, plans }) =>
      plans === null || plans.includes(plan ?? 'none')
        ? []
        : [[id, plans.map((holder) => holderTitle(sold, holder)).join(', ')]],
    ),
  );
}

function viewPlans(sold: Catalogue): StudioView['plans'] {
  const isSold = ({ month_cents: month, year_cents: year }: PlanDocument): boolean =>
    month !== null || year !== null;
  return sold.plans.filter(isSold).map(({ title, tier }) => {
    const { types, rule } = orderTermsOf(sold, tier, 'credits');
    return { title, types: [...types], limits: viewLimits(rule) };
  });
}
