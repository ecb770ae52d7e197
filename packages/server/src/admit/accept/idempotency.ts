import type { Queryable } from '../../db/database.ts';
import { RESPONSE_HOURS } from '../../jobs/retention/delete-responses.ts';
import type { Answer, IdempotencyClaim } from './stored-response.ts';

/** The responses to `keys` of an account that are still valid at the time of parameter `at`, such as `$2`. */
export function storedResponsesOf(account: string, keys: string, at: string): string {
  return `(select json_agg(json_build_object('key', key, 'requestHash', encode(request_hash, 'hex'), 'answer', answer))
    from idempotency_keys where account_id = ${account} and key = any(${keys})
      and created_at > ${at}::timestamptz - make_interval(hours => ${RESPONSE_HOURS}))`;
}

/** A stored response in the format of `storedResponsesOf`. */
export interface StoredResponseRow {
  readonly key: string;
  /** The hash in hexadecimal. */
  readonly requestHash: string;
  readonly answer: Answer;
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
