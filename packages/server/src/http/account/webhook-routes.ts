import {
  invalidRequest,
  noFieldsSchema,
  problem,
  webhookDeliveryPageQuerySchema,
  webhookSettingsRequestSchema,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
import type { SettingChanges } from './setting-changes.ts';

export interface WebhookRouteDependencies extends WebhookDependencies {
  readonly checkWebhookUrl: CheckWebhookUrl;
}

/** Who calls the routes: a program by its key, or a person in the console. */
export interface WebhookCaller {
  /** Sets the address. */
  readonly setBy: 'POST' | 'PUT';
  readonly accountIdOf: (request: FastifyRequest) => string;
  readonly changesBy: (request: FastifyRequest) => SettingChanges;
}

type DeliveryRoute = { Params: { id: string } };

/** Below `path`: where events go, their secret, and their deliveries, each of which can be replayed. */
export function webhookRoutes(
  routes: FastifyInstance,
  path: string,
  { setBy, accountIdOf, changesBy }: WebhookCaller,
  dependencies: WebhookRouteDependencies,
): void {
  const { database, checkWebhookUrl } = dependencies;
  const send = (reply: FastifyReply, view: object) => reply.header('cache-control', 'no-store').send(view);
  // They show where results go.
  const reading = { config: { scope: 'manage' } } as const;
  // An event goes where it went.
  const replaying = { config: { asks: 'session' } } as const;

  routes.get(path, reading, async (request, reply) =>
    send(reply, await readWebhookSettings(dependencies, accountIdOf(request))),
  );

  routes.route({
    method: setBy,
    url: path,
    async handler(request, reply) {
      const read = readBody(webhookSettingsRequestSchema, request.body);
      if (!read.ok) return sendProblem(reply, read.problem);
      const { url } = read.value;
      const checked = url === null ? { ok: true as const, url } : checkWebhookUrl(url);
      if (!checked.ok) return sendProblem(reply, invalidRequest([{ path: 'url', message: checked.message }]));
      const changes = changesBy(request);
      const settings = await setWebhookUrl(dependencies, accountIdOf(request), checked.url, changes.note);
      changes.log();
      return send(reply, settings);
    },
  });

  routes.post(`${path}/rotate-secret`, async (request, reply) => {
    const read = readBody(noFieldsSchema, request.body ?? {});
    if (!read.ok) return sendProblem(reply, read.problem);
    const changes = changesBy(request);
    const settings = await rotateWebhookSecret(dependencies, accountIdOf(request), changes.note);
    changes.log();
    return send(reply, settings);
  });

  routes.get(`${path}/deliveries`, reading, async (request, reply) => {
    const read = readQuery(webhookDeliveryPageQuerySchema, request);
    if (!read.ok) return sendProblem(reply, read.problem);
    return send(reply, await listDeliveries(database, accountIdOf(request), read.value));
  });

  routes.post<DeliveryRoute>(`${path}/deliveries/:id/replay`, replaying, async (request, reply) => {
    const read = readBody(noFieldsSchema, request.body ?? {});
    if (!read.ok) return sendProblem(reply, read.problem);
    const id = readId(request.params.id);
    const replayed = id && (await replayEvent(database, accountIdOf(request), id));
    if (replayed) return send(reply, replayed);
    return sendProblem(reply, problem('not_found', 'There is no such delivery, or it is not yours.'));
  });
}
