import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { TestClock } from '../kernel/clock.ts';
import { sendProblem } from './problem-handler.ts';
import { readBody } from './read-body.ts';

const requestSchema = z.strictObject({
  now: z.iso.datetime({ offset: true, error: 'must be a time such as 2026-03-01T00:00:00Z' }),
});

/**
 * PUT /operator/test-clock {"now"}: sets the service's time, which goes on from there. `onSet` starts what has
 * become due.
 */
export function testClockRoutes(
  routes: FastifyInstance,
  { testClock, onSet }: { readonly testClock: TestClock; readonly onSet: () => Promise<void> },
): void {
  routes.put('/operator/test-clock', async (request, reply) => {
    const read = readBody(requestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    testClock.set(new Date(read.value.now));
    await onSet();
    return reply.header('cache-control', 'no-store').send({ now: testClock.now().toISOString() });
  });
}
