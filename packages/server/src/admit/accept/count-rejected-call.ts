import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { decideRecharge } from '../../funding/decide-recharge.ts';
import type { Clock } from '../../kernel/clock.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import type { CallingAccount } from '../../queue/interface.ts';
import type { Price } from '../../quote/quote-job.ts';
import { saveActivity } from './account-activity.ts';
import { readAccountStates } from './account-state.ts';
import { stateQueryOf } from './batch-state.ts';
import { countCall, type RateState } from './decide-limits.ts';

/**
 * Counts a generate call that was rejected before its acceptance: rejected calls use up the call limit too. Returns the
 * call limit afterwards. A call that was refused because the balance is too small also requests the auto-recharge that is due.
 */
export type CountRejectedCall = (
  caller: CallingAccount,
  paidBy: Price['by'],
) => Promise<RateState | undefined>;

/** Locks the account's funding row, as an acceptance does, so that no call is lost. */
export function createCountRejectedCall(
  database: Database,
  clock: Clock,
  catalogue: Pick<OpenCatalogue, 'at'>,
  requestRecharge: (tx: Queryable, accountIds: readonly string[]) => Promise<void>,
): CountRejectedCall {
  return (caller, paidBy) =>
    database.transaction(async (tx) => {
      const at = clock.now();
      await lockFundingRow(tx, caller.accountId);
      const { funds, activity } = await readAccountStates(tx, [stateQueryOf(caller)], at, catalogue.at(at));
      const counted = new Map(activity);
      let rate: RateState | undefined;
      for (const [key, before] of activity) {
        const call = countCall(before, at.getTime());
        rate = call.rate;
        if (call.ok) counted.set(key, call.value);
      }
      await saveActivity(tx, activity, counted, at);
      const payer = paidBy === 'money' ? funds.get(caller.accountId) : undefined;
      if (payer !== undefined && decideRecharge(payer, at).recharge === 'due') {
        await requestRecharge(tx, [caller.accountId]);
      }
      return rate;
    });
}
