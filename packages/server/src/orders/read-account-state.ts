import type { Database } from '../db/database.ts';
import {
  type AccountStateRow,
  accountStateOf,
  JOIN_STATE,
  STATE_COLUMNS,
} from '../jobs/accept/account-state.ts';
import type { CallingAccount } from '../jobs/accept/decide-limits.ts';
import type { AccountState } from '../jobs/accept/decide-request.ts';
import { storedResponsesAt } from '../jobs/accept/idempotency.ts';
import type { Answer } from '../jobs/accept/stored-response.ts';
import { type Clock, isoDate, monthStart } from '../kernel/clock.ts';
import { coalesce } from '../kernel/coalesce.ts';

/** The account of an order, and its idempotency key. */
interface StateQuery extends CallingAccount {
  readonly key: string | null;
}

/** The current state of an account, on which an order would be decided; undefined when it has no funding row. */
export type ReadAccountState = (query: StateQuery) => Promise<AccountState | undefined>;

interface StateRow extends AccountStateRow {
  readonly requestHash: Buffer | null;
  readonly answer: Answer | null;
  /** The place of the query among those that were sent, from 1. */
  readonly place: number;
}

const MAX_BATCH = 256;

/**
 * Reads everything that the acceptance will decide on, without a lock; orders that arrive together share one query. It is
 * one statement, so one snapshot: a retry that sees the balance after its first request also sees the response to it.
 */
export function createReadAccountState(database: Database, clock: Clock): ReadAccountState {
  return coalesce(
    async (queries: readonly StateQuery[]) => {
      const at = clock.now();
      const rows = await database.query<StateRow>(SELECT_STATES, [
        queries.map((query) => query.accountId),
        isoDate(monthStart(at)),
        isoDate(at),
        at,
        queries.map((query) => query.interface),
        queries.map((query) => query.key),
      ]);
      const states = new Map(rows.map((row) => [row.place - 1, stateOf(row)]));
      return queries.map((_, index) => states.get(index));
    },
    { maxBatch: MAX_BATCH },
  );
}

const SELECT_STATES = `select place, ${STATE_COLUMNS}, request_hash as "requestHash", answer
  from unnest($1::uuid[], $5::text[], $6::text[]) with ordinality as requested (account_id, interface, key, place)
    ${JOIN_STATE} left join ${storedResponsesAt('$4')}`;

function stateOf(row: StateRow): AccountState {
  const { requestHash, answer } = row;
  const storedResponse = requestHash === null || answer === null ? undefined : { requestHash, answer };
  return { ...accountStateOf(row), storedResponse };
}
