import {
  invalidRequest,
  type NewWorkerTokenView,
  newWorkerTokenBodySchema,
  type OperatorWorkers,
  ok,
  problem,
  type RevokedWorkerToken,
  refused,
  revokeWorkerTokenBodySchema,
} from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { revokeWorkerToken } from '../../../attempt/requeue.ts';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import type { OpenCatalogue } from '../../../catalogue/open-catalogue.ts';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { recordAction } from '../../../operator/operator-action.ts';
import { createWorkerToken, listWorkerTokens } from '../../../workers/change-worker-tokens.ts';
import { unfitCapabilities } from '../../../workers/unfit-capabilities.ts';
import { listWorkerHistory } from '../../../workers/worker-history.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { operatorOf, sendAction } from './acting-operator.ts';

interface WorkerRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly catalogue: Pick<OpenCatalogue, 'now'>;
}

const SHOWN = 200;

/** GET /workers, POST /worker-tokens and POST /worker-tokens/revoke. */
export function workerRoutes(routes: FastifyInstance, dependencies: WorkerRouteDependencies): void {
  const { database, clock, catalogue } = dependencies;
  routes.get('/workers', async (_request, reply) =>
    reply.send(await viewWorkers(database, catalogue.now(), clock.now())),
  );

  routes.post('/worker-tokens', async (request, reply) => {
    const body = readBody(newWorkerTokenBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { name } = body.value;
    const at = clock.now();
    const created = await database.transaction(async (tx) => {
      const token = await createWorkerToken(tx, name, at);
      if (token === undefined) return undefined;
      const action = { kind: 'worker_token_created', accountId: null, details: { name } } as const;
      return { token, event: await recordAction(tx, operatorOf(request), action, at) };
    });
    if (created === undefined) {
      const message = 'is the name of a valid token; revoke it, or use another name';
      return sendProblem(reply, invalidRequest([{ path: 'name', message }]));
    }
    const view: NewWorkerTokenView = { name, token: created.token };
    return sendAction(request, reply, ok(created.event), () => view);
  });

  routes.post('/worker-tokens/revoke', async (request, reply) => {
    const body = readBody(revokeWorkerTokenBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { name, reason } = body.value;
    const at = clock.now();
    const revoked = await database.transaction(async (tx) => {
      const jobs = await revokeWorkerToken(tx, name, at);
      if (jobs === undefined) return undefined;
      const details = { name, reason, requeued_jobs: jobs };
      const action = { kind: 'worker_token_revoked', accountId: null, details } as const;
      return { jobs, event: await recordAction(tx, operatorOf(request), action, at) };
    });
    const message = 'There is no valid token of this name; it may have been revoked meanwhile.';
    if (revoked === undefined)
      return sendAction(request, reply, refused(problem('changed_meanwhile', message)));
    const view: RevokedWorkerToken = { requeued_jobs: revoked.jobs };
    return sendAction(request, reply, ok(revoked.event), () => view);
  });
}

async function viewWorkers(database: Database, catalogue: Catalogue, at: Date): Promise<OperatorWorkers> {
  const [workers, tokens] = await Promise.all([
    listWorkerHistory(database, at, SHOWN),
    listWorkerTokens(database, SHOWN),
  ]);
  return {
    at: at.toISOString(),
    workers: workers.map((worker) => ({
      name: worker.name,
      state: worker.state,
      seen_at: worker.seenAt.toISOString(),
      trouble: worker.trouble && { ...worker.trouble, since: new Date(worker.trouble.since).toISOString() },
      pools: [...worker.pools],
      unfit: [...unfitCapabilities(worker.capabilities, catalogue)],
      engine: `${worker.engine} ${worker.engineVersion}`,
      gpu: worker.gpu,
      vram_free_gb: worker.vramFreeGb,
      zero_retention: worker.zeroRetention,
      running: worker.running,
      queue_size: worker.queueSize,
      token: worker.token,
      last_day: {
        completed: worker.completed,
        blocked: worker.blocked,
        faults: worker.faults,
        lost: worker.lost,
      },
      renderer: { ten_minutes: worker.rendererOfTenMinutes, day: worker.rendererOfDay },
    })),
    tokens: tokens.map(({ name, createdAt, revokedAt, seenAt }) => ({
      name,
      created_at: createdAt.toISOString(),
      revoked_at: revokedAt?.toISOString() ?? null,
      seen_at: seenAt?.toISOString() ?? null,
    })),
  };
}
