import type { Cents } from '../kernel/money.ts';
import type { PaymentEvent } from './payment-event.ts';
import type { PlanInterval, PlanName } from './plan-price.ts';

export interface Payer {
  readonly accountId: string;
  readonly email: string;
}

/** The operation's id is the provider's idempotency key: the same operation asked for twice happens once. */
interface Operation {
  readonly operationId: string;
}

export interface TopUpOrder extends Operation {
  readonly payer: Payer;
  readonly amountCents: Cents;
  /** Where the browser goes afterwards, paid or not. */
  readonly returnUrl: string;
}

export interface SubscriptionOrder extends TopUpOrder {
  readonly plan: PlanName;
  readonly interval: PlanInterval;
}

export interface CardCharge extends Operation {
  readonly payer: Payer;
  readonly amountCents: Cents;
  readonly description: string;
}

export interface InvoiceCharge extends CardCharge {
  /** First day of the month it is for, as 2026-01-01. */
  readonly month: string;
  /** 1 for the first try to collect it. */
  readonly tries: number;
}

export interface PlanChange extends Operation {
  readonly subscriptionId: string;
  readonly plan: PlanName;
  readonly interval: PlanInterval;
}

/** The provider cannot be reached or has too much to do; the same may be asked again. */
export class ProviderUnavailable extends Error {}

/**
 * Takes money by card. What a call brings about is told as an event, at once where the provider knows at
 * once; undefined means that the event comes later. A call that throws may or may not have happened, and is
 * made again with the same operation.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** A hosted page for a top-up; it saves the card and asks the bank for confirmation. */
  startTopUp(order: TopUpOrder): Promise<{ readonly checkoutUrl: string }>;
  startSubscription(order: SubscriptionOrder): Promise<{ readonly checkoutUrl: string }>;
  /** Moves a running subscription to another plan at once; the difference is charged or credited. */
  changeSubscription(change: PlanChange): Promise<PaymentEvent | 'declined' | undefined>;
  /** Ends it with the period that is paid. */
  cancelSubscription(subscriptionId: string): Promise<PaymentEvent | undefined>;
  chargeSavedCard(charge: CardCharge): Promise<PaymentEvent | undefined>;
  collectInvoice(charge: InvoiceCharge): Promise<PaymentEvent | undefined>;
  refund(
    refund: Operation & { readonly chargeId: string; readonly amountCents: Cents },
  ): Promise<PaymentEvent | undefined>;
}
