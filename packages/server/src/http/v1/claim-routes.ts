import {
  claimIntervalSeconds,
  claimSeconds,
  invalidRequest,
  type PayStart,
  type PayStartRequest,
  type Problem,
  payStartRequestSchema,
} from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { type PollDependencies, pollClaim } from '../../access/claim/poll-claim.ts';
import { startClaim } from '../../access/claim/start-claim.ts';
import { networkOf } from '../../access/network.ts';
import type { Clock } from '../../kernel/clock.ts';
import { logSecurityEvent, type SecurityEvent } from '../../security-log/security-event.ts';
import { describeOutageFor, sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { requireUserAgent } from './authenticate-by-key.ts';

export interface ClaimDependencies extends PollDependencies {
  readonly clock: Clock;
  readonly publicUrl: () => string;
  readonly checksUserAgent: boolean;
}

type ClaimRoute = { Params: { code: string } };

/** POST /pay/start and GET /pay/claim/<code>: how a terminal obtains an API key. They need no key. */
export function claimRoutes(routes: FastifyInstance, dependencies: ClaimDependencies): void {
  const { database, clock, publicUrl, checksUserAgent } = dependencies;
  describeOutageFor(routes, 'key');
  if (checksUserAgent) routes.addHook('onRequest', requireUserAgent);

  routes.post('/pay/start', async (request, reply) => {
    const read = readBody(payStartRequestSchema, request.body);
    const problem = read.ok ? combinationProblem(read.value) : read.problem;
    if (!read.ok || problem !== undefined) return sendProblem(reply, problem as Problem);
    const started = await startClaim(database, read.value, networkOf(request.ip), clock.now());
    if (!started.ok) return sendProblem(reply, started.problem);
    const { code, userCode } = started.value;
    const page = `${publicUrl()}/activate`;
    const response: PayStart = {
      code,
      user_code: userCode,
      claim_url: `${publicUrl()}/api/v1/pay/claim/${code}`,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${userCode}`,
      expires_in: claimSeconds,
      interval: claimIntervalSeconds,
    };
    return reply.header('cache-control', 'no-store').send(response);
  });

  // Without HEAD: a poll shows the key once, and a response without a body would lose it.
  routes.get<ClaimRoute>('/pay/claim/:code', { exposeHeadRoute: false }, async (request, reply) => {
    const onIssued = (event: SecurityEvent) => logSecurityEvent(request.log, event);
    const polled = await pollClaim({ ...dependencies, onIssued }, request.params.code, clock.now());
    // The URL contains the secret, so the response must not be cached and the URL must not be passed on.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return polled.ok ? reply.send(polled.value) : sendProblem(reply, polled.problem);
  });
}

/** The problem of a combination of fields that are each valid. */
function combinationProblem({ amount_usd: amount, plan, interval }: PayStartRequest): Problem | undefined {
  if (amount !== undefined && plan !== undefined) {
    return invalidRequest([{ path: 'plan', message: 'choose a balance or a plan, not both' }]);
  }
  if (interval !== undefined && plan === undefined) {
    return invalidRequest([{ path: 'interval', message: 'is how a plan is billed; name the plan' }]);
  }
  if (plan === 'pro' && interval === 'year') {
    return invalidRequest([{ path: 'interval', message: 'must be month: pro is sold by the month only' }]);
  }
  return undefined;
}
