import {
  invalidRequest,
  noFieldsSchema,
  problem,
  webhookDeliveryPageQuerySchema,
  webhookSettingsRequestSchema,
} from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { readId } from '../../kernel/ids.ts';
import { listDeliveries } from '../../webhooks/list-deliveries.ts';
import { replayEvent } from '../../webhooks/replay-event.ts';
import {
  readWebhookSettings,
  rotateWebhookSecret,
  setWebhookUrl,
  type WebhookDependencies,
} from '../../webhooks/webhook-settings.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { readQuery } from '../request/read-query.ts';
import { callerOf, settingChangesBy } from './authenticate-by-key.ts';
import type { CheckWebhookUrl } from './webhook-url.ts';

export interface WebhookRouteDependencies extends WebhookDependencies {
  readonly checkWebhookUrl: CheckWebhookUrl;
}

/** GET and POST /me/webhooks, POST /me/webhooks/rotate-secret; all three return the settings. */
export function webhookRoutes(routes: FastifyInstance, dependencies: WebhookRouteDependencies): void {
  // It shows where results go.
  routes.get('/me/webhooks', { config: { scope: 'manage' } }, async (request, reply) => {
    const settings = await readWebhookSettings(dependencies, callerOf(request).accountId);
    return reply.header('cache-control', 'no-store').send(settings);
  });

  routes.post('/me/webhooks', async (request, reply) => {
    const read = readBody(webhookSettingsRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { url } = read.value;
    const checked = url === null ? { ok: true as const, url } : dependencies.checkWebhookUrl(url);
    if (!checked.ok) return sendProblem(reply, invalidRequest([{ path: 'url', message: checked.message }]));
    const changes = settingChangesBy(request, dependencies.clock);
    const { accountId } = callerOf(request);
    const settings = await setWebhookUrl(dependencies, accountId, checked.url, changes.note);
    changes.log();
    return reply.header('cache-control', 'no-store').send(settings);
  });

  routes.post('/me/webhooks/rotate-secret', async (request, reply) => {
    const read = readBody(noFieldsSchema, request.body ?? {});
    if (!read.ok) return sendProblem(reply, read.problem);
    const changes = settingChangesBy(request, dependencies.clock);
    const { accountId } = callerOf(request);
    const settings = await rotateWebhookSecret(dependencies, accountId, changes.note);
    changes.log();
    return reply.header('cache-control', 'no-store').send(settings);
  });
  deliveryRoutes(routes, dependencies);
}

/** GET /me/webhooks/deliveries and POST /me/webhooks/deliveries/<id>/replay. */
function deliveryRoutes(routes: FastifyInstance, { database }: WebhookRouteDependencies): void {
  routes.get('/me/webhooks/deliveries', { config: { scope: 'manage' } }, async (request, reply) => {
    const read = readQuery(webhookDeliveryPageQuerySchema, request);
    if (!read.ok) return sendProblem(reply, read.problem);
    const page = await listDeliveries(database, callerOf(request).accountId, read.value);
    return reply.header('cache-control', 'no-store').send(page);
  });

  routes.post<{ Params: { id: string } }>('/me/webhooks/deliveries/:id/replay', async (request, reply) => {
    const read = readBody(noFieldsSchema, request.body ?? {});
    if (!read.ok) return sendProblem(reply, read.problem);
    const id = readId(request.params.id);
    const replayed = id && (await replayEvent(database, callerOf(request).accountId, id));
    if (replayed) return reply.header('cache-control', 'no-store').send(replayed);
    return sendProblem(reply, problem('not_found', 'There is no such delivery, or it is not yours.'));
  });
}
