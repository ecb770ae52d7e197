import type Stripe from 'stripe';
import type { Dispute, EventMetadata, PaymentEvent } from '../payment-event.ts';
import { idOf, operationIn, type StripeDependencies } from './stripe-dependencies.ts';

/** The refunds of one charge, which cannot be split into more than its cents. */
const REFUNDS_MAX = 10_000;

export async function readRefundedCharge(
  dependencies: StripeDependencies,
  id: string,
  metadata: EventMetadata,
): Promise<PaymentEvent | undefined> {
  const charge = await dependencies.stripe.charges.retrieve(id);
  return readTakenBack(dependencies, idOf(charge.payment_intent), metadata);
}

export async function readDisputedCharge(
  dependencies: StripeDependencies,
  id: string,
  metadata: EventMetadata,
): Promise<PaymentEvent | undefined> {
  const dispute = await dependencies.stripe.disputes.retrieve(id);
  return readTakenBack(dependencies, idOf(dispute.payment_intent), metadata);
}

/**
 * What was taken back of a charge by now: the whole of it, by every refund and dispute that it has, so that events about it may
 * come in any order. The read gets its number before it starts, so that of two the one with the larger number knows at least
 * what the other's event reported. Undefined for a charge of something that was not sold here.
 */
export async function readTakenBack(
  dependencies: StripeDependencies,
  intentId: string | undefined,
  metadata: EventMetadata,
): Promise<PaymentEvent | undefined> {
  const { stripe, database } = dependencies;
  // Everything that is sold here is paid by a PaymentIntent.
  if (intentId === undefined) return undefined;
  const [drawn] = await database.query<{ number: number }>(`select nextval('provider_reads') as number`);
  const intent = await stripe.paymentIntents.retrieve(intentId);
  const accountId = await ownerOf(dependencies, intent);
  if (accountId === undefined) return undefined;
  const payment = { payment_intent: intentId, limit: 100 };
  const refunds = await stripe.refunds.list(payment).autoPagingToArray({ limit: REFUNDS_MAX });
  const disputes = await stripe.disputes.list(payment).autoPagingToArray({ limit: REFUNDS_MAX });
  const taken = [
    ...refunds.map(refundedCents),
    ...disputes.map((dispute) => disputedCents(dispute, intent)),
  ].reduce((sum, cents) => sum + cents, 0);
  return {
    ...metadata,
    type: 'charge_taken_back',
    accountId,
    operationId: await operationOf(stripe, intent),
    takenCents: Math.min(taken, intent.amount_received),
    disputes: disputes.map(disputeOf),
    readNumber: drawn?.number ?? 0,
  };
}

/** A refund that was requested here is in the books already. */
function refundedCents({ metadata, status, amount }: Stripe.Refund): number {
  const isTaken = operationIn(metadata) === undefined && status !== 'failed' && status !== 'canceled';
  return isTaken ? amount : 0;
}

/** Names of Stripe for a dispute that ended without taking money; an unknown one is still open. */
const KEPT: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented']);

function disputeOf({ id, status }: Stripe.Dispute): Dispute {
  if (status === 'lost') return { id, state: 'lost' };
  return { id, state: KEPT.has(status) ? 'won' : 'open' };
}

/**
 * What a lost dispute took. Stripe may return a part of it later, in the currency of its own books, so this is the same part of
 * the disputed amount.
 */
function disputedCents(
  { status, amount, currency, balance_transactions: moved }: Stripe.Dispute,
  { amount_received: received }: Stripe.PaymentIntent,
): number {
  if (status !== 'lost' && status !== 'prevented') return 0;
  const disputed = currency === 'usd' ? amount : received;
  const amounts = (moved ?? []).map((transaction) => transaction.amount);
  const withdrawn = sum(amounts.filter((cents) => cents < 0));
  if (withdrawn === 0) return status === 'lost' ? disputed : 0;
  return Math.round((disputed * Math.max(0, -sum(amounts))) / -withdrawn);
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** The payment or the invoice that a charge has paid; null for a plan's, which is no balance. */
async function operationOf(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<string | null> {
  const operation = operationIn(intent.metadata);
  if (operation !== undefined) return operation;
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent.id },
  });
  const invoiceId = idOf(data[0]?.invoice ?? null);
  if (invoiceId === undefined) return null;
  return operationIn((await stripe.invoices.retrieve(invoiceId)).metadata) ?? null;
}

/** The account that paid: any charge may be disputed, that of a plan too, so it is found by its customer at Stripe. */
export async function ownerOf(
  { database }: StripeDependencies,
  { customer, metadata }: Stripe.PaymentIntent,
): Promise<string | undefined> {
  const [owner] = await database.query<{ accountId: string }>(
    `select account_id as "accountId" from stripe_customers where customer_id = $1
     union all select account_id from payments where id::text = $2 limit 1`,
    [idOf(customer) ?? '', operationIn(metadata) ?? ''],
  );
  return owner?.accountId;
}
