import type { Database } from '../db/database.ts';
import { usedCreditsIn } from '../funding/credits.ts';
import { FUNDS_COLUMNS, type FundsRow, fundsOf, joinFunds } from '../funding/funds-row.ts';
import {
  type ActivityRow,
  activityColumns,
  activityOf,
  JOIN_ACTIVITY,
} from '../jobs/accept/account-activity.ts';
import type { CallingAccount } from '../jobs/accept/decide-limits.ts';
import type { AccountState } from '../jobs/accept/decide-request.ts';
import { storedResponsesAt } from '../jobs/accept/idempotency.ts';
import type { AcceptedResponse } from '../jobs/accept/stored-response.ts';
import { type Clock, isoDate, monthStart } from '../kernel/clock.ts';
import { coalesce } from '../kernel/coalesce.ts';

/** The account of an order, and its idempotency key. */
interface StateQuery extends CallingAccount {
  readonly key: string | null;
}

/** The current state of an account, on which an order would be decided; undefined when it has no funding row. */
export type ReadAccountState = (query: StateQuery) => Promise<AccountState | undefined>;

type StateRow = FundsRow &
  ActivityRow & {
    readonly usedCredits: number;
    readonly requestHash: Buffer | null;
    readonly response: AcceptedResponse | null;
    readonly place: number;
  };

const MAX_BATCH = 256;

/**
 * Reads everything that the acceptance will decide on, without a lock; orders that arrive together share one query. It is
 * one statement, so one snapshot: a retry that sees the balance after its first request also sees the response to it.
 */
export function createReadAccountState(database: Database, clock: Clock): ReadAccountState {
  return coalesce(
    async (queries: readonly StateQuery[]) => {
      const at = clock.now();
      const requested = queries.map(({ accountId, key, ...by }, place) => {
        return { account_id: accountId, interface: by.interface, key, place };
      });
      const rows = await database.query<StateRow>(SELECT_STATES, [
        JSON.stringify(requested),
        isoDate(monthStart(at)),
        isoDate(at),
        at,
      ]);
      const states = new Map(rows.map((row) => [row.place, stateOf(row)]));
      return queries.map((_, index) => states.get(index));
    },
    { maxBatch: MAX_BATCH },
  );
}

// JSON instead of arrays: the planner estimates by the length of an array, so it would re-plan this join for each length,
// which takes ten times as long as running it.
const SELECT_STATES = `select place, ${FUNDS_COLUMNS}, ${activityColumns('$3')},
    case when requested.interface = 'job_api' then ${usedCreditsIn('$2')} else 0 end as "usedCredits",
    request_hash as "requestHash", answer as response
  from json_to_recordset($1::json) as requested (account_id uuid, interface text, key text, place int)
    join funding_accounts on funding_accounts.account_id = requested.account_id
    ${joinFunds('$2')} ${JOIN_ACTIVITY} left join ${storedResponsesAt('$4')}`;

function stateOf(row: StateRow): AccountState {
  const { requestHash, response } = row;
  return {
    funds: fundsOf(row),
    usedCredits: row.usedCredits,
    activity: activityOf(row, row.plan),
    storedResponse: requestHash === null || response === null ? undefined : { requestHash, response },
  };
}
