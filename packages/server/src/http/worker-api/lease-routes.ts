import {
  AFTER_LOST_RESPONSE,
  heartbeatRequestSchema,
  leaseMs,
  leaseRequestSchema,
  type Pool,
} from '@kinora/contract';
import type { ProvenanceIssuer } from '@kinora/media/provenance/issuer';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { extendLease, findClaimedJob, leaseLost, releaseLease } from '../../jobs/attempts/leases.ts';
import { requeueUnconfirmed } from '../../jobs/attempts/requeue-unconfirmed.ts';
import { recordWorker } from '../../jobs/capacity/worker-health.ts';
import type { EphemeralJobs } from '../../jobs/ephemeral-jobs.ts';
import type { ClaimedJob } from '../../jobs/queue/claim-job.ts';
import type { LeaseBroker } from '../../jobs/queue/lease-broker.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { viewLease } from './lease-view.ts';
import { type LeaseRoute, readLeaseKey } from './read-lease-key.ts';

export interface LeaseRouteDependencies {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly broker: LeaseBroker;
  readonly wake: (pool: Pool) => void;
  readonly ephemeralJobs: EphemeralJobs;
  readonly provenance: ProvenanceIssuer;
}

/** The routes that claim, read, extend and release a lease. */
export function leaseRoutes(routes: FastifyInstance, dependencies: LeaseRouteDependencies): void {
  const { database, broker, wake, ephemeralJobs } = dependencies;
  const view = (job: ClaimedJob) =>
    viewLease(job, job.prompt ?? ephemeralJobs.find(job.id)?.prompt, dependencies);

  routes.post<{ Querystring: { after?: unknown } }>('/leases', async (request, reply) => {
    const body = readBody(leaseRequestSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const disconnected = new AbortController();
    reply.raw.on('close', () => disconnected.abort());
    if (reply.raw.destroyed) disconnected.abort();
    await recordWorker(database, body.value);
    if (request.query.after === AFTER_LOST_RESPONSE) {
      for (const pool of await requeueUnconfirmed(database, body.value.worker)) wake(pool);
    }
    const job = await broker.lease(body.value, disconnected.signal);
    return job === undefined ? reply.code(204).send() : reply.send(await view(job));
  });

  routes.get<LeaseRoute>('/leases/:jobId/:attempt', async (request, reply) => {
    const lease = readLeaseKey(request);
    if (!lease.ok) return sendProblem(reply, lease.problem);
    const job = await findClaimedJob(database, lease.value);
    return job === undefined ? sendProblem(reply, leaseLost) : reply.send(await view(job));
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/heartbeat', async (request, reply) => {
    const body = readBody(heartbeatRequestSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const lease = readLeaseKey(request);
    if (!lease.ok) return sendProblem(reply, lease.problem);
    const isExtended = await extendLease(database, lease.value, body.value);
    return isExtended ? reply.send({ cancel: false, lease_ms: leaseMs }) : sendProblem(reply, leaseLost);
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/release', async (request, reply) => {
    const lease = readLeaseKey(request);
    if (!lease.ok) return sendProblem(reply, lease.problem);
    const pool = await releaseLease(database, lease.value);
    if (pool === undefined) return sendProblem(reply, leaseLost);
    wake(pool);
    return reply.send({});
  });
}
