import type { Catalogue } from '../catalogue/catalogue.ts';
import { type PlanPrice, planTitle } from '../catalogue/plans.ts';
import type { Cents } from '../kernel/money.ts';
import type { PaymentEvent } from './payment-event.ts';

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

/** A plan as it is sold: a period of it costs `cents`. */
export interface PlanOffer extends PlanPrice {
  /** What the provider's pages call it, such as `Kinora Pro`. */
  readonly product: string;
}

/** A plan of the catalogue, at this price, as a provider is to sell it. */
export function offerOf(catalogue: Catalogue, { plan, interval, cents }: PlanPrice): PlanOffer {
  return {
    plan,
    interval,
    cents,
    product: `${catalogue.document.service.name} ${planTitle(catalogue, plan)}`,
  };
}

export interface SubscriptionOrder extends CardSetupOrder, PlanOffer {}

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

export interface PlanChange extends Operation, PlanOffer {
  readonly subscriptionId: string;
  /** What the person has agreed to pay now; undefined without a question. */
  readonly agreed: AgreedCharge | undefined;
}

/** The price at which a subscription renews, on the plan that it has or changes to. */
export interface RenewalPrice extends Operation, PlanOffer {
  readonly subscriptionId: string;
}

export interface PlanQuestion extends PlanOffer {
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
   * (`isDowngrade`) at the end of the paid period, and nothing is credited. The current plan at its price cancels a pending
   * change.
   * `repriced` when it would charge another amount than was agreed; then nothing changes.
   */
  changeSubscription(change: PlanChange): Promise<PaymentEvent | 'declined' | 'repriced' | undefined>;
  /** What an upgrade to a plan charges at a moment; undefined if it has ended, or is of another period. */
  quoteUpgrade(question: PlanQuestion): Promise<Cents | undefined>;
  /**
   * Changes what an active subscription renews at; the period that is paid keeps its price. Nothing changes once it is
   * cancelled, or if it renews as another plan meanwhile; undefined, or the state that it has.
   */
  priceRenewal(renewal: RenewalPrice): Promise<PaymentEvent | undefined>;
  /** Cancels a subscription at the end of its paid period. */
  cancelSubscription(subscriptionId: string): Promise<PaymentEvent | undefined>;
  chargeSavedCard(charge: CardCharge): Promise<PaymentEvent | undefined>;
  collectInvoice(charge: InvoiceCharge): Promise<PaymentEvent | undefined>;
  refund(
    refund: Operation & { readonly chargeId: string; readonly amountCents: Cents },
  ): Promise<PaymentEvent | undefined>;
}
