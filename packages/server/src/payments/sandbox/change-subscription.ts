import { isDowngrade, isSamePlan, type PlanPrice } from '../../catalogue/plans.ts';
import type { Queryable } from '../../db/database.ts';
import type { Cents } from '../../kernel/money.ts';
import type { EventOf } from '../payment-event.ts';
import type { PlanChange, PlanQuestion, RenewalPrice } from '../provider.ts';
import { periodEnd } from './billing-period.ts';
import type { SandboxDependencies } from './sandbox-dependencies.ts';
import {
  activeEvent,
  type SandboxSubscription,
  SUBSCRIPTION_COLUMNS,
  saveSandboxSubscription,
} from './sandbox-subscription.ts';

/** Changes a plan as `PaymentProvider.changeSubscription` describes. */
export async function changeSandboxSubscription(
  sandbox: SandboxDependencies,
  { operationId, subscriptionId, plan, interval, cents, agreed }: PlanChange,
): Promise<EventOf<'subscription_active'> | 'declined' | 'repriced'> {
  return sandbox.database.transaction(async (tx) => {
    const at = sandbox.clock.now();
    const current = await lockSubscription(tx, subscriptionId);
    if (current === undefined) return 'declined';
    const to = { plan, interval, cents };
    const { changed, chargeCents } = isDowngrade(current, to)
      ? { changed: { ...current, next: to, cancels: false }, chargeCents: 0 }
      : upgrade(current, to, at, agreed?.at ?? at);
    if (agreed !== undefined && agreed.cents !== chargeCents) return 'repriced';
    if (chargeCents > 0 && !current.canBeCharged) return 'declined';
    if (chargeCents > 0) await charge(tx, sandbox, operationId, changed, chargeCents);
    await saveSandboxSubscription(tx, changed);
    const event = activeEvent(`evt_change_${operationId}`, at, changed);
    await sandbox.deliver(tx, event);
    return event;
  });
}

/** What `changeSandboxSubscription` charges for an upgrade at a moment. */
export async function quoteSandboxUpgrade(
  { database }: SandboxDependencies,
  { subscriptionId, at, plan, interval, cents }: PlanQuestion,
): Promise<Cents | undefined> {
  const [current] = await database.query<SandboxSubscription>(
    `select ${SUBSCRIPTION_COLUMNS} from sandbox_subscriptions where id = $1 and state = 'active'`,
    [subscriptionId],
  );
  return current && upgrade(current, { plan, interval, cents }, at, at).chargeCents;
}

/** Changes what a subscription renews at, as `PaymentProvider.priceRenewal` describes. */
export async function priceSandboxRenewal(
  sandbox: SandboxDependencies,
  { operationId, subscriptionId, plan, interval, cents }: RenewalPrice,
): Promise<EventOf<'subscription_active'> | undefined> {
  return sandbox.database.transaction(async (tx) => {
    const current = await lockSubscription(tx, subscriptionId);
    const to = { plan, interval, cents };
    if (current === undefined || current.cancels || !isSamePlan(current.next ?? current, to))
      return undefined;
    const stays = isSamePlan(current, to) && current.cents === cents;
    const changed = { ...current, next: stays ? null : to };
    await saveSandboxSubscription(tx, changed);
    const event = activeEvent(`evt_renewal_${operationId}`, sandbox.clock.now(), changed);
    await sandbox.deliver(tx, event);
    return event;
  });
}

/** Cancels a subscription at the end of its paid period; a pending change is dropped. */
export async function cancelSandboxSubscription(
  { database, clock }: SandboxDependencies,
  subscriptionId: string,
): Promise<EventOf<'subscription_active'> | undefined> {
  return database.transaction(async (tx) => {
    const current = await lockSubscription(tx, subscriptionId);
    if (current === undefined) return undefined;
    const cancelled = { ...current, next: null, cancels: true };
    await saveSandboxSubscription(tx, cancelled);
    const at = clock.now();
    return activeEvent(`evt_cancel_${subscriptionId}_${at.getTime()}`, at, cancelled);
  });
}

/**
 * An upgrade at `at`, or the current plan again. With the same interval the period stays, and the difference for its rest
 * is charged. With another interval a new period starts, and the rest of the old one counts towards its price. The rest
 * is that of `pricedAt`, the moment of the amount that was shown.
 */
function upgrade(
  current: SandboxSubscription,
  to: PlanPrice,
  at: Date,
  pricedAt: Date,
): { readonly changed: SandboxSubscription; readonly chargeCents: Cents } {
  const changed = { ...current, ...to, next: null, cancels: false };
  const { cents: oldCents } = current;
  const { cents: newCents } = to;
  const { periodStart, paidUntil } = current;
  const periodMs = paidUntil.getTime() - periodStart.getTime();
  const rest = Math.max(0, paidUntil.getTime() - pricedAt.getTime()) / periodMs;
  if (to.interval === current.interval) {
    return { changed, chargeCents: Math.round((newCents - oldCents) * rest) };
  }
  const period = { periodStart: at, anchoredAt: at, paidUntil: periodEnd(at, to.interval) };
  return { changed: { ...changed, ...period }, chargeCents: newCents - Math.round(oldCents * rest) };
}

async function charge(
  tx: Queryable,
  { clock, deliver }: SandboxDependencies,
  chargeId: string,
  { accountId, operationId, plan, interval }: SandboxSubscription,
  amountCents: Cents,
): Promise<void> {
  const at = clock.now();
  await tx.query(
    `insert into sandbox_charges (id, account_id, amount_cents, outcome, created_at)
     values ($1, $2, $3, 'succeeded', $4)`,
    [chargeId, accountId, amountCents, at],
  );
  const bought = { plan, interval };
  const charged = { type: 'plan_charged', operationId, amountCents, bought, isUpgrade: true } as const;
  await deliver(tx, { id: `evt_charge_${chargeId}`, at, ...charged });
}

/** Locks an active subscription until the transaction ends. */
async function lockSubscription(tx: Queryable, id: string): Promise<SandboxSubscription | undefined> {
  const [subscription] = await tx.query<SandboxSubscription>(
    `select ${SUBSCRIPTION_COLUMNS} from sandbox_subscriptions where id = $1 and state = 'active' for update`,
    [id],
  );
  return subscription;
}
