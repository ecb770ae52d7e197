import { assert, type JobStatus } from '@kinora/contract';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { type ViewDependencies, viewJob } from '../http/v1/job-view.ts';
import type { CheckWebhookUrl } from '../http/v1/webhook-url.ts';
import { findEndedJob } from '../jobs/views/find-job.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ReadKeys } from '../kernel/key-versions.ts';
import type { StartSpan } from '../kernel/span.ts';
import { recordSettingChange } from '../notifications/settings-notice.ts';
import { createSendPush, type PushDependencies } from '../push/send-push.ts';
import type { TaskList } from '../tasks/task.ts';
import { checkWebhookUrl } from '../webhooks/check-url.ts';
import { createDeliverEvent } from '../webhooks/deliver-event.ts';
import { createPostToReceiver } from '../webhooks/post-to-receiver.ts';
import { isPublicAddress } from '../webhooks/public-address.ts';
import { resolveAnyHost, resolvePublicHost } from '../webhooks/resolve-host.ts';
import type { KeysOf } from './wire-keys.ts';

interface Webhooks {
  readonly checkWebhookUrl: CheckWebhookUrl;
  readonly webhookKeys: ReadKeys;
  readonly pushKeys: ReadKeys;
  /** Run apart from the others, which must not wait for receivers. */
  readonly tasks: TaskList;
  /** Interrupts the attempts in progress, which are made again. */
  stop(): void;
}

interface WebhookWiring extends ViewDependencies {
  readonly database: Database;
  readonly realClock: Clock;
  readonly startSpan: StartSpan | undefined;
  readonly onPush: PushDependencies['onPush'];
}

/** Wires what is sent to addresses that customers name: which may be called, what signs, and how an event is delivered. */
export function wireWebhooks(
  { allowsPrivateWebhooks: allowsPrivate, securityContact }: Config,
  keysOf: KeysOf,
  wiring: WebhookWiring,
): Webhooks {
  const { database, clock, realClock, startSpan, publicUrl } = wiring;
  const webhookKeys = keysOf('webhooks');
  const pushKeys = keysOf('push');
  // Push services take no address by http.
  const contact = () => securityContact ?? publicUrl().replace(/^http:/, 'https:');
  const stopping = new AbortController();
  const jobStatus = async (jobId: string): Promise<JobStatus> => {
    const job = await findEndedJob(database, jobId);
    assert(job !== undefined, 'the row of a job is never deleted');
    return viewJob(job, wiring);
  };
  const post = createPostToReceiver({
    resolveHost: allowsPrivate ? resolveAnyHost : resolvePublicHost,
    isAllowed: allowsPrivate ? () => true : isPublicAddress,
  });
  const stopped = stopping.signal;
  return {
    checkWebhookUrl: (text) => checkWebhookUrl(text, allowsPrivate),
    webhookKeys,
    pushKeys,
    tasks: {
      send_push: createSendPush({ ...wiring, pushKeys, contact, post, stopped }),
      deliver_webhook: createDeliverEvent({
        database,
        clock,
        realClock,
        webhookKeys,
        post,
        jobStatus,
        noteCleared: async (tx, accountId, at) => {
          const receiver = { accountId, by: 'receiver', network: null } as const;
          await recordSettingChange(tx, receiver, { setting: 'webhook_address', value: 'none' }, at);
        },
        stopped,
        startSpan,
      }),
    },
    stop: () => stopping.abort(),
  };
}
