import { assert, type JobStatus } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { type ViewDependencies, viewJob } from '../http/v1/job-view.ts';
import type { CheckWebhookUrl } from '../http/v1/webhook-url.ts';
import { findEndedJob } from '../jobs/views/find-job.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ReadKeys } from '../kernel/key-versions.ts';
import type { StartSpan } from '../kernel/span.ts';
import { recordSettingChange } from '../notifications/settings-notice.ts';
import type { TaskList } from '../tasks/task.ts';
import { checkWebhookUrl } from '../webhooks/check-url.ts';
import { createDeliverEvent } from '../webhooks/deliver-event.ts';
import { createPostToReceiver } from '../webhooks/post-to-receiver.ts';
import { isPublicAddress } from '../webhooks/public-address.ts';
import { resolveAnyHost, resolvePublicHost } from '../webhooks/resolve-host.ts';

interface Webhooks {
  readonly checkWebhookUrl: CheckWebhookUrl;
  readonly webhookKeys: ReadKeys;
  /** Run apart from the others, which must not wait for receivers. */
  readonly tasks: TaskList;
  /** Interrupts the attempts in progress, which are made again. */
  stop(): void;
}

interface WebhookWiring extends ViewDependencies {
  readonly database: Database;
  readonly realClock: Clock;
  readonly allowsPrivate: boolean;
  readonly startSpan: StartSpan | undefined;
}

/** Wires webhooks: which addresses may be called, what signs, and how an event is delivered. */
export function wireWebhooks(webhookKeys: ReadKeys, wiring: WebhookWiring): Webhooks {
  const { database, clock, realClock, allowsPrivate, startSpan } = wiring;
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
    tasks: {
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
