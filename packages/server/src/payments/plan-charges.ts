import type { Queryable } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
import type { Cents } from '../kernel/money.ts';
import type { Payment } from './payment.ts';

/** Records a charge for a plan. The first one gets the id of the payment that bought the plan. */
export async function recordPlanCharge(
  tx: Queryable,
  payment: Pick<Payment, 'id' | 'accountId'>,
  amountCents: Cents,
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into plan_charges (id, payment_id, account_id, amount_cents, charged_at)
     select case when exists (select from plan_charges where id = $2) then $1::uuid else $2::uuid end, $2, $3, $4, $5`,
    [newId(), payment.id, payment.accountId, amountCents, at],
  );
}
