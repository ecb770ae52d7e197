import { assert, invalidRequest, leaseSecretHeader } from '@kinora/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLeasedTo, leaseLost } from '../../attempt/leases.ts';
import type { Database } from '../../db/database.ts';
import { sha256 } from '../../kernel/ids.ts';
import type { AuthenticateWorker, CallingWorker } from '../../workers/authenticate-worker.ts';
import { sendProblem } from '../problem-handler.ts';
import { createRequestValue } from '../request/request-value.ts';
import { type LeaseRoute, readLeaseKey } from './read-lease-key.ts';

/** The worker of each request that passed the hook below. */
const callingWorkers = createRequestValue<CallingWorker>('worker');

const BEARER = /^Bearer (.+)$/;

/** The first hook of every route of the worker protocol. It runs before any of the body is read. */
export function authenticateWorker(authenticate: AuthenticateWorker) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const worker = await authenticate(BEARER.exec(request.headers.authorization ?? '')?.[1]);
    if (worker === undefined) {
      return reply.code(401).header('www-authenticate', 'Bearer realm="kinora-workers"').send({
        error: 'Send the token of this worker: Authorization: Bearer <KINORA_WORKER_TOKEN>.',
        code: 'unauthorized',
      });
    }
    callingWorkers.set(request, worker);
    return undefined;
  };
}

export function callingWorkerOf(request: FastifyRequest): CallingWorker {
  const worker = callingWorkers.get(request);
  assert(worker !== undefined, 'the route authenticates workers');
  return worker;
}

/**
 * The second hook, for the routes of a lease: its secret, and the token that claimed it. Without the secret another worker
 * could read the prompt and deliver the result of a job that it does not have. A wrong secret and an unknown job have the
 * same response.
 */
export function requireLeaseSecret(database: Database) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!isLeaseRoute(request)) return undefined;
    const secret = leaseSecretOf(request);
    if (secret === undefined) {
      return sendProblem(
        reply,
        invalidRequest([{ path: leaseSecretHeader, message: 'send the secret of the lease' }]),
      );
    }
    const lease = readLeaseKey(request);
    const { tokenId } = callingWorkerOf(request);
    const isAllowed = lease.ok && (await isLeasedTo(database, lease.value, sha256(secret), tokenId));
    return isAllowed ? undefined : sendProblem(reply, leaseLost);
  };
}

/** The secret that a request sent. */
export function leaseSecretOf({ headers }: FastifyRequest): string | undefined {
  const secret = headers[leaseSecretHeader];
  return typeof secret === 'string' && secret !== '' ? secret : undefined;
}

function isLeaseRoute(request: FastifyRequest): request is FastifyRequest<LeaseRoute> {
  return typeof request.params === 'object' && request.params !== null && 'jobId' in request.params;
}
