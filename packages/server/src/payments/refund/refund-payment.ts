import type { Database, Queryable } from '../../db/database.ts';
import { newId } from '../../kernel/ids.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import { type RefundOutcome, refundPurchase } from '../../ledger/refund.ts';
import type { ApplyPaymentEvent } from '../apply-payment-event.ts';
import { requestDueRecharge } from '../auto-recharge/request-recharge.ts';
import type { PaymentEffects } from '../payment-effects.ts';
import type { PaymentProvider } from '../provider.ts';
import { isUnderReview } from '../under-review.ts';

/**
 * Refunds a purchase. It leaves the balance at once, and a task requests the refund from the provider after
 * the commit, so that the customer cannot spend money that is being refunded. A balance that the operator granted is only
 * removed. Nothing is refunded while the account is under review: a disputed charge must not be paid back
 * twice. `onRefunded` runs in the transaction of the refund.
 */
export async function refundPayment(
  database: Database,
  effects: PaymentEffects,
  accountId: string,
  purchaseId: string,
  onRefunded?: (tx: Queryable, at: Date) => Promise<void>,
): Promise<RefundOutcome | 'under_review'> {
  return database.transaction(async (tx) => {
    const at = effects.clock.now();
    await lockFundingRow(tx, accountId);
    if (await isUnderReview(tx, accountId)) return 'under_review';
    const outcome = await refundPurchase(tx, accountId, purchaseId, at);
    if (outcome !== 'refunded') return outcome;
    await requestDueRecharge(tx, effects, accountId);
    const [refund] = await tx.query<{ id: string }>(
      `insert into refunds (id, payment_id, amount_cents, created_at)
       select $1, id, amount_cents, $3 from payments where id = $2 returning id`,
      [newId(), purchaseId, at],
    );
    if (refund !== undefined) await addRefundTask(tx, effects.addTask, refund.id);
    await onRefunded?.(tx, at);
    return outcome;
  });
}

/** Adds the task that requests a refund; at most one of a refund is pending. */
export async function addRefundTask(
  tx: Queryable,
  addTask: PaymentEffects['addTask'],
  refundId: string,
): Promise<void> {
  await addTask(tx, 'send_refund', { refundId }, { jobKey: `send_refund:${refundId}` });
}

interface OpenRefund {
  readonly accountId: string;
  readonly chargeId: string;
  readonly amountCents: number;
}

/**
 * The task that requests a refund from the provider; not while the account is under review, when the bank may pay the money
 * back itself. A retry repeats the same operation.
 */
export async function sendRefund(
  database: Database,
  provider: PaymentProvider,
  apply: ApplyPaymentEvent,
  refundId: string,
): Promise<void> {
  const [refund] = await database.query<OpenRefund>(
    `select account_id as "accountId", charge_id as "chargeId", refunds.amount_cents as "amountCents"
     from refunds join payments on payments.id = payment_id
     where refunds.id = $1 and refunds.state = 'open' and provider = $2`,
    [refundId, provider.name],
  );
  if (refund === undefined || (await isUnderReview(database, refund.accountId))) return;
  const { chargeId, amountCents } = refund;
  const event = await provider.refund({ operationId: refundId, chargeId, amountCents });
  if (event !== undefined) await apply(event);
}
