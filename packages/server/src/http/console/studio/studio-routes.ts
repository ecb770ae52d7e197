import { confirmAgeSchema, type StudioView } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { confirmAge, hasConfirmedAge } from '../../../accounts/age-confirmation.ts';
import type { Database } from '../../../db/database.ts';
import { readTerms } from '../../../funding/terms.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { tierOfPlan } from '../../../pricing/tiers.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { personOf } from '../session.ts';
import { ADVERTISEMENT_IMAGE, type Advertisement, viewAdvertisement } from './advertisement.ts';

export interface StudioDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly advertisement: Advertisement | undefined;
}

/** What the studio needs besides the job API: the age that was confirmed, and the advertisement of the free tier. */
export function studioRoutes(
  routes: FastifyInstance,
  { database, clock, advertisement }: StudioDependencies,
): void {
  routes.get('/studio', async (request, reply) => {
    const { accountId } = personOf(request);
    const [ageConfirmed, terms] = await Promise.all([
      hasConfirmedAge(database, accountId),
      readTerms(database, accountId),
    ]);
    const isFree = tierOfPlan(terms?.plan ?? null) === 'free';
    const view: StudioView = {
      age_confirmed: ageConfirmed,
      advertisement: isFree && advertisement !== undefined ? viewAdvertisement(advertisement) : null,
    };
    return reply.send(view);
  });

  routes.put('/studio/age', async (request, reply) => {
    const read = readBody(confirmAgeSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    await confirmAge(database, personOf(request).accountId, clock.now());
    return reply.code(204).send();
  });

  if (advertisement?.image === undefined) return;
  const { bytes, mime } = advertisement.image;
  routes.get(ADVERTISEMENT_IMAGE, async (_request, reply) => reply.type(mime).send(bytes));
}
