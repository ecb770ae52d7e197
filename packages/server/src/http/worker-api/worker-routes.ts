import type { FastifyInstance } from 'fastify';
import type { AuthenticateWorker } from '../../workers/authenticate-worker.ts';
import { describeOutageFor } from '../problem-handler.ts';
import { authenticateWorker, requireLeaseSecret } from './authenticate-worker.ts';
import { type EndingDependencies, endingRoutes } from './ending-routes.ts';
import { type HeldLeaseDependencies, heldLeaseRoutes } from './held-lease-routes.ts';
import { type LeaseRouteDependencies, leaseRoutes } from './lease-routes.ts';
import { type ReportRouteDependencies, reportRoutes } from './report-routes.ts';
import { type TransferDependencies, transferRoutes } from './transfer-routes.ts';

export type WorkerApiDependencies = LeaseRouteDependencies &
  HeldLeaseDependencies &
  ReportRouteDependencies &
  TransferDependencies &
  EndingDependencies & { readonly authenticateWorker: AuthenticateWorker };

/** The worker protocol: leases, heartbeats, uploads and results. */
export function workerRoutes(routes: FastifyInstance, dependencies: WorkerApiDependencies): void {
  describeOutageFor(routes, 'worker');
  routes.addHook('onRequest', authenticateWorker(dependencies.authenticateWorker));
  routes.addHook('onRequest', requireLeaseSecret(dependencies.database));
  routes.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  leaseRoutes(routes, dependencies);
  heldLeaseRoutes(routes, dependencies);
  reportRoutes(routes, dependencies);
  transferRoutes(routes, dependencies);
  endingRoutes(routes, dependencies);
}
