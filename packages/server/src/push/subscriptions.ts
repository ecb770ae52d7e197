import type { PushSubscriptionRequest } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';

/** So many browsers of an account are notified; the one that subscribed first makes room for another. */
const MAX_OF_ACCOUNT = 10;

/** A browser, which is one session, and its subscription. */
export interface Subscription {
  readonly sessionId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly keyVersion: number;
}

/** SQL of the sessions of the account `$1`. */
const OF_ACCOUNT = 'session_id in (select id from auth_sessions where user_id = $1)';

/** Where the browser of a session is sent messages that are signed with this version; undefined for nowhere. */
export async function findEndpoint(
  db: Queryable,
  sessionId: string,
  keyVersion: number,
): Promise<string | undefined> {
  const [found] = await db.query<{ endpoint: string }>(
    'select endpoint from push_subscriptions where session_id = $1 and key_version = $2',
    [sessionId, keyVersion],
  );
  return found?.endpoint;
}

/**
 * Keeps the subscription of a browser in place of its former one, also of one that a former session of the same browser left. A
 * session that ended meanwhile gets none.
 */
export async function keepSubscription(
  database: Database,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
  { endpoint, keys }: PushSubscriptionRequest,
  keyVersion: number,
  at: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    // Locks the session, which its end waits for.
    const open = await tx.query('select from auth_sessions where id = $1 for key share', [sessionId]);
    if (open.length === 0) return;
    await tx.query(
      `insert into push_subscriptions (session_id, endpoint, p256dh, auth, key_version, created_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh,
         auth = excluded.auth, key_version = excluded.key_version, created_at = excluded.created_at`,
      [sessionId, endpoint, keys.p256dh, keys.auth, keyVersion, at],
    );
    await tx.query(
      `delete from push_subscriptions where ${OF_ACCOUNT} and session_id <> $2 and (endpoint = $3 or session_id not in (
         select session_id from push_subscriptions where ${OF_ACCOUNT} order by created_at desc limit ${MAX_OF_ACCOUNT}
       ))`,
      [accountId, sessionId, endpoint],
    );
  });
}

export async function dropSubscription(db: Queryable, sessionId: string): Promise<void> {
  await db.query('delete from push_subscriptions where session_id = $1', [sessionId]);
}

/** The browsers of an account that are signed in; sessions are dated by the system's clock. */
export function listSubscriptions(db: Queryable, accountId: string): Promise<Subscription[]> {
  return db.query(
    `select session_id as "sessionId", endpoint, p256dh, auth, key_version as "keyVersion"
     from push_subscriptions join auth_sessions on id = session_id where user_id = $1 and expires_at > $2`,
    [accountId, new Date()],
  );
}

/** Deletes subscriptions that have ended, unless the browser has another one meanwhile. */
export async function dropEnded(db: Queryable, ended: readonly Subscription[]): Promise<void> {
  await db.query(
    `delete from push_subscriptions where (session_id, endpoint) in (select * from unnest($1::uuid[], $2::text[]))`,
    [ended.map(({ sessionId }) => sessionId), ended.map(({ endpoint }) => endpoint)],
  );
}

/** Deletes those of sessions that have expired; no session lasts longer than 30 days. */
export async function sweepSubscriptions(db: Queryable): Promise<void> {
  await db.query(
    'delete from push_subscriptions where session_id in (select id from auth_sessions where expires_at <= $1)',
    [new Date()],
  );
}
