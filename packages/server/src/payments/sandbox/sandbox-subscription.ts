import type { PlanPrice } from '../../catalogue/plans.ts';
import type { Queryable } from '../../db/database.ts';
import type { EventOf } from '../payment-event.ts';

/** A subscription as the sandbox stores it. */
export interface SandboxSubscription extends PlanPrice {
  readonly id: string;
  readonly operationId: string;
  readonly accountId: string;
  readonly periodStart: Date;
  readonly paidUntil: Date;
  /** It renews on this day of the month. */
  readonly anchoredAt: Date;
  /** What it renews as; null when plan and price stay. */
  readonly next: PlanPrice | null;
  readonly cancels: boolean;
  /** There is a card, and it pays. */
  readonly canBeCharged: boolean;
}

/** The columns of `SandboxSubscription`. */
export const SUBSCRIPTION_COLUMNS = `id, operation_id as "operationId", account_id as "accountId", plan,
  plan_interval as "interval", price_cents as cents, period_start as "periodStart", paid_until as "paidUntil", anchored_at as "anchoredAt",
  case when next_plan is not null then json_build_object('plan', next_plan, 'interval', next_interval,
    'cents', next_cents) end as next,
  cancels, exists (
    select from sandbox_cards
    where sandbox_cards.account_id = sandbox_subscriptions.account_id and behaviour <> 'declines_later'
  ) as "canBeCharged"`;

/** Stores what a change or a renewal has changed. */
export async function saveSandboxSubscription(tx: Queryable, changed: SandboxSubscription): Promise<void> {
  await tx.query(
    `update sandbox_subscriptions set plan = $2, plan_interval = $3, period_start = $4, paid_until = $5,
       anchored_at = $6, next_plan = $7, next_interval = $8, cancels = $9, price_cents = $10, next_cents = $11
     where id = $1`,
    [
      changed.id,
      changed.plan,
      changed.interval,
      changed.periodStart,
      changed.paidUntil,
      changed.anchoredAt,
      changed.next?.plan ?? null,
      changed.next?.interval ?? null,
      changed.cancels,
      changed.cents,
      changed.next?.cents ?? null,
    ],
  );
}

/** The event with the subscription's state. */
export function activeEvent(
  id: string,
  at: Date,
  subscription: SandboxSubscription,
): EventOf<'subscription_active'> {
  const { operationId, plan, interval, cents, periodStart, paidUntil, next, cancels } = subscription;
  return {
    id,
    at,
    type: 'subscription_active',
    operationId,
    subscriptionId: subscription.id,
    plan,
    interval,
    cents,
    period: { start: periodStart, end: paidUntil },
    next,
    endsAt: cancels ? paidUntil : null,
    card: null,
  };
}
