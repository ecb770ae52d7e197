import type { PushMessage } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ReadKeys } from '../kernel/key-versions.ts';
import { addTask } from '../tasks/add-task.ts';
import type { TaskPayloads } from '../tasks/task.ts';
import type { AttemptResult } from '../webhooks/decide-retry.ts';
import type { PostToReceiver } from '../webhooks/post-to-receiver.ts';
import { type PushKeyPair, pushKeyPairs } from './push-keys.ts';
import { dropEnded, listSubscriptions, type Subscription } from './subscriptions.ts';

/** What became of a message to one browser. */
export type PushOutcome = 'sent' | 'ended' | 'dropped';

export interface PushDependencies {
  readonly database: Database;
  /** Tasks go by it. */
  readonly realClock: Clock;
  readonly pushKeys: ReadKeys;
  readonly post: PostToReceiver;
  /** Whom a push service can write to about the messages: a `mailto:` or `https:` address. */
  readonly contact: () => string;
  /** Aborted when the process stops; what is interrupted then is sent again. */
  readonly stopped: AbortSignal;
  readonly onPush: ((outcome: PushOutcome, count: number) => void) | undefined;
}

/** The pauses after failed attempts. A message that is later than some minutes says little. */
const PAUSES_MS = [10_000, 60_000, 300_000] as const;
/** How long a push service keeps a message for a browser that is away. */
const KEPT_SECONDS = 86_400;
const PROMPT_MAX = 80;

/**
 * The task that tells the browsers of an account that a job has ended, and adds that of the next attempt for those that could not be
 * reached. A process that is killed meanwhile sends again, and the browser shows one notification for a job.
 */
export function createSendPush(dependencies: PushDependencies) {
  const { database, realClock, pushKeys, onPush } = dependencies;
  return async ({ jobId, sessionIds, attempts = 1 }: TaskPayloads['send_push']): Promise<void> => {
    const job = await findEnd(database, jobId);
    if (job === undefined) return;
    const all = await listSubscriptions(database, job.accountId);
    const pairs = pushKeyPairs(pushKeys());
    const message = JSON.stringify(messageOf(jobId, job));
    const of: Record<PushOutcome | 'failed', Subscription[]> = {
      sent: [],
      ended: [],
      dropped: [],
      failed: [],
    };
    const isDue = ({ sessionId }: Subscription) => sessionIds?.includes(sessionId) ?? true;
    const tell = async (subscription: Subscription) => {
      const pair = pairs.find(({ version }) => version === subscription.keyVersion);
      // A browser whose key has ended subscribes again when it opens the studio.
      const outcome = pair && outcomeOf(await send(dependencies, subscription, pair, { jobId, message }));
      of[outcome ?? 'ended'].push(subscription);
    };
    await Promise.all(all.filter(isDue).map(tell));
    await dropEnded(database, of.ended);
    const pause = PAUSES_MS[attempts - 1];
    if (pause === undefined) of.dropped.push(...of.failed.splice(0));
    for (const outcome of ['sent', 'ended', 'dropped'] as const) onPush?.(outcome, of[outcome].length);
    if (pause === undefined || of.failed.length === 0) return;
    const next = { jobId, sessionIds: of.failed.map(({ sessionId }) => sessionId), attempts: attempts + 1 };
    const runAt = new Date(realClock.now().getTime() + pause);
    await addTask(database, 'send_push', next, { runAt, queueName: `push:${job.accountId}` });
  };
}

interface EndedJob {
  readonly accountId: string;
  readonly medium: 'image' | 'video';
  readonly isReady: boolean;
  /** Null once purged. */
  readonly prompt: string | null;
}

/** Undefined for a job that was deleted, or whose result is hidden, meanwhile. */
async function findEnd(db: Queryable, jobId: string): Promise<EndedJob | undefined> {
  const [job] = await db.query<EndedJob>(
    `select account_id as "accountId", medium, state = 'completed' as "isReady", prompt from jobs
     where id = $1 and deleted_at is null and hidden_at is null`,
    [jobId],
  );
  return job;
}

function messageOf(jobId: string, { medium, isReady, prompt }: EndedJob): PushMessage {
  const words = [...(prompt ?? '')];
  const body = words.length > PROMPT_MAX ? `${words.slice(0, PROMPT_MAX - 1).join('')}…` : words.join('');
  return { job_id: jobId, title: `Your ${medium} ${isReady ? 'is ready' : 'could not be made'}`, body };
}

/** The library encrypts for the browser and signs; what it returns is sent as every message to an address of a customer. */
async function send(
  { post, contact, stopped }: PushDependencies,
  { endpoint, p256dh, auth }: Subscription,
  { publicKey, privateKey }: PushKeyPair,
  { jobId, message }: { readonly jobId: string; readonly message: string },
): Promise<AttemptResult> {
  const { generateRequestDetails } = (await import('web-push')).default;
  const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
    vapidDetails: { subject: contact(), publicKey, privateKey },
    TTL: KEPT_SECONDS,
    // A message that waits is replaced by another one of the same job.
    topic: jobId.replaceAll('-', ''),
  });
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return post({ url: endpoint, headers: Object.fromEntries(texts), body }, stopped);
}

function outcomeOf({ status }: AttemptResult): PushOutcome | 'failed' {
  if (status === 404 || status === 410) return 'ended';
  if (status === null || status === 429 || status >= 500) return 'failed';
  return status >= 200 && status < 300 ? 'sent' : 'dropped';
}
