import type { ReaderName } from './read-event.ts';

/** What an event of Stripe does here. `docs/payments.md` lists those that are read, and those about money that are not. */
export type EventAnswer =
  /** Which object is read anew from Stripe, and what the ledger does then. */
  | { readonly reads: ReaderName; readonly does: string }
  /** Why nothing happens. */
  | { readonly ignored: string };

/**
 * The answer to each type of event about money; `stripe-event-types.test.ts` fails on a type of the library that is neither here nor
 * of another family, so somebody decides about it.
 */
export const moneyEventTypes: Readonly<Record<string, EventAnswer>> = {
  'checkout.session.completed': {
    reads: 'session',
    does: 'Credits a top-up that is paid, and saves its card. One whose payment is on its way is credited when that arrives.',
  },
  'checkout.session.async_payment_succeeded': {
    reads: 'session',
    does: 'Credits a top-up whose payment took days, as of a bank debit.',
  },
  'checkout.session.async_payment_failed': { reads: 'session', does: 'Ends the top-up: nothing arrived.' },
  'checkout.session.expired': { reads: 'session', does: 'Ends the top-up: nothing arrived.' },
  'payment_intent.succeeded': {
    reads: 'intent',
    does: 'Credits a top-up or an auto-recharge, whatever paid it.',
  },
  'payment_intent.payment_failed': { reads: 'intent', does: 'Ends an auto-recharge, and turns it off.' },
  'payment_intent.canceled': { reads: 'intent', does: 'Ends an auto-recharge, and turns it off.' },
  'customer.subscription.created': {
    reads: 'subscription',
    does: 'Starts the plan, once its first period is paid.',
  },
  'customer.subscription.updated': { reads: 'subscription', does: 'Changes the plan.' },
  'customer.subscription.deleted': { reads: 'subscription', does: 'Ends the plan.' },
  'customer.subscription.paused': { reads: 'subscription', does: 'Reads the plan again.' },
  'customer.subscription.resumed': { reads: 'subscription', does: 'Reads the plan again.' },
  'invoice.paid': {
    reads: 'invoice',
    does: 'Settles the invoice of a month, however it was paid; records the charge of a plan.',
  },
  'invoice.payment_succeeded': {
    reads: 'invoice',
    does: 'As `invoice.paid`, which endpoints of old versions do not send.',
  },
  'invoice.payment_failed': {
    reads: 'invoice',
    does: 'Puts the account in arrears with the invoice of a month.',
  },
  'invoice.payment_action_required': {
    reads: 'invoice',
    does: 'As `invoice.payment_failed`: nobody is there to confirm the charge.',
  },
  'invoice.voided': {
    reads: 'invoice',
    does: 'Waives the invoice of a month: nothing of it is due, and its revenue is reversed.',
  },
  'refund.created': {
    reads: 'refund',
    does: 'Takes back what is unspent of the purchase; the rest is owed. Of a month that was paid, all is owed. One requested here was taken back then.',
  },
  'refund.updated': { reads: 'refund', does: 'As `refund.created`, by the state that the refund has now.' },
  'refund.failed': { reads: 'refund', does: 'Credits the purchase again.' },
  'charge.refunded': { reads: 'charge', does: 'As `refund.created`, with every refund of the charge.' },
  'charge.refund.updated': { reads: 'refund', does: 'As `refund.updated`.' },
  'charge.dispute.created': { reads: 'dispute', does: 'Puts the account under review. The balance stays.' },
  'charge.dispute.updated': { reads: 'dispute', does: 'Reads the dispute again.' },
  'charge.dispute.funds_withdrawn': {
    reads: 'dispute',
    does: 'Reads the dispute again. The balance stays until the dispute is lost: the account cannot spend it meanwhile.',
  },
  'charge.dispute.funds_reinstated': {
    reads: 'dispute',
    does: 'Returns what a lost dispute had taken, or the part of it that came back.',
  },
  'charge.dispute.closed': {
    reads: 'dispute',
    does: 'Won, or an inquiry that ended: ends the review. Lost: takes back what is unspent; the rest is owed.',
  },
  'radar.early_fraud_warning.created': {
    reads: 'warning',
    does: 'Records it in the security log. No money has moved; an operator decides whether to refund before it is disputed.',
  },
  'charge.succeeded': { ignored: '`payment_intent.succeeded` and `invoice.paid` report the same money.' },
  'charge.captured': { ignored: 'Everything is captured at once.' },
  'charge.expired': { ignored: 'Everything is captured at once, so nothing expires.' },
  'charge.failed': { ignored: 'Nothing arrived; the payment may still be made with another card.' },
  'charge.pending': { ignored: 'The money is on its way; its arrival is reported.' },
  'charge.updated': { ignored: 'No amount has changed.' },
  'payment_intent.created': { ignored: 'Nothing has arrived.' },
  'payment_intent.processing': { ignored: 'The money is on its way; its arrival is reported.' },
  'payment_intent.requires_action': { ignored: 'Nothing has arrived; the customer may still confirm it.' },
  'payment_intent.partially_funded': { ignored: 'The rest is on its way; the end is reported.' },
  'payment_intent.amount_capturable_updated': { ignored: 'Everything is captured at once.' },
  'setup_intent.succeeded': { ignored: '`checkout.session.completed` reports the card.' },
  'invoice.created': { ignored: 'Nothing has arrived.' },
  'invoice.deleted': { ignored: 'Only a draft is deleted; the invoice of a month is created again.' },
  'invoice.finalized': { ignored: 'Nothing has arrived.' },
  'invoice.finalization_failed': {
    ignored: 'Nothing has arrived; the task that collects the invoice repeats it.',
  },
  'invoice.marked_uncollectible': {
    ignored:
      'Nothing has arrived, and it can still be paid: the account stays in arrears. Void the invoice to waive it.',
  },
  'invoice.overdue': { ignored: 'Nothing has arrived; its account is in arrears already.' },
  'invoice.overpaid': {
    ignored: 'The excess is a credit of the customer at Stripe, which its next invoice uses.',
  },
  'invoice.payment_attempt_required': {
    ignored: 'Nothing has arrived; the task that collects the invoice pays it.',
  },
  'invoice.sent': { ignored: 'Nothing has arrived.' },
  'invoice.upcoming': { ignored: 'Nothing has arrived.' },
  'invoice.updated': { ignored: 'What changes the money has an event of its own.' },
  'invoice.will_be_due': { ignored: 'Nothing has arrived.' },
  'invoice_payment.paid': { ignored: '`invoice.paid` reports the same money.' },
  'invoiceitem.created': { ignored: 'Nothing has arrived.' },
  'invoiceitem.deleted': { ignored: 'Nothing has arrived.' },
  'credit_note.created': {
    ignored:
      'Before the payment, `invoice.paid` says how much was waived; after it, a refund has its own events, and a credit of the customer at Stripe lowers a later invoice.',
  },
  'credit_note.updated': { ignored: 'No amount has changed.' },
  'credit_note.voided': {
    ignored: 'Before the payment, the invoice is due in full again; after it, no money moves.',
  },
  'radar.early_fraud_warning.updated': { ignored: 'The warning is recorded already.' },
  'review.opened': {
    ignored: 'The money has arrived, and stays until it is refunded, which has its own events.',
  },
  'review.closed': { ignored: 'If it ended with a refund, that has its own events.' },
  'customer.subscription.trial_will_end': { ignored: 'No plan has a trial.' },
  'customer.subscription.pending_update_applied': {
    ignored: '`customer.subscription.updated` reports the change.',
  },
  'customer.subscription.pending_update_expired': { ignored: 'Nothing has changed.' },
  'customer.deleted': {
    ignored: 'Its subscriptions end with events of their own, and its balance here stays.',
  },
  'customer_cash_balance_transaction.created': {
    ignored: 'A credit of the customer at Stripe pays an invoice, which has its own event.',
  },
  'cash_balance.funds_available': {
    ignored: 'A credit of the customer at Stripe pays an invoice, which has its own event.',
  },
  'mandate.updated': { ignored: 'No money has moved. A charge that it makes fail has its own event.' },
  'payment_method.detached': { ignored: 'No money has moved. A charge of that card fails, and says so.' },
  'balance.available': { ignored: 'It is the money of the operator.' },
};

/** The families of all other types, by how their names begin, and why nothing happens: none is about money of a customer. */
const OTHER_FAMILIES: readonly (readonly [names: RegExp, ignored: string])[] = [
  [
    /^(?:account|application_fee|capability|person)\./,
    'No other accounts are connected, and nothing is sold through them.',
  ],
  [
    /^(?:balance_settings|file|payout|reporting|reserve|sigma|topup|transfer)\./,
    'It is between Stripe and the operator: payouts, transfers, reserves and reports move nothing of a customer.',
  ],
  [
    /^(?:billing|billing_portal|climate|entitlements|financial_connections|identity|issuing_\w+|terminal|test_helpers|treasury)\./,
    'That product of Stripe is not used.',
  ],
  [
    /^(?:coupon|payment_link|plan|price|product|promotion_code|quote|tax|tax_rate)\./,
    'Prices and products are created here, and the key of a price names its plan.',
  ],
  [
    /^customer\.(?:created|updated|discount\.\w+|tax_id\.\w+)$/,
    'The customer at Stripe is only the name under which cards are kept.',
  ],
  [
    /^(?:customer\.source\.|payment_method\.(?:attached|(?:automatically_)?updated)$|setup_intent\.|source\.)/,
    'Cards are saved from checkouts, and each card is read when it is needed.',
  ],
  [
    /^subscription_schedule\./,
    'A downgrade is a subscription schedule; the change itself is an event of the subscription.',
  ],
];

/** Undefined for a type that Stripe has added since, or has retired. */
export function answerTo(type: string): EventAnswer | undefined {
  if (Object.hasOwn(moneyEventTypes, type)) return moneyEventTypes[type];
  const [, ignored] = OTHER_FAMILIES.find(([names]) => names.test(type)) ?? [];
  return ignored === undefined ? undefined : { ignored };
}
