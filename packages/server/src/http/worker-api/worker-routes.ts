import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sha256 } from '../../kernel/ids.ts';
import { type EndingDependencies, endingRoutes } from './ending-routes.ts';
import { type LeaseRouteDependencies, leaseRoutes } from './lease-routes.ts';
import { type TransferDependencies, transferRoutes } from './transfer-routes.ts';

export type WorkerApiDependencies = LeaseRouteDependencies &
  TransferDependencies &
  EndingDependencies & { readonly workerToken: string };

/** The worker protocol: leases, heartbeats, uploads and results. */
export function workerRoutes(routes: FastifyInstance, dependencies: WorkerApiDependencies): void {
  routes.addHook('onRequest', requireToken(dependencies.workerToken));
  routes.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  leaseRoutes(routes, dependencies);
  transferRoutes(routes, dependencies);
  endingRoutes(routes, dependencies);
}

function requireToken(token: string) {
  // Hashed first, so that both sides have the same length and the comparison leaks nothing.
  const expected = sha256(`Bearer ${token}`);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (timingSafeEqual(sha256(request.headers.authorization ?? ''), expected)) return undefined;
    return reply.code(401).header('www-authenticate', 'Bearer realm="kinora-workers"').send({
      error: 'Send the worker token: Authorization: Bearer <KINORA_WORKER_TOKEN>.',
      code: 'unauthorized',
    });
  };
}
