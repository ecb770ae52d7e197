import type { Queryable } from '../db/database.ts';
import { readTerms, setPlan } from '../funding/terms.ts';
import { recordFirstPayment } from '../ledger/first-payment.ts';
import { saveCard } from './cards/save-card.ts';
import { sendChargeNotice } from './charge-notice.ts';
import { isClosed } from './closed-account.ts';
import { receiptPath } from './documents/document-paths.ts';
import { endPayment, lockPayment, type Payment } from './payment.ts';
import type { PaymentEffects } from './payment-effects.ts';
import type { EventOf } from './payment-event.ts';
import { recordPlanCharge } from './plan-charges.ts';
import type { PlanChoice } from './plan-price.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * Applies the start, a change or the cancellation of a subscription: the plan follows the provider's latest
 * event. A subscription that has ended never becomes active again, even if older events arrive later.
 */
export async function activateSubscription(
  tx: Queryable,
  effects: PaymentEffects,
  provider: PaymentProvider['name'],
  event: EventOf<'subscription_active'>,
): Promise<void> {
  const payment = await lockPayment(tx, event.operationId);
  if (payment?.kind !== 'subscription') return;
  const at = effects.clock.now();
  const previous = await readSubscription(tx, payment.id);
  if (!(await upsertActive(tx, payment, provider, event))) return;
  if (payment.state !== 'succeeded') {
    await endPayment(tx, payment.id, { state: 'succeeded' }, at);
    await recordFirstPayment(tx, payment.accountId, at);
  }
  // A repeated event, or a cancellation, must not overwrite a plan that was set in another way since.
  if (previous?.plan !== event.plan || previous.interval !== event.interval) {
    if (previous?.paidUntil != null) await recordPlanChange(tx, payment.id, previous, event);
    await setPlan(tx, payment.accountId, { name: event.plan, source: 'web', interval: event.interval });
    await cancelUnwanted(tx, effects, payment);
  }
  // Only the purchase: a later event may name a card that was replaced or removed since.
  if (event.card !== null && previous === undefined) {
    await saveCard(tx, effects, { accountId: payment.accountId, provider }, event.card, at);
  }
}

interface StoredSubscription extends PlanChoice {
  readonly paidUntil: Date | null;
}

/** The caller has locked the subscription's payment, as every change to a subscription does. */
async function readSubscription(tx: Queryable, id: string): Promise<StoredSubscription | undefined> {
  const [subscription] = await tx.query<StoredSubscription>(
    'select plan, plan_interval as "interval", paid_until as "paidUntil" from subscriptions where id = $1',
    [id],
  );
  return subscription;
}

/** Records a change of plan with its periods, for the audit: none may start within a paid period of a dearer plan. */
async function recordPlanChange(
  tx: Queryable,
  id: string,
  from: StoredSubscription,
  to: EventOf<'subscription_active'>,
): Promise<void> {
  await tx.query(
    `insert into plan_changes
       (subscription_id, from_plan, from_interval, to_plan, to_interval, paid_until, period_start)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, from.plan, from.interval, to.plan, to.interval, from.paidUntil, to.period.start],
  );
}

/**
 * Records a charge for a plan, for its receipt, and sends an email about it: its first period, a renewal, or the
 * difference of an upgrade.
 */
export async function notePlanCharge(
  tx: Queryable,
  effects: PaymentEffects,
  charge: EventOf<'plan_charged'>,
): Promise<void> {
  const { operationId, amountCents: cents } = charge;
  const payment = await lockPayment(tx, operationId);
  if (payment?.kind !== 'subscription') return;
  const document = receiptPath(await recordPlanCharge(tx, payment, charge, effects.clock.now()));
  await sendChargeNotice(tx, effects, payment.accountId, { cents, purpose: 'plan', document });
}

/**
 * Two checkout pages can both be paid: the plan bought last stays, the other subscription is not renewed. None of a
 * deleted account is.
 */
async function cancelUnwanted(
  tx: Queryable,
  effects: PaymentEffects,
  { id, accountId }: Payment,
): Promise<void> {
  const unwanted = await tx.query<{ providerId: string }>(
    `select provider_id as "providerId" from subscriptions
     where account_id = $1 and (id <> $2 or $3) and state = 'active' and ends_at is null`,
    [accountId, id, await isClosed(tx, accountId)],
  );
  for (const { providerId } of unwanted) {
    await effects.addTask(tx, 'cancel_subscription', { subscriptionId: providerId });
  }
}

/** Stores the subscription's state; false if it has ended, or if a newer event was applied. */
async function upsertActive(
  tx: Queryable,
  payment: Payment,
  provider: PaymentProvider['name'],
  event: EventOf<'subscription_active'>,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into subscriptions as stored
       (id, account_id, provider, provider_id, plan, plan_interval, state, ends_at, changed_at, paid_until,
        next_plan, next_interval)
     values ($1, $2, $3, $4, $5, $6, 'active', $7, $8, $9, $10, $11)
     on conflict (id) do update set plan = $5, plan_interval = $6, ends_at = $7, changed_at = $8, paid_until = $9,
       next_plan = $10, next_interval = $11
       where stored.state = 'active' and stored.changed_at <= $8
     returning id`,
    [
      payment.id,
      payment.accountId,
      provider,
      event.subscriptionId,
      event.plan,
      event.interval,
      event.endsAt,
      event.at,
      event.period.end,
      event.next?.plan ?? null,
      event.next?.interval ?? null,
    ],
  );
  return rows.length === 1;
}

/** Applies the end of a subscription. It may arrive before the start, which then has no effect. */
export async function endSubscription(
  tx: Queryable,
  effects: PaymentEffects,
  provider: PaymentProvider['name'],
  event: EventOf<'subscription_ended'>,
): Promise<void> {
  const payment = await lockPayment(tx, event.operationId);
  if (payment?.kind !== 'subscription' || payment.plan === null) return;
  if (payment.state === 'open') await endPayment(tx, payment.id, { state: 'failed' }, effects.clock.now());
  const ended = await tx.query(
    `insert into subscriptions as stored
       (id, account_id, provider, provider_id, plan, plan_interval, state, ends_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, 'ended', $7, $7)
     on conflict (id) do update set state = 'ended', ends_at = $7, changed_at = $7 where stored.state = 'active'
     returning id`,
    [payment.id, payment.accountId, provider, event.subscriptionId, payment.plan, payment.interval, event.at],
  );
  if (ended.length === 0) return;
  const terms = await readTerms(tx, payment.accountId);
  // A plan that the operator granted stays.
  if (terms?.planSource !== 'web') return;
  const [other] = await tx.query<PlanChoice>(
    `select plan, plan_interval as "interval" from subscriptions where account_id = $1 and state = 'active'
     order by ends_at is null desc, changed_at desc limit 1`,
    [payment.accountId],
  );
  // Another subscription may be of another plan, such as a year that is paid and was cancelled.
  const plan = other && ({ name: other.plan, source: 'web', interval: other.interval } as const);
  await setPlan(tx, payment.accountId, plan ?? null);
}
