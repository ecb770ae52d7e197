import type { Cents } from '../kernel/money.ts';
import type { PaymentEvent } from './payment-event.ts';
import type { PlanChoice } from './plan-price.ts';

export interface Payer {
  readonly accountId: string;
  readonly email: string;
}

/**
 * The operation's id is the idempotency key: an operation that is requested twice is performed once.
 */
interface Operation {
  readonly operationId: string;
}

export interface TopUpOrder extends Operation {
  readonly payer: Payer;
  readonly amountCents: Cents;
  /** Where the browser is redirected afterwards, paid or not. */
  readonly returnUrl: string;
}

export type CardSetupOrder = Omit<TopUpOrder, 'amountCents'>;

export interface SubscriptionOrder extends TopUpOrder, PlanChoice {}

export interface CardCharge extends Operation {
  readonly payer: Payer;
  readonly amountCents: Cents;
  readonly description: string;
}

export interface InvoiceCharge extends CardCharge {
  /** First day of the invoiced month, as 2026-01-01. */
  readonly month: string;
  /** 1 for the first attempt to collect it. */
  readonly tries: number;
}

/** An amount that was shown before it is charged, and the whole second that it was computed for. */
export interface AgreedCharge {
  readonly cents: Cents;
  readonly at: Date;
}

export interface PlanChange extends Operation, PlanChoice {
  readonly subscriptionId: string;
  /** What the person has agreed to pay now; undefined without a question. */
  readonly agreed: AgreedCharge | undefined;
}

export interface PlanQuestion extends PlanChoice {
  readonly subscriptionId: string;
  /** A whole second. */
  readonly at: Date;
}

export interface ForgottenCards {
  readonly accountId: string;
  readonly removedAt: Date;
  readonly keep: string | undefined;
}

/** The provider is unreachable or overloaded; the call can be retried. */
export class ProviderUnavailable extends Error {}

/**
 * Charges cards. A call returns the event with its outcome, or undefined when the event arrives later. A call
 * that throws may or may not have taken effect; it is retried with the same operation.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** A hosted page for a top-up; it saves the card and requires the bank's confirmation. */
  startTopUp(order: TopUpOrder): Promise<{ readonly checkoutUrl: string }>;
  startSubscription(order: SubscriptionOrder): Promise<{ readonly checkoutUrl: string }>;
  /** A hosted page where a card is added; nothing is charged. */
  startCardSetup(order: CardSetupOrder): Promise<{ readonly checkoutUrl: string }>;
  /** Has a subscription charged to this saved card from now on. */
  useCard(subscriptionId: string, token: string): Promise<void>;
  /** Deletes the cards of an account that were added until `removedAt`, except the card `keep`. */
  forgetCards(cards: ForgottenCards): Promise<void>;
  /**
   * Changes the plan of an active subscription: an upgrade at once, and the difference is charged; a downgrade
   * (`isDowngrade`) at the end of the paid period, and nothing is credited. The current plan cancels a pending change.
   * `repriced` when it would charge another amount than was agreed; then nothing changes.
   */
  changeSubscription(change: PlanChange): Promise<PaymentEvent | 'declined' | 'repriced' | undefined>;
  /** What an upgrade to a plan charges at a moment; undefined if it has ended, or is of another period. */
  quoteUpgrade(question: PlanQuestion): Promise<Cents | undefined>;
  /** Cancels a subscription at the end of its paid period. */
  cancelSubscription(subscriptionId: string): Promise<PaymentEvent | undefined>;
  chargeSavedCard(charge: CardCharge): Promise<PaymentEvent | undefined>;
  collectInvoice(charge: InvoiceCharge): Promise<PaymentEvent | undefined>;
  refund(
    refund: Operation & { readonly chargeId: string; readonly amountCents: Cents },
  ): Promise<PaymentEvent | undefined>;
}
