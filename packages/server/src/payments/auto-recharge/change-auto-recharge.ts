import { assert, autoRechargeThresholdCents, type Problem } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { checkRecharge } from '../../funding/spending-limits.ts';
import { readTerms, setAutoRecharge } from '../../funding/terms.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import type { PaymentEffects } from '../payment-effects.ts';

/**
 * Turns auto-recharge on with an amount in US dollars, or off with null. If the balance is already low, a
 * recharge starts at once. Problems: `new_account_recharge_limit`, `new_card_recharge_limit`.
 */
export async function changeAutoRecharge(
  database: Database,
  effects: PaymentEffects,
  accountId: string,
  amountUsd: number | null,
): Promise<Problem | undefined> {
  return database.transaction(async (tx) => {
    await lockFundingRow(tx, accountId);
    const problem = amountUsd === null ? undefined : await checkLimits(tx, effects, accountId, amountUsd);
    if (problem !== undefined) return problem;
    await setAutoRecharge(tx, accountId, amountUsd);
    if (amountUsd !== null && (await balanceCents(tx, accountId)) < autoRechargeThresholdCents) {
      await effects.addTask(tx, 'auto_recharge', { accountId });
    }
    return undefined;
  });
}

async function checkLimits(
  tx: Queryable,
  { clock }: PaymentEffects,
  accountId: string,
  amountUsd: number,
): Promise<Problem | undefined> {
  const terms = await readTerms(tx, accountId);
  assert(terms !== undefined, 'every account has terms');
  const [row] = await tx.query<{ firstPaidAt: Date | null }>(
    'select first_paid_at as "firstPaidAt" from funding_accounts where account_id = $1',
    [accountId],
  );
  return checkRecharge({ ...terms, firstPaidAt: row?.firstPaidAt ?? null }, amountUsd, clock.now());
}

async function balanceCents(tx: Queryable, accountId: string): Promise<number> {
  const [row] = await tx.query<{ cents: number }>(
    'select prepaid_cents as cents from funding_accounts where account_id = $1',
    [accountId],
  );
  return row?.cents ?? 0;
}
