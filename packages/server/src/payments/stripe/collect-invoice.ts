import type Stripe from 'stripe';
import type { EventMetadata, PaymentEvent } from '../payment-event.ts';
import type { InvoiceCharge } from '../provider.ts';
import {
  customerOf,
  isCardError,
  mayHaveExpired,
  OPERATION,
  type StripeDependencies,
  savedCardOf,
} from './stripe-dependencies.ts';

/**
 * Collects a month-end invoice: creates an invoice with one line at Stripe, finalises it and pays it. A later
 * attempt pays the same invoice.
 */
export async function collectInvoice(
  dependencies: StripeDependencies,
  charge: InvoiceCharge,
): Promise<PaymentEvent | undefined> {
  const { operationId, payer, tries } = charge;
  const eventBase = { id: `answer-${operationId}-${tries}`, at: new Date(), operationId };
  const card = await savedCardOf(dependencies, payer.accountId);
  if (card === undefined) return { ...eventBase, type: 'invoice_failed', tries };
  const invoice = await finalisedInvoice(dependencies, charge);
  const settled = settledInvoiceEvent(invoice, eventBase);
  if (settled !== undefined) return settled;
  try {
    const paid = await dependencies.stripe.invoices.pay(
      invoice.id ?? '',
      { payment_method: card, off_session: true },
      { idempotencyKey: `${operationId}-pay-${tries}` },
    );
    // A webhook reports the outcome of a pending payment later.
    return settledInvoiceEvent(paid, eventBase);
  } catch (error) {
    if (isCardError(error)) return { ...eventBase, type: 'invoice_failed', tries };
    throw error;
  }
}

/**
 * The event of an invoice of which nothing is due any more; undefined while something is. Who operates the service may have
 * waived some of it in Stripe's dashboard, by a credit note or by voiding it. One that was paid in another way is paid.
 */
export function settledInvoiceEvent(
  { status, pre_payment_credit_notes_amount: credited }: Stripe.Invoice,
  eventBase: EventMetadata & { readonly operationId: string },
): PaymentEvent | undefined {
  if (status === 'void') return { ...eventBase, type: 'invoice_settled', waivedCents: 'all' };
  return status === 'paid'
    ? { ...eventBase, type: 'invoice_settled', waivedCents: credited ?? 0 }
    : undefined;
}

async function finalisedInvoice(
  dependencies: StripeDependencies,
  { operationId, payer, amountCents, description, tries }: InvoiceCharge,
): Promise<Stripe.Invoice> {
  const { stripe } = dependencies;
  const customer = await customerOf(dependencies, payer);
  if (tries > 1 || mayHaveExpired(operationId)) {
    const { data } = await stripe.invoices.list({ customer, limit: 100 });
    const existing = data.find(({ metadata }) => metadata?.[OPERATION] === operationId);
    if (existing !== undefined && existing.status !== 'draft') return existing;
  }
  const draft = await stripe.invoices.create(
    {
      customer,
      collection_method: 'charge_automatically',
      auto_advance: false,
      pending_invoice_items_behavior: 'exclude',
      metadata: { [OPERATION]: operationId },
    },
    { idempotencyKey: `${operationId}-invoice` },
  );
  const invoice = draft.id ?? '';
  await stripe.invoiceItems.create(
    { customer, invoice, amount: amountCents, currency: 'usd', description },
    { idempotencyKey: `${operationId}-item` },
  );
  return stripe.invoices.finalizeInvoice(
    invoice,
    { auto_advance: false },
    { idempotencyKey: `${operationId}-finalise` },
  );
}
