import { assert } from '@kinora/contract';
import type { Queryable } from '../../db/database.ts';
import { usedCreditsIn } from '../../funding/credits.ts';
import type { KeyCaps } from '../../funding/decide-key-cap.ts';
import { FUNDS_COLUMNS, type FundsRow, fundsOf, joinFunds } from '../../funding/funds-row.ts';
import { keyCapsIn } from '../../funding/key-caps.ts';
import { isoDate, monthStart } from '../../kernel/clock.ts';
import { AGEING, type PoolClocks } from '../queue/virtual-time.ts';
import { type ActivityRow, activityColumns, activityOf, JOIN_ACTIVITY } from './account-activity.ts';
import type { BatchState } from './decide-batch.ts';
import { activityKey, callingAccountOf, type RequestOfAccount } from './decide-limits.ts';
import type { AccountState } from './decide-request.ts';

/** Everything about an account and interface that an acceptance depends on, but the stored responses. */
export type AccountStateRow = FundsRow &
  ActivityRow & {
    readonly usedCredits: number;
    readonly keyCaps: KeyCaps | null;
  };

/** The columns of `AccountStateRow`; `$2` is the first day of the UTC month and `$3` the UTC day. */
export const STATE_COLUMNS = `${FUNDS_COLUMNS}, ${activityColumns('$3')},
    case when requested.interface = 'job_api' then ${usedCreditsIn('$2')} else 0 end as "usedCredits",
    case when requested.interface = 'v1' then ${keyCapsIn('$2', '$3')} end as "keyCaps"`;

/** Joins them to `requested (account_id, interface)`. */
export const JOIN_STATE = `join funding_accounts on funding_accounts.account_id = requested.account_id
    ${joinFunds('$2')} ${JOIN_ACTIVITY}`;

export function accountStateOf(row: AccountStateRow): Omit<AccountState, 'storedResponse'> {
  const { usedCredits, keyCaps } = row;
  return { funds: fundsOf(row), usedCredits, keyCaps: keyCaps ?? {}, activity: activityOf(row, row.plan) };
}

const CLOCK = `select virtual_time + extract(epoch from now() - at)::float8 * $4 from queue_clocks where pool =`;

const SELECT_STATES = `select requested.account_id as "accountId", ${STATE_COLUMNS},
    (${CLOCK} 'image') as "imageClock", (${CLOCK} 'video') as "videoClock"
  from (select distinct * from unnest($1::uuid[], $5::text[])) as requested (account_id, interface) ${JOIN_STATE}`;

interface Clocks {
  readonly imageClock: number;
  readonly videoClock: number;
}

/**
 * Reads the state of the accounts of `requests`, of which there is at least one, and the virtual time of each pool.
 * Where the caller has locked the funding row, nothing else spends the funds or accepts jobs of the account until it
 * commits; jobs may end meanwhile, which only leaves more room.
 */
export async function readAccountStates(
  tx: Queryable,
  requests: readonly RequestOfAccount[],
  at: Date,
): Promise<Omit<BatchState, 'storedResponses'> & { readonly clocks: PoolClocks }> {
  const callers = requests.map(callingAccountOf);
  const rows = await tx.query<AccountStateRow & Clocks & { readonly accountId: string }>(SELECT_STATES, [
    callers.map(({ accountId }) => accountId),
    isoDate(monthStart(at)),
    isoDate(at),
    AGEING,
    callers.map((caller) => caller.interface),
  ]);
  const [first] = rows;
  assert(first !== undefined, 'every account has funds');
  const states = rows.map((row) => ({ ...row, ...accountStateOf(row) }));
  return {
    funds: new Map(states.map(({ accountId, funds }) => [accountId, funds])),
    usedCredits: new Map(
      states.flatMap((row) =>
        row.interface === 'job_api' ? [[row.accountId, row.usedCredits] as const] : [],
      ),
    ),
    keyCaps: new Map(
      states.flatMap((row) => (row.interface === 'v1' ? [[row.accountId, row.keyCaps] as const] : [])),
    ),
    activity: new Map(states.map((row) => [activityKey(row), row.activity])),
    clocks: { image: first.imageClock, video: first.videoClock },
  };
}
