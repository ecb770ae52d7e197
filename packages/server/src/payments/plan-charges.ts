import { assert } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
import type { Payment } from './payment.ts';
import type { EventOf } from './payment-event.ts';

type PlanCharge = Pick<EventOf<'plan_charged'>, 'amountCents' | 'bought' | 'isUpgrade'>;

/**
 * Records a charge for a plan, and returns its id. The first one gets the id of the payment that bought the plan. A plan
 * that the charge does not name is that of the subscription, or of its purchase if its event comes later.
 */
export async function recordPlanCharge(
  tx: Queryable,
  { id, accountId, plan, interval }: Pick<Payment, 'id' | 'accountId' | 'plan' | 'interval'>,
  { amountCents, bought, isUpgrade }: PlanCharge,
  at: Date,
): Promise<string> {
  const [charge] = await tx.query<{ id: string }>(
    `insert into plan_charges (id, payment_id, account_id, amount_cents, plan, plan_interval, is_upgrade, charged_at)
     select case when exists (select from plan_charges where id = $2) then $1::uuid else $2::uuid end, $2, $3, $4,
       coalesce($5, subscription.plan, $6), coalesce($7, subscription.plan_interval, $8), $9, $10
     from (select) as one left join subscriptions as subscription on subscription.id = $2
     returning id`,
    [
      newId(),
      id,
      accountId,
      amountCents,
      bought?.plan ?? null,
      plan,
      bought?.interval ?? null,
      interval,
      isUpgrade,
      at,
    ],
  );
  assert(charge !== undefined, 'an insert returns its row');
  return charge.id;
}
