import { problem } from '@kinora/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Auth } from '../../accounts/auth.ts';
import { isOperator } from '../../accounts/is-operator.ts';
import { signedInAs } from '../../accounts/signed-in.ts';
import type { Database } from '../../db/database.ts';
import type { TestClock } from '../../kernel/clock.ts';
import { webHeaders } from '../auth/web-request.ts';
import { sendProblem } from '../problem-handler.ts';
import { isLoopbackRequest } from '../request/loopback.ts';
import { readBody } from '../request/read-body.ts';

interface TestClockRoutes {
  readonly testClock: TestClock;
  readonly auth: () => Auth;
  readonly database: Database;
  readonly onSet: () => Promise<void>;
}

const requestSchema = z.strictObject({
  now: z.iso.datetime({ offset: true, error: 'must be a time such as 2026-03-01T00:00:00Z' }),
});

/**
 * PUT /operator/test-clock {"now"}: sets the service's time, which goes on from there. `onSet` starts what has
 * become due. Whoever sets the time ends months and lifts limits of everybody, so it is taken from this machine,
 * where tests run, and from a signed-in operator. No other site can send it with an operator's cookie: browsers
 * ask before a PUT, and are not answered.
 */
export function testClockRoutes(
  routes: FastifyInstance,
  { testClock, auth, database, onSet }: TestClockRoutes,
): void {
  async function maySet(request: FastifyRequest): Promise<boolean> {
    if (isLoopbackRequest(request)) return true;
    const person = await signedInAs(auth(), { database, clock: testClock }, webHeaders(request));
    return person !== undefined && (await isOperator(database, person.accountId));
  }

  routes.put('/operator/test-clock', async (request, reply) => {
    if (!(await maySet(request))) {
      const message = 'The test clock is set from the machine of the service, or by a signed-in operator.';
      return sendProblem(reply, problem('not_found', message));
    }
    const read = readBody(requestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    testClock.set(new Date(read.value.now));
    await onSet();
    return reply.header('cache-control', 'no-store').send({ now: testClock.now().toISOString() });
  });
}
