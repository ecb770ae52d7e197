import { type Problem, problem, type Result } from '@kinora/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../../access/network.ts';
import type { Operator } from '../../../operator/operator-action.ts';
import { logSecurityEvent, type SecurityEvent } from '../../../security-log/security-event.ts';
import { sendProblem } from '../../problem-handler.ts';
import { personOf } from '../session.ts';

/** The operator who sends a request. */
export function operatorOf(request: FastifyRequest): Operator {
  return { accountId: personOf(request).accountId, network: networkOf(request.ip) };
}

/** Responds to an action with the new state, and logs its event; or with its problem. */
export async function sendAction(
  request: FastifyRequest,
  reply: FastifyReply,
  action: Result<SecurityEvent | undefined, Problem>,
  view: () => object | Promise<object> = () => ({}),
): Promise<FastifyReply> {
  if (!action.ok) return sendProblem(reply, action.problem);
  if (action.value !== undefined) logSecurityEvent(request.log, action.value);
  return reply.send(await view());
}

export function notFound(reply: FastifyReply, what: string): FastifyReply {
  return sendProblem(reply, problem('not_found', `There is no such ${what}.`));
}
