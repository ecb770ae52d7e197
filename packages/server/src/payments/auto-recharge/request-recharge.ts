import { autoRechargeThresholdCents } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { decideRecharge } from '../../funding/decide-recharge.ts';
import { readFunds } from '../../funding/lock-funds.ts';
import { spendableBalance } from '../../ledger/spendable-balance.ts';
import type { PaymentEffects } from '../payment-effects.ts';

/** Adds the task that recharges an account; at most one of an account is pending. */
export async function addRechargeTask(
  tx: Queryable,
  addTask: PaymentEffects['addTask'],
  accountId: string,
): Promise<void> {
  await addTask(tx, 'auto_recharge', { accountId }, { jobKey: `auto_recharge:${accountId}` });
}

/** Requests a recharge if one is due now: called after a change of balance, cap, setting or card. */
export async function requestDueRecharge(
  tx: Queryable,
  { clock, addTask }: PaymentEffects,
  accountId: string,
): Promise<void> {
  const at = clock.now();
  const funds = (await readFunds(tx, [accountId], at)).get(accountId);
  if (funds !== undefined && decideRecharge(funds, at).recharge === 'due') {
    await addRechargeTask(tx, addTask, accountId);
  }
}

/**
 * Requests every recharge that is due. Run each minute, because some recharges become due by time alone: a new month
 * resets the cap, and the limits of a new card end.
 */
export async function requestDueRecharges(database: Database, effects: PaymentEffects): Promise<void> {
  const at = effects.clock.now();
  const low = await database.query<{ accountId: string }>(
    `select account_id as "accountId" from funding_terms join funding_accounts using (account_id)
     where auto_recharge_usd is not null and ${spendableBalance('$2')} < $1`,
    [autoRechargeThresholdCents, at],
  );
  const accountIds = low.map(({ accountId }) => accountId);
  for (const [accountId, funds] of await readFunds(database, accountIds, at)) {
    // One transaction each, so that no two pending tasks are replaced under crossing locks.
    if (decideRecharge(funds, at).recharge === 'due') {
      await database.transaction((tx) => addRechargeTask(tx, effects.addTask, accountId));
    }
  }
}
