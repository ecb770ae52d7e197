import type { WebhookEventType } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
import { addDelivery } from './add-delivery.ts';

/** Events are recorded in the transaction of what they report, so that neither is ever there without the other. */

/**
 * SQL of where the end of a row of `jobs` is reported; null for nowhere. A job with zero retention is known to its caller
 * alone, and the job API has no webhooks.
 */
export const WEBHOOK_URL_OF_JOB = `case when jobs.interface = 'v1' and jobs.owning_node_id is null then coalesce(jobs.webhook_url,
    (select url from webhook_settings where webhook_settings.account_id = jobs.account_id)) end`;

interface EndedJob {
  readonly jobId: string;
  readonly accountId: string;
  /** It is what `WEBHOOK_URL_OF_JOB` reads. */
  readonly webhookUrl: string | null;
}

/** Records the end of a job, if it is reported anywhere. */
export async function recordJobEnd(
  tx: Queryable,
  { jobId, accountId, webhookUrl: url }: EndedJob,
  state: 'completed' | 'failed' | 'blocked',
  at: Date,
): Promise<void> {
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
