import { readFileSync } from 'node:fs';
import { invalidRequest, type PushView, pushSubscriptionSchema } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ReadKeys } from '../../kernel/key-versions.ts';
import { isPoint, pushKeyPairs } from '../../push/push-keys.ts';
import { dropSubscription, findEndpoint, keepSubscription } from '../../push/subscriptions.ts';
import { NO_FRAMES } from '../common-headers.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import type { CheckWebhookUrl } from '../v1/webhook-url.ts';
import { personOf } from './session.ts';

export interface PushRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly pushKeys: ReadKeys;
  /** A subscription names an address that this server calls, as a webhook does. */
  readonly checkWebhookUrl: CheckWebhookUrl;
}

const worker = readFileSync(new URL('./push-worker.js', import.meta.url), 'utf8');

/** GET /push-worker.js: at the root, because a service worker is for the pages below its address. */
export function pushWorkerRoute(server: FastifyInstance): void {
  server.get('/push-worker.js', async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': `default-src 'none'; ${NO_FRAMES}`,
      })
      .send(worker),
  );
}

const OF_SESSION = { config: { asks: 'session' } } as const;

/** GET, PUT and DELETE /push: whether the browser of the session is sent messages, which ends with the session. */
export function pushRoutes(routes: FastifyInstance, dependencies: PushRouteDependencies): void {
  const { database, clock, pushKeys, checkWebhookUrl } = dependencies;
  routes.get('/push', async (request, reply) => {
    const [current] = pushKeyPairs(pushKeys());
    const endpoint = await findEndpoint(database, personOf(request).sessionId, current.version);
    return reply.send({ key: current.publicKey, endpoint: endpoint ?? null } satisfies PushView);
  });

  routes.put('/push', OF_SESSION, async (request, reply) => {
    const body = readBody(pushSubscriptionSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const refuse = (path: string, message: string) => sendProblem(reply, invalidRequest([{ path, message }]));
    const { endpoint, keys, key } = body.value;
    const checked = checkWebhookUrl(endpoint);
    if (!checked.ok) return refuse('endpoint', checked.message);
    if (!isPoint(keys.p256dh)) return refuse('keys.p256dh', 'must be a point of the curve P-256');
    const pair = pushKeyPairs(pushKeys()).find(({ publicKey }) => publicKey === key);
    if (pair === undefined) return refuse('key', 'must be the key that GET /push has');
    const subscription = { ...body.value, endpoint: checked.url };
    await keepSubscription(database, personOf(request), subscription, pair.version, clock.now());
    return reply.code(204).send();
  });

  routes.delete('/push', OF_SESSION, async (request, reply) => {
    await dropSubscription(database, personOf(request).sessionId);
    return reply.code(204).send();
  });
}
