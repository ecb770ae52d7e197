import { confirmAgeSchema } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { confirmAge } from '../../accounts/create-account.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { personOf, type SessionDependencies } from './session.ts';

/** POST /age: a person who was not asked at sign-up says that they are 18 or older. */
export function ageRoute(routes: FastifyInstance, { database, clock }: SessionDependencies): void {
  routes.post('/age', { config: { asks: 'session' } }, async (request, reply) => {
    const body = readBody(confirmAgeSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    await confirmAge(database, personOf(request).accountId, clock.now());
    return reply.code(204).send();
  });
}
