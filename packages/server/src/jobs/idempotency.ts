import type { AcceptedJob, AcceptedJobApiJob } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';

/** What a client sends to make a retry safe: the same key with the same request is answered once. */
export interface IdempotencyClaim {
  readonly key: string;
  /** SHA-256 of the request as understood, so that white space and defaults do not matter. */
  readonly requestHash: Buffer;
}

export interface RememberedAnswer {
  readonly requestHash: Buffer;
  readonly answer: AcceptedJob | AcceptedJobApiJob;
}

const REMEMBERED_HOURS = 24;

/** Rows that one statement takes, so that it is short. */
const FORGOTTEN_AT_ONCE = 5000;

/** Key of the map that `findRemembered` answers. */
export function rememberedKey(accountId: string, key: string): string {
  return `${accountId} ${key}`;
}

/** The answers of the last 24 hours. Read under the account's funding lock, so no twin can slip past. */
export async function findRemembered(
  tx: Queryable,
  claims: readonly { readonly accountId: string; readonly key: string }[],
  at: Date,
): Promise<Map<string, RememberedAnswer>> {
  if (claims.length === 0) return new Map();
  const rows = await tx.query<RememberedAnswer & { accountId: string; key: string }>(
    `select account_id as "accountId", key, request_hash as "requestHash", answer
     from idempotency_keys join unnest($1::uuid[], $2::text[]) as wanted (account_id, key) using (account_id, key)
     where created_at > $3::timestamptz - make_interval(hours => $4)`,
    [claims.map((c) => c.accountId), claims.map((c) => c.key), at, REMEMBERED_HOURS],
  );
  return new Map(rows.map((row) => [rememberedKey(row.accountId, row.key), row]));
}

export interface NewAnswer extends IdempotencyClaim {
  readonly accountId: string;
  readonly answer: AcceptedJob | AcceptedJobApiJob;
}

/** Remembers answers; a key older than 24 hours is taken over. */
export async function rememberAnswers(tx: Queryable, answers: readonly NewAnswer[], at: Date): Promise<void> {
  if (answers.length === 0) return;
  await tx.query(
    `insert into idempotency_keys (account_id, key, request_hash, answer, created_at)
     select account_id, key, request_hash, answer, $5::timestamptz
     from unnest($1::uuid[], $2::text[], $3::bytea[], $4::json[]) as t (account_id, key, request_hash, answer)
     on conflict (account_id, key) do update
     set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at`,
    [
      answers.map((a) => a.accountId),
      answers.map((a) => a.key),
      answers.map((a) => a.requestHash),
      answers.map((a) => JSON.stringify(a.answer)),
      at,
    ],
  );
}

/** Deletes the answers that are not given any more. */
export async function forgetAnswers(db: Queryable, at: Date): Promise<void> {
  for (let forgotten = FORGOTTEN_AT_ONCE; forgotten === FORGOTTEN_AT_ONCE; ) {
    // The age is asked twice: a row taken over since the inner reading is a new answer.
    const rows = await db.query(
      `delete from idempotency_keys
       where created_at <= $1::timestamptz - make_interval(hours => $2) and ctid = any(array(
         select ctid from idempotency_keys
         where created_at <= $1::timestamptz - make_interval(hours => $2) limit $3
       )) returning 1`,
      [at, REMEMBERED_HOURS, FORGOTTEN_AT_ONCE],
    );
    forgotten = rows.length;
  }
}
