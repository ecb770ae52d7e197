import type { Queryable } from '../../db/database.ts';
import { payOwedFromBalance } from '../../ledger/arrears.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import { reverseRefund } from '../../ledger/refund.ts';
import { emailOwner } from '../email-owner.ts';
import type { PaymentEffects } from '../payment-effects.ts';
import type { EventOf } from '../payment-event.ts';
import { settleTakebackOf } from '../takeback/settle-takeback-of.ts';

interface Refund {
  readonly id: string;
  readonly paymentId: string;
  readonly accountId: string;
  readonly amountCents: number;
}

/** Applies a refund that reached the card. */
export async function completeRefund(
  tx: Queryable,
  effects: PaymentEffects,
  refundId: string,
): Promise<void> {
  const at = effects.clock.now();
  const refund = await end(tx, refundId, 'settled', at);
  if (refund !== undefined) await settleTakebackOf(tx, effects, refund.accountId, refund.paymentId);
}

/** Applies a refund that the bank rejected: reverses it, with an email. */
export async function failRefund(tx: Queryable, effects: PaymentEffects, refundId: string): Promise<void> {
  const at = effects.clock.now();
  const refund = await end(tx, refundId, 'failed', at);
  if (refund === undefined) return;
  await reverseRefund(tx, refund.accountId, refund.paymentId, at);
  await settleTakebackOf(tx, effects, refund.accountId, refund.paymentId);
  await payOwedFromBalance(tx, refund.accountId, at);
  const data = { cents: refund.amountCents };
  await emailOwner(tx, effects, refund.accountId, { name: 'refund_failed', data });
}

/**
 * Applies a refund that the provider finally refuses. The balance stays taken back, because the customer may have the money
 * from a dispute; what else is due to whom, as after a partial dispute, the operator decides.
 */
export async function refuseRefund(
  tx: Queryable,
  effects: PaymentEffects,
  { operationId, reason }: EventOf<'refund_refused'>,
): Promise<void> {
  const at = effects.clock.now();
  const refund = await end(tx, operationId, 'refused', at);
  if (refund === undefined) return;
  const { accountId, paymentId: purchase, amountCents: cents } = refund;
  await effects.noteForOperator(tx, accountId, 'refund_refused', { purchase, cents, reason }, at);
}

/**
 * Locks the funding row, then the refund. A settled refund may still fail days later; a failed or refused one stays so.
 */
async function end(
  tx: Queryable,
  refundId: string,
  state: 'settled' | 'failed' | 'refused',
  at: Date,
): Promise<Refund | undefined> {
  const [refund] = await tx.query<Refund>(
    `select refunds.id, payment_id as "paymentId", account_id as "accountId", refunds.amount_cents as "amountCents"
     from refunds join payments on payments.id = payment_id where refunds.id = $1`,
    [refundId],
  );
  if (refund === undefined) return undefined;
  await lockFundingRow(tx, refund.accountId);
  const allowed = state === 'failed' ? ['open', 'settled'] : ['open'];
  const ended = await tx.query(
    'update refunds set state = $2, ended_at = $3 where id = $1 and state = any($4) returning id',
    [refundId, state, at, allowed],
  );
  return ended.length === 1 ? refund : undefined;
}
