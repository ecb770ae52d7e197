import { autoRechargeThresholdCents } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { readFunds } from '../funding/lock-funds.ts';
import type { Cents } from '../kernel/money.ts';
import { requestDueRecharge } from '../payments/auto-recharge/request-recharge.ts';
import type { PaymentEffects } from '../payments/payment-effects.ts';
import { recordLowBalances } from '../webhooks/record-event.ts';

/**
 * What follows when `takenCents` have left a balance without an order: one that is low now and was not before gets its event
 * and a recharge, as after an order. The caller has locked the funding row.
 */
export async function followBalance(
  tx: Queryable,
  effects: PaymentEffects,
  accountId: string,
  takenCents: Cents,
): Promise<void> {
  const at = effects.clock.now();
  const left = (await readFunds(tx, [accountId], at)).get(accountId)?.prepaidCents ?? 0;
  const wasEnough = left + takenCents >= autoRechargeThresholdCents;
  if (wasEnough && left < autoRechargeThresholdCents) {
    await recordLowBalances(tx, new Map([[accountId, left]]), at);
  }
  await requestDueRecharge(tx, effects, accountId);
}
