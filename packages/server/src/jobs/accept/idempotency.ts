import type { Queryable } from '../../db/database.ts';
import type { Answer, IdempotencyClaim } from './stored-response.ts';

const RETENTION_HOURS = 24;

/** The responses to `keys` of an account that are still valid at the time of parameter `at`, such as `$2`. */
export function storedResponsesOf(account: string, keys: string, at: string): string {
  return `(select json_agg(json_build_object('key', key, 'requestHash', encode(request_hash, 'hex'), 'answer', answer))
    from idempotency_keys where account_id = ${account} and key = any(${keys})
      and created_at > ${at}::timestamptz - make_interval(hours => ${RETENTION_HOURS}))`;
}

/** A stored response in the format of `storedResponsesOf`. */
export interface StoredResponseRow {
  readonly key: string;
  /** In hex. */
  readonly requestHash: string;
  readonly answer: Answer;
}

/** Limits the duration of one statement and of its locks. */
const DELETE_BATCH = 5000;

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
