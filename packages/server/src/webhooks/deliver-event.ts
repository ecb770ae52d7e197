import type { JobStatus, WebhookEvent } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import type { ReadKeys } from '../kernel/key-versions.ts';
import type { StartSpan } from '../kernel/span.ts';
import { addDelivery } from './add-delivery.ts';
import { type AttemptOutcome, type AttemptResult, decideAttempt } from './decide-retry.ts';
import type { PostToReceiver } from './post-to-receiver.ts';
import { type SecretVersions, signMessage } from './webhook-secret.ts';

export interface DeliveryDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Receivers and tasks go by it, whatever the test clock is set to. */
  readonly realClock: Clock;
  /** Secrets are derived from these. */
  readonly webhookKeys: ReadKeys;
  readonly post: PostToReceiver;
  /** The status of an ended job as its owner would read it now. */
  readonly jobStatus: (jobId: string) => Promise<JobStatus>;
  /** Records that a receiver cleared the address of an account with a 410. */
  readonly noteCleared: (tx: Queryable, accountId: string, at: Date) => Promise<void>;
  /** Aborted when the process stops; what is interrupted then is attempted again. */
  readonly stopped: AbortSignal;
  /** Absent if nothing is traced. */
  readonly startSpan?: StartSpan | undefined;
}

interface PendingEvent extends SecretVersions {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly type: WebhookEvent['type'];
  readonly jobId: string | null;
  readonly facts: object | null;
  readonly createdAt: Date;
  /** The trace context of its job; null if that is not traced. */
  readonly traceparent: string | null;
}

/**
 * The task that makes one attempt to deliver an event, and adds that of the next one. The outcome is recorded after the
 * attempt, so a process that is killed in between delivers the event twice, with the same id.
 */
export function createDeliverEvent(dependencies: DeliveryDependencies) {
  const { database, clock, realClock, webhookKeys, post, jobStatus, stopped, startSpan } = dependencies;
  return async ({ eventId }: { readonly eventId: string }): Promise<void> => {
    const event = await findPending(database, eventId);
    if (event === undefined) return;
    const { id, accountId, url, type, jobId, facts, createdAt } = event;
    const data = jobId === null ? facts : await jobStatus(jobId);
    const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
    // The receiver compares it with its own clock.
    const timestamp = Math.floor(realClock.now().getTime() / 1000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Kinora-Webhooks/1.0',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signMessage(webhookKeys(), accountId, event, { id, timestamp, body }, clock.now()),
    };
    crashPoint('webhook.before_attempt');
    const { traceparent } = event;
    const span =
      traceparent === null ? undefined : startSpan?.('webhook', { parent: traceparent, kind: 'client' });
    const result = await post({ url, headers, body }, stopped);
    span?.set({ 'kinora.event': type, 'http.response.status_code': result.status ?? 0 });
    span?.end();
    crashPoint('webhook.after_attempt');
    await database.transaction(async (tx) => {
      const isCleared = await recordAttempt(tx, event, result, dependencies);
      if (isCleared) await dependencies.noteCleared(tx, accountId, clock.now());
    });
  };
}

/** Undefined if the event was delivered, given up or deleted meanwhile. Nothing is locked. */
async function findPending(database: Queryable, eventId: string): Promise<PendingEvent | undefined> {
  const [event] = await database.query<PendingEvent>(
    `select id, webhook_events.account_id as "accountId", webhook_events.url, type, job_id as "jobId", facts,
       created_at as "createdAt", coalesce(secret_version, 1) as version,
       coalesce(oldest_version, 1) as "oldestVersion", previous_until as "previousUntil",
       (select traceparent from jobs where jobs.id = job_id) as traceparent
     from webhook_events left join webhook_settings on webhook_settings.account_id = webhook_events.account_id
     where id = $1 and state = 'pending'`,
    [eventId],
  );
  return event;
}

/** Locks the event, then the account's settings after a 410. Returns whether that cleared the address of the account. */
async function recordAttempt(
  tx: Queryable,
  { id, accountId, url }: PendingEvent,
  result: AttemptResult,
  { clock, realClock }: Pick<DeliveryDependencies, 'clock' | 'realClock'>,
): Promise<boolean> {
  const at = clock.now();
  const [event] = await tx.query<{ attempts: number }>(
    `update webhook_events set attempts = attempts + 1, last_status = $2, last_attempt_at = $3
     where id = $1 returning attempts`,
    [id, result.status, at],
  );
  if (event === undefined) return false;
  const decided = decideAttempt(event.attempts, result, Math.random());
  await tx.query(
    `update webhook_events set state = $2, last_error = $3, next_attempt_at = $4 where id = $1`,
    [id, stateAfter(decided), errorOf(decided), nextAttempt(decided, at)],
  );
  if (decided.outcome === 'retry') {
    const dueAt = new Date(realClock.now().getTime() + decided.afterMs);
    await addDelivery(tx, { id, accountId }, dueAt);
  }
  return decided.outcome === 'gone' && endDeliveries(tx, accountId, url, decided.error);
}

/** Ends everything that is on its way to an address of the account, and its use for all events, if it is used for them. */
async function endDeliveries(tx: Queryable, accountId: string, url: string, error: string): Promise<boolean> {
  // An event that is locked is just being recorded; its next attempt gets the same response.
  await tx.query(
    `update webhook_events set state = 'failed', last_error = $3, next_attempt_at = null
     where id in (
       select id from webhook_events where account_id = $1 and state = 'pending' and url = $2
       for update skip locked
     )`,
    [accountId, url, error],
  );
  const cleared = await tx.query(
    'update webhook_settings set url = null where account_id = $1 and url = $2 returning account_id',
    [accountId, url],
  );
  return cleared.length === 1;
}

function stateAfter({ outcome }: AttemptOutcome): 'pending' | 'delivered' | 'failed' {
  if (outcome === 'retry') return 'pending';
  return outcome === 'delivered' ? 'delivered' : 'failed';
}

function errorOf(decided: AttemptOutcome): string | null {
  return decided.outcome === 'delivered' ? null : decided.error;
}

function nextAttempt(decided: AttemptOutcome, at: Date): Date | null {
  return decided.outcome === 'retry' ? new Date(at.getTime() + decided.afterMs) : null;
}
