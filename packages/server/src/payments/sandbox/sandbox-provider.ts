import { randomBytes } from 'node:crypto';
import type { PaymentEvent } from '../payment-event.ts';
import type {
  CardCharge,
  CardSetupOrder,
  InvoiceCharge,
  PaymentProvider,
  SubscriptionOrder,
  TopUpOrder,
} from '../provider.ts';
import {
  cancelSandboxSubscription,
  changeSandboxSubscription,
  priceSandboxRenewal,
  quoteSandboxUpgrade,
} from './change-subscription.ts';
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
    startCardSetup: (order) => openCheckout(sandbox, order),
    // Its subscriptions are charged to the account's only card.
    useCard: async () => {},
    forgetCards: ({ accountId }) => forgetCards(sandbox, accountId),
    chargeSavedCard: (charge) => chargeSavedCard(sandbox, charge),
    collectInvoice: (charge) => collectInvoice(sandbox, charge),
    changeSubscription: (change) => changeSandboxSubscription(sandbox, change),
    quoteUpgrade: (question) => quoteSandboxUpgrade(sandbox, question),
    priceRenewal: (renewal) => priceSandboxRenewal(sandbox, renewal),
    cancelSubscription: (subscriptionId) => cancelSandboxSubscription(sandbox, subscriptionId),
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
  order: TopUpOrder | SubscriptionOrder | CardSetupOrder,
): Promise<{ readonly checkoutUrl: string }> {
  const { plan, interval, product } = 'plan' in order ? order : { plan: null, interval: null, product: null };
  const amountCents = 'plan' in order ? order.cents : 'amountCents' in order ? order.amountCents : null;
  const [checkout] = await database.query<{ id: string }>(
    `insert into sandbox_checkouts
       (id, operation_id, account_id, email, amount_cents, plan, plan_interval, return_url, created_at, product)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (operation_id) do update set return_url = $8 returning id`,
    [
      randomBytes(CHECKOUT_ID_BYTES).toString('base64url'),
      order.operationId,
      order.payer.accountId,
      order.payer.email,
      amountCents,
      plan,
      interval,
      order.returnUrl,
      clock.now(),
      product,
    ],
  );
  return { checkoutUrl: `${publicUrl()}/sandbox/checkout/${checkout?.id}` };
}

/** The sandbox keeps one card of an account; it stays if the same or another one was added again meanwhile. */
async function forgetCards({ database }: SandboxDependencies, accountId: string): Promise<void> {
  await database.query(
    `delete from sandbox_cards where account_id = $1
       and not exists (select from saved_cards where account_id = $1 and provider = 'sandbox')`,
    [accountId],
  );
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
  const eventBase = { id: `evt_invoice_${key}`, at: sandbox.clock.now(), operationId };
  return isPaid
    ? { ...eventBase, type: 'invoice_settled', waivedCents: 0 }
    : { ...eventBase, type: 'invoice_failed', tries };
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
