import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';

/** A call without an Idempotency-Key. */
export interface UnkeyedCall {
  readonly accountId: string;
  /** SHA-256 of the API key and of the request as parsed. */
  readonly requestHash: Buffer;
  /** How many attempts of the client went before this one; 0 of a client that does not count them. */
  readonly attempt: number;
}

/** The calls that must not be charged again when they are repeated, although they have no Idempotency-Key. */
export interface UnkeyedCalls {
  /** A key for the call: that of the orders which it repeats, if it repeats any; otherwise a new one. */
  keyOf(call: UnkeyedCall): Promise<string>;
  /** Records that the response to an attempt was an error: the retry that follows is a new order. */
  refuse(call: UnkeyedCall): Promise<void>;
  /** Records that the response to an accepted call was cut off: the next call with the same request gets its orders. */
  abandon(accountId: string, key: string): Promise<void>;
}

/** Three attempts of ten minutes, which is how long the clients wait by default. */
const WINDOW_MS = 30 * 60_000;
/** It has the place of the attempt: it comes before every attempt, so that any call may take over the orders. */
const CUT_OFF = -1;
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
 * `unkeyed·<attempt>·<call>·<order>`. A repeated call cannot name the one that it repeats. So it takes over an earlier one
 * with the same request, by writing its own attempt into the keys: each is taken over by one call. It takes over what was
 * cut off, what a lower attempt ordered, and with `repeatWindowMs`, which the operator sets, whatever was ordered so recently.
 * A refused attempt is stored as the response null, if there is an accepted one that its retry could be mistaken for: a
 * client that orders the same thing several times at once gets as many results.
 */
export function createUnkeyedCalls(database: Database, clock: Clock, repeatWindowMs = 0): UnkeyedCalls {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  /** A call that follows at once must find what was cut off. */
  const abandoning = new Set<Promise<unknown>>();

  function rename(db: Pick<Database, 'query'>, accountId: string, from: string, to: string, at?: Date) {
    return db.query(
      `update idempotency_keys set key = $3 || substr(key, length($2) + 1), created_at = coalesce($4, created_at)
       where account_id = $1 and starts_with(key, $2 || '${SEPARATOR}')`,
      [accountId, from, to, at],
    );
  }

  return {
    keyOf: async (call) => {
      const { accountId, requestHash, attempt } = call;
      await Promise.allSettled(abandoning);
      return database.transaction(async (tx) => {
        const [earlier] = await tx.query<{ key: string; isRefused: boolean }>(LOCK_EARLIER, [
          accountId,
          requestHash,
          attempt,
          before(WINDOW_MS),
          before(repeatWindowMs),
        ]);
        const key = callKey(attempt, newId());
        if (earlier === undefined) return key;
        if (earlier.isRefused) {
          await tx.query('delete from idempotency_keys where account_id = $1 and key = $2', [
            accountId,
            earlier.key,
          ]);
        } else {
          await rename(tx, accountId, earlier.key.slice(0, earlier.key.lastIndexOf(SEPARATOR)), key);
        }
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
        [accountId, orderKey(callKey(attempt, newId()), 0), requestHash, clock.now(), before(WINDOW_MS)],
      );
    },
    abandon: async (accountId, key) => {
      // From now on, because an order may have waited for longer than the window.
      const renamed = rename(database, accountId, key, callKey(CUT_OFF, newId()), clock.now());
      abandoning.add(renamed);
      await renamed.finally(() => abandoning.delete(renamed));
    },
  };
}

/**
 * The first row of what a call may take over: the latest of the accepted ones, unless all of its jobs are deleted or failed
 * by now. But a refusal of the attempt just before it comes first, because that is why the client repeats its request. Locks
 * that row; a call at the same moment skips it. CASE, because the planner could otherwise read an attempt from the key of a
 * client.
 */
const LOCK_EARLIER = `
  select key, answer::text = 'null' as "isRefused" from idempotency_keys as first
  where account_id = $1 and request_hash = $2 and created_at > $4 and key like '${PREFIX}%${SEPARATOR}0'
    and case when key like '${PREFIX}%' then
      (answer::text <> 'null' and created_at > $5)
      or split_part(key, '${SEPARATOR}', 2)::int
        between case when answer::text = 'null' then $3 - 1 else ${CUT_OFF} end and $3 - 1 end
    and (answer::text = 'null' or exists (select from idempotency_keys as one
      join jobs on jobs.id = (one.answer ->> 'job_id')::uuid
      where one.account_id = $1 and starts_with(one.key, left(first.key, -1))
        and jobs.state <> 'failed' and jobs.deleted_at is null))
  order by "isRefused" desc, created_at desc limit 1
  for update of first skip locked`;

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
