import { problem } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { TestClock } from '../../kernel/clock.ts';
import { addTask } from '../../tasks/add-task.ts';
import { sendProblem } from '../problem-handler.ts';
import { isLoopbackRequest } from '../request/loopback.ts';
import { readBody } from '../request/read-body.ts';

export interface TestClockDependencies {
  readonly testClock: TestClock;
  readonly database: Database;
}

/** The recurring tasks that may be due at another time. */
const DUE = ['payments_due', 'purge_expired'] as const;

const requestSchema = z.strictObject({
  now: z.iso.datetime({ offset: true, error: 'must be a time such as 2026-03-01T00:00:00Z' }),
});

/**
 * PUT /operator/test-clock {"now"}: sets the service's clock, which then advances with real time, and adds
 * the tasks that are due. Setting the clock ends months and lifts limits for every account, so only this machine,
 * where tests run, may do it. Another site cannot do it in a browser on this machine: browsers send a preflight request
 * before a PUT, and it is rejected.
 */
export function testClockRoutes(
  routes: FastifyInstance,
  { testClock, database }: TestClockDependencies,
): void {
  routes.put('/operator/test-clock', async (request, reply) => {
    if (!isLoopbackRequest(request)) {
      const message = 'The test clock can be set only from the machine of the service.';
      return sendProblem(reply, problem('not_found', message));
    }
    const read = readBody(requestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    testClock.set(new Date(read.value.now));
    for (const due of DUE) await addTask(database, due, {}, { jobKey: due });
    return reply.header('cache-control', 'no-store').send({ now: testClock.now().toISOString() });
  });
}
