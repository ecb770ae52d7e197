import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';

/** A call without an Idempotency-Key, of a client that repeats it by itself and says how often it has. */
export interface UnkeyedCall {
  readonly accountId: string;
  /** SHA-256 of the request as parsed. */
  readonly requestHash: Buffer;
  /** How many attempts of the client went before this one. */
  readonly attempt: number;
}

/** The calls whose retries must not be charged again, although they have no Idempotency-Key. */
export interface UnkeyedCalls {
  /** A key for the call: that of the attempt which it repeats, if that one was accepted; otherwise a new one. */
  keyOf(call: UnkeyedCall): Promise<string>;
  /** Records that the response to an attempt was an error: the retry that follows is a new order. */
  refuse(call: UnkeyedCall): Promise<void>;
}

/** Three attempts of ten minutes, which is how long the clients wait by default. */
const WINDOW_MS = 30 * 60_000;
/** Not ASCII, so that no client can send such a key. */
const SEPARATOR = '\u00b7';
const PREFIX = `unkeyed${SEPARATOR}`;

/** The key of one of the orders of a call. */
export function orderKey(key: string, index: number): string {
  return `${key}${SEPARATOR}${index}`;
}

function callKey(attempt: number, id: string): string {
  return `${PREFIX}${attempt}${SEPARATOR}${id}`;
}

/**
 * The orders of such a call are stored like those with a key of the client, in the transaction that accepts them, as
 * `unkeyed·<attempt>·<call>·<order>`. A retry cannot name the attempt that it repeats. So it takes over an earlier one with
 * the same request, by writing its own attempt into the keys: each is taken over by one retry. A refused attempt is stored
 * as the response null, if there is an accepted one that its retry could be mistaken for: a client that orders the same
 * thing several times at once gets as many results.
 */
export function createUnkeyedCalls(database: Database, clock: Clock): UnkeyedCalls {
  const since = () => new Date(clock.now().getTime() - WINDOW_MS);
  return {
    keyOf: async (call) => {
      const { accountId, attempt } = call;
      if (attempt === 0) return callKey(0, newId());
      return database.transaction(async (tx) => {
        const [earlier] = await tx.query<{ key: string; isRefused: boolean }>(LOCK_EARLIER, [
          accountId,
          call.requestHash,
          attempt,
          since(),
        ]);
        if (earlier === undefined) return callKey(attempt, newId());
        const repeated = earlier.key.slice(0, earlier.key.lastIndexOf(SEPARATOR));
        if (earlier.isRefused) {
          await tx.query('delete from idempotency_keys where account_id = $1 and key = $2', [
            accountId,
            earlier.key,
          ]);
          return callKey(attempt, newId());
        }
        const key = callKey(attempt, repeated.slice(repeated.lastIndexOf(SEPARATOR) + 1));
        await tx.query(
          `update idempotency_keys set key = $3 || substr(key, length($2) + 1)
           where account_id = $1 and starts_with(key, $2 || '${SEPARATOR}')`,
          [accountId, repeated, key],
        );
        return key;
      });
    },
    refuse: async ({ accountId, requestHash, attempt }) => {
      await database.query(
        `insert into idempotency_keys (account_id, key, request_hash, answer, created_at)
         select $1, $2, $3, 'null', $4
         where exists (select from idempotency_keys
           where account_id = $1 and request_hash = $3 and key like '${PREFIX}%' and created_at > $5
             and answer::text <> 'null')`,
        [accountId, orderKey(callKey(attempt, newId()), 0), requestHash, clock.now(), since()],
      );
    },
  };
}

/**
 * The first row of what an attempt may repeat: the latest accepted attempt whose job is not deleted, but a refusal of the
 * attempt just before it comes first, because that is why the client repeats its request. Locks that row; a retry at the same moment skips it.
 * CASE, because the planner could otherwise read an attempt from the key of a client.
 */
const LOCK_EARLIER = `
  select key, answer::text = 'null' as "isRefused" from idempotency_keys
  where account_id = $1 and request_hash = $2 and created_at > $4 and key like '${PREFIX}%${SEPARATOR}0'
    and case when key like '${PREFIX}%' then
      split_part(key, '${SEPARATOR}', 2)::int
        between case when answer::text = 'null' then $3 - 1 else 0 end and $3 - 1 end
    and (answer::text = 'null' or exists (select from jobs
      where jobs.id = (answer ->> 'job_id')::uuid and jobs.deleted_at is null))
  order by "isRefused" desc, created_at desc limit 1
  for update of idempotency_keys skip locked`;

/**
 * Deletes the stored responses of a call that is cancelled, and returns the jobs that they were for: none of those that a
 * retry has taken over.
 */
export async function withdrawResponses(
  db: Pick<Database, 'query'>,
  accountId: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  const deleted = await db.query<{ jobId: string }>(
    `delete from idempotency_keys where account_id = $1 and key = any($2::text[])
     returning answer ->> 'job_id' as "jobId"`,
    [accountId, keys],
  );
  return deleted.map(({ jobId }) => jobId);
}
