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
import { settingChanges } from '../account/setting-changes.ts';
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
  const { clock } = dependencies;
  routes.get('/webhooks', async (request, reply) => {
    return reply.send(await readWebhookSettings(dependencies, personOf(request).accountId));
  });

  routes.put('/webhooks', async (request, reply) => {
    const read = readBody(webhookSettingsRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { url } = read.value;
    const checked = url === null ? { ok: true as const, url } : dependencies.checkWebhookUrl(url);
    if (!checked.ok) return sendProblem(reply, invalidRequest([{ path: 'url', message: checked.message }]));
    const { accountId } = personOf(request);
    const changes = settingChanges(request, clock, { accountId, by: 'session' });
    const settings = await setWebhookUrl(dependencies, accountId, checked.url, changes.note);
    changes.log();
    return reply.send(settings);
  });

  routes.post('/webhooks/rotate-secret', async (request, reply) => {
    const read = readBody(noFieldsSchema, request.body ?? {});
    if (!read.ok) return sendProblem(reply, read.problem);
    const { accountId } = personOf(request);
    const changes = settingChanges(request, clock, { accountId, by: 'session' });
    const settings = await rotateWebhookSecret(dependencies, accountId, changes.note);
    changes.log();
    return reply.send(settings);
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
