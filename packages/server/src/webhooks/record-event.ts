import { notifyAfterSeconds, type WebhookEventType } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
import { addTask } from '../tasks/add-task.ts';
import { addDelivery } from './add-delivery.ts';

/** Events are recorded in the transaction of what they report, so that neither is ever there without the other. */

/**
 * SQL of where the end of a row of `jobs` is reported; null for nowhere. A job with zero retention is known to its caller
 * alone, and the job API has no webhooks.
 */
const WEBHOOK_URL = `case when jobs.interface = 'v1' and jobs.owning_node_id is null then coalesce(jobs.webhook_url,
    (select url from webhook_settings where webhook_settings.account_id = jobs.account_id)) end`;

/**
 * SQL of whether browsers are told of the end of a row of `jobs`: of a job of the studio that took long, if a browser of the account
 * has subscribed.
 */
const IS_PUSHED = `(jobs.interface = 'job_api' and jobs.owning_node_id is null
    and jobs.ended_at >= jobs.created_at + interval '${notifyAfterSeconds} seconds' and exists (
      select from auth_sessions join push_subscriptions on session_id = auth_sessions.id where user_id = jobs.account_id))`;

/** The columns of `ReportedEnd`, of a row of `jobs` that has just ended. */
export const REPORTED_END = `${WEBHOOK_URL} as "webhookUrl", ${IS_PUSHED} as "isPushed"`;

/** Where the end of a job is reported. */
export interface ReportedEnd {
  readonly webhookUrl: string | null;
  readonly isPushed: boolean;
}

interface EndedJob extends ReportedEnd {
  readonly jobId: string;
  readonly accountId: string;
}

/** Records the end of a job, if it is reported anywhere. */
export async function recordJobEnd(
  tx: Queryable,
  { jobId, accountId, webhookUrl: url, isPushed }: EndedJob,
  state: 'completed' | 'failed' | 'blocked',
  at: Date,
): Promise<void> {
  // A slow push service delays what else is sent to the account only.
  if (isPushed) await addTask(tx, 'send_push', { jobId }, { queueName: `push:${accountId}` });
  if (url !== null) await record(tx, { accountId, url, type: `job.${state}`, jobId, facts: null }, at);
}

/** Records that balances became low, for the accounts that have an address for events. */
export async function recordLowBalances(
  tx: Queryable,
  balances: ReadonlyMap<string, number>,
  at: Date,
): Promise<void> {
  const receivers = await tx.query<{ accountId: string; url: string }>(
    `select account_id as "accountId", url from webhook_settings
     where account_id = any($1::uuid[]) and url is not null`,
    [[...balances.keys()]],
  );
  for (const { accountId, url } of receivers) {
    const facts = { balance_cents: balances.get(accountId) };
    await record(tx, { accountId, url, type: 'balance.low', jobId: null, facts }, at);
  }
}

interface NewEvent {
  readonly accountId: string;
  readonly url: string;
  readonly type: WebhookEventType;
  readonly jobId: string | null;
  readonly facts: object | null;
}

async function record(tx: Queryable, event: NewEvent, at: Date): Promise<void> {
  const { accountId, url, type, jobId, facts } = event;
  const id = newId();
  await tx.query(
    `insert into webhook_events (id, account_id, url, type, job_id, facts, created_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7)`,
    [id, accountId, url, type, jobId, facts && JSON.stringify(facts), at],
  );
  await addDelivery(tx, { id, accountId });
}
