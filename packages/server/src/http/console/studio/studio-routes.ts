import type { StudioView } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { OpenCatalogue } from '../../../catalogue/open-catalogue.ts';
import { tierOfPlan } from '../../../catalogue/tiers.ts';
import type { Database } from '../../../db/database.ts';
import { readTerms } from '../../../funding/terms.ts';
import { personOf } from '../session.ts';
import { ADVERTISEMENT_IMAGE, type Advertisement, viewAdvertisement } from './advertisement.ts';
import { type PreviewRouteDependencies, previewRoute } from './preview-route.ts';

export interface StudioDependencies extends PreviewRouteDependencies {
  readonly database: Database;
  readonly catalogue: OpenCatalogue;
  readonly advertisement: Advertisement | undefined;
}

/** What the studio needs besides the job API: previews of results, and the advertisement of the free tier. */
export function studioRoutes(routes: FastifyInstance, dependencies: StudioDependencies): void {
  const { database, advertisement, catalogue } = dependencies;
  previewRoute(routes, dependencies);
  routes.get('/studio', async (request, reply) => {
    const terms = await readTerms(database, personOf(request).accountId);
    const isFree = tierOfPlan(catalogue.now(), terms?.plan ?? null) === 'free';
    const view: StudioView = {
      advertisement: isFree && advertisement !== undefined ? viewAdvertisement(advertisement) : null,
    };
    return reply.send(view);
  });

  if (advertisement?.image === undefined) return;
  const { bytes, mime } = advertisement.image;
  routes.get(ADVERTISEMENT_IMAGE, async (_request, reply) => reply.type(mime).send(bytes));
}
