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
import { type LeaseRoute, readLeaseCall } from './read-lease-key.ts';

export type EndingDependencies = CompleteDependencies & FailDependencies & BlockDependencies;

/** The routes that end an attempt: complete, fail and block. */
export function endingRoutes(routes: FastifyInstance, dependencies: EndingDependencies): void {
  routes.post<LeaseRoute>('/leases/:jobId/:attempt/complete', async (request, reply) => {
    const call = readLeaseCall(completeRequestSchema, request);
    if (!call.ok) return sendProblem(reply, call.problem);
    const { lease, body } = call.value;
    const issue = checkArtifactName(body.artifact, 'artifact');
    if (issue !== undefined) return sendProblem(reply, invalidRequest([issue]));
    const end = await completeAttempt(dependencies, lease, body);
    return end.ok ? reply.send({}) : sendProblem(reply, end.problem);
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/fail', async (request, reply) => {
    const call = readLeaseCall(failRequestSchema, request);
    if (!call.ok) return sendProblem(reply, call.problem);
    const { lease, body } = call.value;
    const end = await failAttempt(dependencies, lease, body);
    if (end.ok && body.cause === 'storage') {
      const { reason } = body;
      request.log.error({ ...lease, reason }, 'a rendered result could not be delivered');
    }
    return end.ok ? reply.send(end.value) : sendProblem(reply, end.problem);
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/block', async (request, reply) => {
    const call = readLeaseCall(blockRequestSchema, request);
    if (!call.ok) return sendProblem(reply, call.problem);
    const { lease, body } = call.value;
    const end = await blockAttempt(dependencies, lease, body);
    return end.ok ? reply.send({}) : sendProblem(reply, end.problem);
  });
}
