import type { Queryable } from '../../db/database.ts';
import {
  type Answer,
  type IdempotencyClaim,
  type StoredResponse,
  storedResponseKey,
} from './stored-response.ts';

const RETENTION_HOURS = 24;

/**
 * Joins the responses that are still valid at the time of parameter `at`, such as `$2`, to `requested (account_id,
 * key)`.
 */
export function storedResponsesAt(at: string): string {
  return `idempotency_keys on idempotency_keys.account_id = requested.account_id
    and idempotency_keys.key = requested.key
    and idempotency_keys.created_at > ${at}::timestamptz - make_interval(hours => ${RETENTION_HOURS})`;
}

/** Limits the duration of one statement and of its locks. */
const DELETE_BATCH = 5000;

/** The responses of the last 24 hours. The account's funding lock serialises requests with the same key. */
export async function findStoredResponses(
  tx: Queryable,
  claims: readonly { readonly accountId: string; readonly key: string }[],
  at: Date,
): Promise<Map<string, StoredResponse>> {
  const rows = await tx.query<StoredResponse & { accountId: string; key: string }>(
    `select requested.account_id as "accountId", requested.key, request_hash as "requestHash", answer
     from unnest($1::uuid[], $2::text[]) as requested (account_id, key) join ${storedResponsesAt('$3')}`,
    [claims.map((c) => c.accountId), claims.map((c) => c.key), at],
  );
  return new Map(rows.map((row) => [storedResponseKey(row.accountId, row.key), row]));
}

export interface NewResponse extends IdempotencyClaim {
  readonly accountId: string;
  readonly answer: Answer;
}

/** Stores responses; a key older than 24 hours is overwritten. */
export async function storeResponses(
  tx: Queryable,
  responses: readonly NewResponse[],
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into idempotency_keys (account_id, key, request_hash, answer, created_at)
     select account_id, key, request_hash, answer, $5::timestamptz
     from unnest($1::uuid[], $2::text[], $3::bytea[], $4::json[]) as t (account_id, key, request_hash, answer)
     on conflict (account_id, key) do update
     set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at`,
    [
      responses.map(({ accountId }) => accountId),
      responses.map(({ key }) => key),
      responses.map(({ requestHash }) => requestHash),
      responses.map(({ answer }) => JSON.stringify(answer)),
      at,
    ],
  );
}

/** Deletes the responses that have expired. */
export async function deleteExpiredResponses(db: Queryable, at: Date): Promise<void> {
  for (let deleted = DELETE_BATCH; deleted === DELETE_BATCH; ) {
    // The age is checked twice: a row that was overwritten since the inner read is a new response.
    const rows = await db.query(
      `delete from idempotency_keys
       where created_at <= $1::timestamptz - make_interval(hours => $2) and ctid = any(array(
         select ctid from idempotency_keys
         where created_at <= $1::timestamptz - make_interval(hours => $2) limit $3
       )) returning 1`,
      [at, RETENTION_HOURS, DELETE_BATCH],
    );
    deleted = rows.length;
  }
}

/** Deletes the responses of a deleted account. */
export async function forgetResponses(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('delete from idempotency_keys where account_id = $1', [accountId]);
}
