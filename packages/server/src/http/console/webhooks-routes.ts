import {
  type ConsoleWebhooks,
  invalidRequest,
  noFieldsSchema,
  problem,
  type WebhookSettings,
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
import type { CheckWebhookUrl } from '../v1/webhook-url.ts';
import { personOf } from './session.ts';

export interface WebhooksDependencies extends WebhookDependencies {
  readonly checkWebhookUrl: CheckWebhookUrl;
}

/**
 * /webhooks: where events go, their secret and their deliveries.
 */
export function webhooksRoutes(routes: FastifyInstance, dependencies: WebhooksDependencies): void {
  routes.get('/webhooks', async (request, reply) => {
    const settings = await readWebhookSettings(dependencies, personOf(request).accountId);
    return reply.send(view(settings, false));
  });

  routes.put('/webhooks', async (request, reply) => {
    const read = readBody(webhookSettingsRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { url } = read.value;
    const checked = url === null ? { ok: true as const, url } : dependencies.checkWebhookUrl(url);
    if (!checked.ok) return sendProblem(reply, invalidRequest([{ path: 'url', message: checked.message }]));
    const { accountId } = personOf(request);
    const before = await readWebhookSettings(dependencies, accountId);
    const settings = await setWebhookUrl(dependencies, accountId, checked.url);
    return reply.send(view(settings, before.url === null && checked.url !== null));
  });

  routes.post('/webhooks/rotate-secret', async (request, reply) => {
    const read = readBody(noFieldsSchema, request.body ?? {});
    if (!read.ok) return sendProblem(reply, read.problem);
    const settings = await rotateWebhookSecret(dependencies, personOf(request).accountId);
    return reply.send(view(settings, true));
  });
  deliveryRoutes(routes, dependencies);
}

function deliveryRoutes(routes: FastifyInstance, { database }: WebhooksDependencies): void {
  routes.get('/webhooks/deliveries', async (request, reply) => {
    const read = readQuery(webhookDeliveryPageQuerySchema, request);
    if (!read.ok) return sendProblem(reply, read.problem);
    const page = await listDeliveries(database, personOf(request).accountId, read.value);
    return reply.send(page);
  });

  // It goes where it went.
  routes.post<{ Params: { id: string } }>(
    '/webhooks/deliveries/:id/replay',
    { config: { asks: 'session' } },
    async (request, reply) => {
      const read = readBody(noFieldsSchema, request.body ?? {});
      if (!read.ok) return sendProblem(reply, read.problem);
      const id = readId(request.params.id);
      const replayed = id && (await replayEvent(database, personOf(request).accountId, id));
      if (replayed) return reply.send(replayed);
      return sendProblem(reply, problem('not_found', 'There is no such delivery, or it is not yours.'));
    },
  );
}

function view(
  { url, secret, previous_secrets_until }: WebhookSettings,
  showsSecret: boolean,
): ConsoleWebhooks {
  return { url, previous_secrets_until, ...(showsSecret && { secret }) };
}
