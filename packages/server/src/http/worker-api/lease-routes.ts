import {
  AFTER_LOST_RESPONSE,
  invalidRequest,
  leaseRequestSchema,
  type Pool,
  workerAgent,
} from '@kinora/contract';
import type { ProvenanceIssuer } from '@kinora/media/provenance/issuer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findClaimedJob, leaseLost } from '../../attempt/leases.ts';
import { requeueUnconfirmed } from '../../attempt/requeue.ts';
import { traceWait } from '../../attempt/trace-attempt.ts';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import type { Database } from '../../db/database.ts';
import type { EphemeralJobs } from '../../jobs/ephemeral-jobs.ts';
import type { StartSpan } from '../../kernel/span.ts';
import type { NewLease } from '../../queue/claim-job.ts';
import type { BrokeredLease, LeaseBroker } from '../../queue/lease-broker.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { CallingWorker } from '../../workers/authenticate-worker.ts';
import { createRecordWorker } from '../../workers/record-worker.ts';
import { WAIT_MARGIN, type WaitLimitOf } from '../connections/wait-limit.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { callingWorkerOf, leaseSecretOf } from './authenticate-worker.ts';
import { viewLease } from './lease-view.ts';
import { type LeaseRoute, readLeaseKey } from './read-lease-key.ts';
import { createTellUnfit } from './tell-unfit.ts';

export interface LeaseRouteDependencies {
  readonly database: Database;
  readonly catalogue: Pick<OpenCatalogue, 'now'>;
  readonly blobs: Blobs;
  readonly broker: LeaseBroker;
  readonly wake: (pool: Pool) => void;
  readonly ephemeralJobs: EphemeralJobs;
  readonly provenance: ProvenanceIssuer;
  readonly startSpan?: StartSpan | undefined;
  readonly waitLimitOf: WaitLimitOf;
}

const otherVersion = invalidRequest([
  { path: '', message: `this server needs ${workerAgent}; update the worker to the version of the server` },
]);

/** The routes that claim and read a lease. */
export function leaseRoutes(routes: FastifyInstance, dependencies: LeaseRouteDependencies): void {
  const { database, broker, wake, ephemeralJobs } = dependencies;
  const recordWorker = createRecordWorker(database);
  const tellUnfit = createTellUnfit(dependencies.catalogue);
  const waitMsOf = (request: FastifyRequest) =>
    (dependencies.waitLimitOf(request) ?? Number.POSITIVE_INFINITY) * 1000 * WAIT_MARGIN;
  const view = (job: NewLease | BrokeredLease, { tokenId }: CallingWorker) =>
    viewLease(job, ephemeralJobs.find(job.id), { ...dependencies, tokenId });

  routes.post<{ Querystring: { after?: unknown } }>('/leases', async (request, reply) => {
    const agent = request.headers['user-agent'] ?? '';
    // It might not be able to deliver: each job that it leased would fail. Workers by others have names of their own.
    if (agent.startsWith('kinora-worker/') && agent !== workerAgent) return sendProblem(reply, otherVersion);
    const body = readBody(leaseRequestSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const worker = callingWorkerOf(request);
    const disconnected = new AbortController();
    // It also closes after each response, when there is nothing to end.
    reply.raw.on('close', () => reply.raw.writableFinished || disconnected.abort());
    if (reply.raw.destroyed) disconnected.abort();
    const refusal = await recordWorker({ ...body.value, ...worker });
    if (refusal !== undefined) return sendProblem(reply, refusal);
    tellUnfit(request, reply, { ...body.value, ...worker });
    if (request.query.after === AFTER_LOST_RESPONSE) {
      const { worker: name, held = [] } = body.value;
      const lost = { worker: name, tokenId: worker.tokenId, held };
      for (const { pool } of await requeueUnconfirmed(database, lost)) wake(pool);
    }
    const wait_ms = Math.min(body.value.wait_ms, waitMsOf(request));
    const job = await broker.lease({ ...body.value, ...worker, wait_ms }, disconnected.signal);
    if (job === undefined) return reply.code(204).send();
    traceWait(dependencies.startSpan, job);
    return reply.send(view(job, worker));
  });

  routes.get<LeaseRoute>('/leases/:jobId/:attempt', async (request, reply) => {
    const lease = readLeaseKey(request);
    if (!lease.ok) return sendProblem(reply, lease.problem);
    const job = await findClaimedJob(database, lease.value);
    if (job === undefined) return sendProblem(reply, leaseLost);
    return reply.send(view({ ...job, secret: leaseSecretOf(request) ?? '' }, callingWorkerOf(request)));
  });
}
