import type { PlanChoice, PlanPrice } from '../catalogue/plans.ts';
import type { Cents } from '../kernel/money.ts';

/** A saved card as a provider describes it; never its number. */
export interface Card {
  /** The provider's id of the card, to charge it later. */
  readonly token: string;
  /** Equal whenever the same card is entered again. */
  readonly fingerprint: string;
  readonly brand: string;
  readonly last4: string;
  /** The last month in which it is valid; null if the provider does not say. */
  readonly expires: { readonly month: number; readonly year: number } | null;
}

export interface EventMetadata {
  /** Unique for a provider; a repeated event has the same id. */
  readonly id: string;
  /** When it happened, by the provider's clock. */
  readonly at: Date;
}

/** The event concerns an operation of this service: the id of a payment, refund or invoice. */
interface ForOperation {
  readonly operationId: string;
}

interface Paid extends EventMetadata, ForOperation {
  readonly chargeId: string;
  /** What arrived, in US cents. */
  readonly amountCents: Cents;
}

/** A dispute as it is at the provider. */
export interface Dispute {
  readonly id: string;
  /** Won if the money stays here, whatever the bank calls that. */
  readonly state: 'open' | 'won' | 'lost';
}

/** An event of any provider. Events may arrive in any order and any number of times. */
export type PaymentEvent =
  | (Paid & {
      readonly type: 'top_up_paid';
      /** Null if it was paid in a way that cannot be saved. */
      readonly card: Card | null;
      /** How it was paid, by the provider's name for it. */
      readonly paidWith: string;
      /** The bank authenticated the buyer (3-D Secure); an acknowledged attempt is not enough. */
      readonly confirmedByBank: boolean;
    })
  | (EventMetadata & ForOperation & { readonly type: 'top_up_failed' })
  /** A person added a card without buying anything. */
  | (EventMetadata & ForOperation & { readonly type: 'card_set_up'; readonly card: Card })
  | (EventMetadata & ForOperation & { readonly type: 'card_setup_failed' })
  | (EventMetadata &
      ForOperation &
      /** The plan, and what the period that is paid costs. */
      PlanPrice & {
        readonly type: 'subscription_active';
        readonly subscriptionId: string;
        /** The period that is paid. */
        readonly period: { readonly start: Date; readonly end: Date };
        /** What it renews as, if that is another plan or another price; null when both stay. */
        readonly next: PlanPrice | null;
        /** When the paid period ends, once it is cancelled; null before. */
        readonly endsAt: Date | null;
        readonly card: Card | null;
      })
  /** A period of a subscription, or the difference of an upgrade, was charged. */
  | (EventMetadata &
      ForOperation & {
        readonly type: 'plan_charged';
        readonly amountCents: Cents;
        /** The plan that was paid for; null for that of the subscription, where the provider does not say. */
        readonly bought: PlanChoice | null;
        readonly isUpgrade: boolean;
      })
  | (EventMetadata & ForOperation & { readonly type: 'subscription_ended'; readonly subscriptionId: string })
  | (Paid & { readonly type: 'charge_succeeded' })
  | (EventMetadata & ForOperation & { readonly type: 'charge_failed' })
  | (EventMetadata &
      ForOperation & {
        readonly type: 'invoice_settled';
        /** What the operator waived of it at the provider, in US cents: all of it if it was voided. */
        readonly waivedCents: Cents | 'all';
      })
  | (EventMetadata &
      ForOperation & {
        readonly type: 'invoice_failed';
        /** The attempt that failed: 1 for the first one. An event may arrive while a later one is in progress. */
        readonly tries: number;
      })
  | (EventMetadata & ForOperation & { readonly type: 'refund_settled' })
  | (EventMetadata & ForOperation & { readonly type: 'refund_failed' })
  /** The provider never pays it out: the bank took the payment back, or it was refunded in another way. */
  | (EventMetadata & ForOperation & { readonly type: 'refund_refused'; readonly reason: string })
  /** Money arrived that cannot be credited, as in another currency: an operator has to look at it. */
  | (EventMetadata &
      ForOperation & {
        readonly type: 'payment_not_credited';
        readonly chargeId: string;
        readonly amount: number;
        readonly currency: string;
      })
  /** What the provider has taken back of one charge by now, without being asked to from here. */
  | (EventMetadata & {
      readonly type: 'charge_taken_back';
      readonly accountId: string;
      /** The payment or the invoice; null for a charge of a plan, which is no balance. */
      readonly operationId: string | null;
      readonly takenCents: Cents;
      readonly disputes: readonly Dispute[];
      /** Drawn before the provider was asked: of two reads the later one is right. */
      readonly readNumber: number;
    })
  /** The bank suspects that the card of a charge is stolen. No money has moved. */
  | (EventMetadata & {
      readonly type: 'fraud_suspected';
      readonly accountId: string;
      readonly chargeId: string;
    });

export type EventOf<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { readonly type: Type }>;
