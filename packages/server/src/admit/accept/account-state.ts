import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Queryable } from '../../db/database.ts';
import { usedCreditsIn } from '../../funding/credits.ts';
import type { KeyCaps } from '../../funding/decide-key-cap.ts';
import { FUNDS_COLUMNS, type FundsRow, fundsOf, joinFunds } from '../../funding/funds-row.ts';
import { keyCapsIn } from '../../funding/key-caps.ts';
import { isoDate, monthStart } from '../../kernel/clock.ts';
import { AGEING, type PoolClocks } from '../../queue/virtual-time.ts';
import { type ActivityRow, activityColumns, activityOf, JOIN_ACTIVITY } from './account-activity.ts';
import { type BatchState, type StateQuery, storedResponseKey } from './batch-state.ts';
import { activityKey } from './decide-limits.ts';
import { type StoredResponseRow, storedResponsesOf } from './idempotency.ts';
import type { StoredResponse } from './stored-response.ts';

type StateRow = FundsRow &
  ActivityRow & {
    readonly accountId: string;
    readonly usedCredits: number;
    readonly keyCaps: KeyCaps | null;
    readonly storedResponses: readonly StoredResponseRow[] | null;
    readonly imageClock: number;
    readonly videoClock: number;
    readonly latestVersion: number;
  };

const CLOCK = `select virtual_time + extract(epoch from now() - at)::float8 * $4 from queue_clocks where pool =`;

const SELECT_STATES = `select requested.account_id as "accountId", ${FUNDS_COLUMNS}, ${activityColumns('$3')},
    case when requested.interface = 'job_api' then ${usedCreditsIn('$2')} else 0 end as "usedCredits",
    case when requested.interface = 'v1' then ${keyCapsIn('$2', '$3')} end as "keyCaps",
    case when requested.keys is not null then ${storedResponsesOf('requested.account_id', 'requested.keys', '$7')} end as "storedResponses",
    (${CLOCK} 'image') as "imageClock", (${CLOCK} 'video') as "videoClock",
    (select max(version) from catalogue_versions where withdrawn_at is null) as "latestVersion"
  from (select account_id, interface, array_agg(key) filter (where key is not null) as keys
      from unnest($1::uuid[], $5::text[], $6::text[]) as query (account_id, interface, key)
      group by account_id, interface) as requested
    join funding_accounts on funding_accounts.account_id = requested.account_id
    ${joinFunds('$2')} ${JOIN_ACTIVITY}`;

/** The states, the virtual time of each pool, and the number of the latest version of the catalogue, scheduled ones included. */
export interface ReadStates extends BatchState {
  readonly clocks: PoolClocks;
  /** Undefined without an account. */
  readonly latestVersion: number | undefined;
}

/**
 * Reads everything that decisions on requests depend on, and the virtual time of each pool: in one statement, so from one
 * snapshot. A retry that sees the balance after its first request also sees the response to it. Where the caller has locked
 * the funding row, nothing else spends the funds or accepts jobs of the account until it commits; jobs may end meanwhile,
 * which only leaves more room. An account without a funding row is left out.
 */
export async function readAccountStates(
  db: Queryable,
  queries: readonly StateQuery[],
  at: Date,
  catalogue: Catalogue,
): Promise<ReadStates> {
  const rows = await db.query<StateRow>(SELECT_STATES, [
    queries.map(({ accountId }) => accountId),
    isoDate(monthStart(at)),
    isoDate(at),
    AGEING,
    queries.map((query) => query.interface),
    queries.map(({ key }) => key),
    at,
  ]);
  const [first] = rows;
  const v1Rows = rows.filter((row) => row.interface === 'v1');
  const jobApiRows = rows.filter((row) => row.interface === 'job_api');
  return {
    catalogue,
    priceLists: new Map(rows.map(({ accountId, priceList }) => [accountId, priceList])),
    funds: new Map(rows.map((row) => [row.accountId, fundsOf(row, at)])),
    usedCredits: new Map(jobApiRows.map(({ accountId, usedCredits }) => [accountId, usedCredits])),
    keyCaps: new Map(v1Rows.map(({ accountId, keyCaps }) => [accountId, keyCaps ?? {}])),
    activity: new Map(rows.map((row) => [activityKey(row), activityOf(row, row.plan, catalogue)])),
    storedResponses: new Map(rows.flatMap(storedResponsesIn)),
    clocks: { image: first?.imageClock ?? 0, video: first?.videoClock ?? 0 },
    latestVersion: first?.latestVersion,
  };
}

function storedResponsesIn({ accountId, storedResponses }: StateRow): [string, StoredResponse][] {
  return (storedResponses ?? []).map(({ key, requestHash, answer }) => [
    storedResponseKey(accountId, key),
    { requestHash: Buffer.from(requestHash, 'hex'), answer },
  ]);
}
