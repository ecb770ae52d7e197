import { randomBytes } from 'node:crypto';
import type { EventOf, PaymentEvent } from '../payment-event.ts';
import type {
  CardCharge,
  InvoiceCharge,
  PaymentProvider,
  PlanChange,
  SubscriptionOrder,
  TopUpOrder,
} from '../provider.ts';
import { type SandboxDependencies, sandboxChargeId } from './sandbox-dependencies.ts';

const CHECKOUT_ID_BYTES = 24;

/**
 * A complete payment provider in the service's own database, for development, tests and demonstrations:
 * hosted pages, test cards, saved cards, subscriptions, refunds. No money moves. Like a real provider it is
 * idempotent: an operation that is requested twice happens once.
 */
export function createSandboxProvider(sandbox: SandboxDependencies): PaymentProvider {
  return {
    name: 'sandbox',
    startTopUp: (order) => openCheckout(sandbox, order),
    startSubscription: (order) => openCheckout(sandbox, order),
    chargeSavedCard: (charge) => chargeSavedCard(sandbox, charge),
    collectInvoice: (charge) => collectInvoice(sandbox, charge),
    changeSubscription: (change) => changeSubscription(sandbox, change),
    cancelSubscription: (subscriptionId) => cancelSubscription(sandbox, subscriptionId),
    async refund({ operationId, chargeId }) {
      const at = sandbox.clock.now();
      await sandbox.database.query(
        'update sandbox_charges set refunded_at = coalesce(refunded_at, $2) where id = $1',
        [chargeId.slice(sandboxChargeId('').length), at],
      );
      return { id: `evt_refund_${operationId}`, at, type: 'refund_settled', operationId };
    },
  };
}

async function openCheckout(
  { database, clock, publicUrl }: SandboxDependencies,
  order: TopUpOrder | SubscriptionOrder,
): Promise<{ readonly checkoutUrl: string }> {
  const { plan, interval } = 'plan' in order ? order : { plan: null, interval: null };
  const [checkout] = await database.query<{ id: string }>(
    `insert into sandbox_checkouts
       (id, operation_id, account_id, email, amount_cents, plan, plan_interval, return_url, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (operation_id) do update set return_url = $8 returning id`,
    [
      randomBytes(CHECKOUT_ID_BYTES).toString('base64url'),
      order.operationId,
      order.payer.accountId,
      order.payer.email,
      order.amountCents,
      plan,
      interval,
      order.returnUrl,
      clock.now(),
    ],
  );
  return { checkoutUrl: `${publicUrl()}/sandbox/checkout/${checkout?.id}` };
}

async function chargeSavedCard(
  sandbox: SandboxDependencies,
  { operationId, payer, amountCents }: CardCharge,
): Promise<PaymentEvent> {
  const isPaid = await charge(sandbox, operationId, payer.accountId, amountCents);
  const eventBase = { id: `evt_charge_${operationId}`, at: sandbox.clock.now(), operationId };
  return isPaid
    ? { ...eventBase, type: 'charge_succeeded', chargeId: sandboxChargeId(operationId), amountCents }
    : { ...eventBase, type: 'charge_failed' };
}

async function collectInvoice(
  sandbox: SandboxDependencies,
  { operationId, payer, amountCents, tries }: InvoiceCharge,
): Promise<PaymentEvent> {
  const key = `${operationId}:${tries}`;
  const isPaid = await charge(sandbox, key, payer.accountId, amountCents);
  const type = isPaid ? 'invoice_paid' : 'invoice_failed';
  return { id: `evt_invoice_${key}`, at: sandbox.clock.now(), type, operationId };
}

/**
 * Charges the saved card once for each key. It is declined without a card, or with one that declines later.
 */
async function charge(
  { database, clock }: SandboxDependencies,
  key: string,
  accountId: string,
  amountCents: number,
): Promise<boolean> {
  await database.query(
    `insert into sandbox_charges (id, account_id, amount_cents, outcome, created_at)
     values ($1, $2, $3, case when exists (
       select from sandbox_cards where account_id = $2 and behaviour <> 'declines_later'
     ) then 'succeeded' else 'declined' end, $4)
     on conflict do nothing`,
    [key, accountId, amountCents, clock.now()],
  );
  const [row] = await database.query<{ outcome: string }>(
    'select outcome from sandbox_charges where id = $1',
    [key],
  );
  return row?.outcome === 'succeeded';
}

interface SubscriptionRow {
  readonly operationId: string;
  readonly plan: 'pro' | 'max';
  readonly interval: 'month' | 'year';
  readonly paidUntil: Date;
  readonly cancels: boolean;
}

const SUBSCRIPTION_COLUMNS =
  'operation_id as "operationId", plan, plan_interval as "interval", paid_until as "paidUntil", cancels';

async function changeSubscription(
  { database, clock }: SandboxDependencies,
  { operationId, subscriptionId, plan, interval }: PlanChange,
): Promise<PaymentEvent | 'declined'> {
  const [row] = await database.query<SubscriptionRow>(
    `update sandbox_subscriptions set plan = $2, plan_interval = $3, cancels = false
     where id = $1 and state = 'active' and exists (
       select from sandbox_cards
       where sandbox_cards.account_id = sandbox_subscriptions.account_id and behaviour <> 'declines_later'
     ) returning ${SUBSCRIPTION_COLUMNS}`,
    [subscriptionId, plan, interval],
  );
  if (row === undefined) return 'declined';
  return runningEvent(`evt_change_${operationId}`, clock.now(), subscriptionId, row);
}

async function cancelSubscription(
  { database, clock }: SandboxDependencies,
  subscriptionId: string,
): Promise<PaymentEvent | undefined> {
  const [row] = await database.query<SubscriptionRow>(
    `update sandbox_subscriptions set cancels = true where id = $1 and state = 'active'
     returning ${SUBSCRIPTION_COLUMNS}`,
    [subscriptionId],
  );
  if (row === undefined) return undefined;
  const at = clock.now();
  return runningEvent(`evt_cancel_${subscriptionId}_${at.getTime()}`, at, subscriptionId, row);
}

function runningEvent(
  id: string,
  at: Date,
  subscriptionId: string,
  { operationId, plan, interval, paidUntil, cancels }: SubscriptionRow,
): EventOf<'subscription_active'> {
  return {
    id,
    at,
    type: 'subscription_active',
    operationId,
    subscriptionId,
    plan,
    interval,
    endsAt: cancels ? paidUntil : null,
    card: null,
  };
}
