import { isSamePlan, type PlanChoice, type PlanPrice, planPrice, planTitle } from '../catalogue/plans.ts';
import type { Queryable } from '../db/database.ts';
import { readTerms, setPlan } from '../funding/terms.ts';
import { recordFirstPayment } from '../ledger/first-payment.ts';
import { saveCard } from './cards/save-card.ts';
import { sendChargeNotice } from './charge-notice.ts';
import { isClosed } from './closed-account.ts';
import { receiptPath } from './documents/document-paths.ts';
import { emailOwner } from './email-owner.ts';
import { endPayment, lockPayment, type Payment } from './payment.ts';
import type { PaymentEffects } from './payment-effects.ts';
import type { EventOf } from './payment-event.ts';
import { recordPlanCharge } from './plan-charges.ts';
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
  const versions = versionsOf(effects, payment, previous, event);
  if (!(await upsertActive(tx, payment, provider, event, versions))) return;
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
  if (previous !== undefined) await tellOtherPrice(tx, effects, payment.accountId, previous, event);
  // Only the purchase: a later event may name a card that was replaced or removed since.
  if (event.card !== null && previous === undefined) {
    await saveCard(tx, effects, { accountId: payment.accountId, provider }, event.card, at);
  }
}

interface StoredSubscription extends PlanPrice {
  readonly version: number | null;
  readonly paidUntil: Date | null;
  readonly next: (PlanPrice & { readonly version: number | null }) | null;
}

/** The caller has locked the subscription's payment, as every change to a subscription does. */
async function readSubscription(tx: Queryable, id: string): Promise<StoredSubscription | undefined> {
  const [subscription] = await tx.query<StoredSubscription>(
    `select plan, plan_interval as "interval", price_cents as cents, catalogue_version as version,
       paid_until as "paidUntil", case when next_plan is not null then json_build_object('plan', next_plan,
         'interval', next_interval, 'cents', next_cents, 'version', next_version) end as next
     from subscriptions where id = $1`,
    [id],
  );
  return subscription;
}

/** The versions of the catalogue by which a subscription pays, now and from its renewal on; null for a price that none has. */
interface PricedBy {
  readonly current: number | null;
  readonly next: number | null;
}

function versionsOf(
  { catalogue, clock }: PaymentEffects,
  payment: Payment,
  previous: StoredSubscription | undefined,
  event: EventOf<'subscription_active'>,
): PricedBy {
  const ordered =
    payment.plan === null || payment.interval === null
      ? []
      : [
          {
            plan: payment.plan,
            interval: payment.interval,
            cents: payment.amountCents,
            version: payment.catalogueVersion,
          },
        ];
  const stored =
    previous === undefined ? ordered : [previous, ...(previous.next === null ? [] : [previous.next])];
  const pricedBy = (price: PlanPrice, at: Date): number | null => {
    const found = stored.find((one) => isSamePlan(one, price) && one.cents === price.cents);
    if (found !== undefined) return found.version;
    const versions = [catalogue.at(at), catalogue.now()];
    return versions.find((version) => planPrice(version, price)?.cents === price.cents)?.version ?? null;
  };
  return {
    current: pricedBy(event, clock.now()),
    next: event.next && pricedBy(event.next, event.period.end),
  };
}

/** Sends an email if the subscription renews at another price of the same plan than was known before. */
async function tellOtherPrice(
  tx: Queryable,
  effects: PaymentEffects,
  accountId: string,
  previous: StoredSubscription,
  event: EventOf<'subscription_active'>,
): Promise<void> {
  const before = previous.next ?? previous;
  const after = event.next ?? event;
  // What was cancelled does not renew.
  if (event.endsAt !== null || !isSamePlan(before, after) || before.cents === after.cents) return;
  const data = {
    plan: planTitle(effects.catalogue.now(), after.plan),
    interval: after.interval,
    formerCents: before.cents,
    cents: after.cents,
    at: event.period.end.toISOString(),
  };
  await emailOwner(tx, effects, accountId, { name: 'plan_price_changed', data });
}

/** Records a change of plan with its prices and periods, for the audit: none may start within a paid period of a dearer plan. */
async function recordPlanChange(
  tx: Queryable,
  id: string,
  from: StoredSubscription,
  to: EventOf<'subscription_active'>,
): Promise<void> {
  await tx.query(
    `insert into plan_changes
       (subscription_id, from_plan, from_interval, from_cents, to_plan, to_interval, to_cents, paid_until, period_start)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      from.plan,
      from.interval,
      from.cents,
      to.plan,
      to.interval,
      to.cents,
      from.paidUntil,
      to.period.start,
    ],
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
  versions: PricedBy,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into subscriptions as stored
       (id, account_id, provider, provider_id, plan, plan_interval, state, ends_at, changed_at, paid_until,
        next_plan, next_interval, price_cents, catalogue_version, next_cents, next_version)
     values ($1, $2, $3, $4, $5, $6, 'active', $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (id) do update set plan = $5, plan_interval = $6, ends_at = $7, changed_at = $8, paid_until = $9,
       next_plan = $10, next_interval = $11, price_cents = $12, catalogue_version = $13, next_cents = $14,
       next_version = $15
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
      event.cents,
      versions.current,
      event.next?.cents ?? null,
      versions.next,
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
       (id, account_id, provider, provider_id, plan, plan_interval, state, ends_at, changed_at, price_cents,
        catalogue_version)
     values ($1, $2, $3, $4, $5, $6, 'ended', $7, $7, $8, $9)
     on conflict (id) do update set state = 'ended', ends_at = $7, changed_at = $7 where stored.state = 'active'
     returning id`,
    [
      payment.id,
      payment.accountId,
      provider,
      event.subscriptionId,
      payment.plan,
      payment.interval,
      event.at,
      payment.amountCents,
      payment.catalogueVersion,
    ],
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
