import {
  heartbeatRequestSchema,
  leaseMs,
  type Pool,
  releaseRequestSchema,
  remoteOrderRequestSchema,
} from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { extendLease, isJobOver, leaseLost } from '../../attempt/leases.ts';
import { keepRemoteOrder, openRemoteOrder, withdrawRemoteOrders } from '../../attempt/remote-orders.ts';
import { requeueJob } from '../../attempt/requeue.ts';
import type { TraceAttempt } from '../../attempt/trace-attempt.ts';
import type { Database } from '../../db/database.ts';
import { sendProblem } from '../problem-handler.ts';
import { type LeaseRoute, readLeaseCall } from './read-lease-key.ts';

export interface HeldLeaseDependencies {
  readonly database: Database;
  readonly wake: (pool: Pool) => void;
  readonly traceAttempt?: TraceAttempt | undefined;
}

const RELEASED = { outcome: 'requeued', reason: 'the worker released it' } as const;

/** The routes that extend a lease, keep what was ordered from a renderer for it, and release it. */
export function heldLeaseRoutes(routes: FastifyInstance, dependencies: HeldLeaseDependencies): void {
  const { database, wake } = dependencies;

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/heartbeat', async (request, reply) => {
    const call = readLeaseCall(heartbeatRequestSchema, request);
    if (!call.ok) return sendProblem(reply, call.problem);
    const { lease, body } = call.value;
    const isExtended = await extendLease(database, lease, body);
    if (!isExtended && !(await isJobOver(database, lease))) return sendProblem(reply, leaseLost);
    return reply.send({ cancel: !isExtended, lease_ms: leaseMs });
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/order', async (request, reply) => {
    const call = readLeaseCall(remoteOrderRequestSchema, request);
    if (!call.ok) return sendProblem(reply, call.problem);
    const { lease, body } = call.value;
    const { account, id } = body;
    if (id !== undefined) {
      await keepRemoteOrder(database, lease, { account, id });
      return reply.send({});
    }
    const opened = await openRemoteOrder(database, lease, account);
    if (!opened.ok) return sendProblem(reply, opened.problem);
    if (opened.value?.isRepeated === true) {
      request.log.warn(
        { ...lease, account },
        'a job is ordered again, and may be billed twice by its renderer',
      );
    }
    if (opened.value === null) return reply.send({ order: null });
    const { key, id: known, number } = opened.value;
    return reply.send({ order: { key, id: known, number } });
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/release', async (request, reply) => {
    const call = readLeaseCall(releaseRequestSchema, request);
    if (!call.ok) return sendProblem(reply, call.problem);
    const { lease, body } = call.value;
    const trace = await dependencies.traceAttempt?.(lease);
    const job = await database.transaction(async (tx) => {
      const released = await requeueJob(tx, lease, RELEASED);
      if (released !== undefined && body.unsettled !== true) await withdrawRemoteOrders(tx, lease);
      return released;
    });
    if (job === undefined) return sendProblem(reply, leaseLost);
    trace?.end('released', []);
    wake(job.pool);
    return reply.send({});
  });
}
