import {
  blockRequestSchema,
  completeRequestSchema,
  failRequestSchema,
  invalidRequest,
} from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { type BlockDependencies, blockAttempt } from '../../attempt/block-attempt.ts';
import { type CompleteDependencies, completeAttempt } from '../../attempt/complete-attempt.ts';
import { type FailDependencies, failAttempt } from '../../attempt/fail-attempt.ts';
import { checkArtifactName } from '../../attempt/store-artifact.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { type LeaseRoute, readLeaseKey } from './read-lease-key.ts';

export type EndingDependencies = CompleteDependencies & FailDependencies & BlockDependencies;

/** The routes that end an attempt: complete, fail and block. */
export function endingRoutes(routes: FastifyInstance, dependencies: EndingDependencies): void {
  routes.post<LeaseRoute>('/leases/:jobId/:attempt/complete', async (request, reply) => {
    const body = readBody(completeRequestSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const issue = checkArtifactName(body.value.artifact, 'artifact');
    if (issue !== undefined) return sendProblem(reply, invalidRequest([issue]));
    const lease = readLeaseKey(request);
    if (!lease.ok) return sendProblem(reply, lease.problem);
    const end = await completeAttempt(dependencies, lease.value, body.value);
    return end.ok ? reply.send({}) : sendProblem(reply, end.problem);
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/fail', async (request, reply) => {
    const body = readBody(failRequestSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const lease = readLeaseKey(request);
    if (!lease.ok) return sendProblem(reply, lease.problem);
    const end = await failAttempt(dependencies, lease.value, body.value);
    if (end.ok && body.value.cause === 'storage') {
      const { reason } = body.value;
      request.log.error({ ...lease.value, reason }, 'a rendered result could not be delivered');
    }
    return end.ok ? reply.send(end.value) : sendProblem(reply, end.problem);
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/block', async (request, reply) => {
    const body = readBody(blockRequestSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const lease = readLeaseKey(request);
    if (!lease.ok) return sendProblem(reply, lease.problem);
    const end = await blockAttempt(dependencies, lease.value, body.value);
    return end.ok ? reply.send({}) : sendProblem(reply, end.problem);
  });
}
