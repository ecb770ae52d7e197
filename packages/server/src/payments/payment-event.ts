import type { Cents } from '../kernel/money.ts';
import type { PlanInterval, PlanName } from './plan-price.ts';

/** A card as a provider tells of it: never its number. */
export interface Card {
  /** The provider's name for it, to charge it later. */
  readonly token: string;
  /** The same for the same card however often it is entered. */
  readonly fingerprint: string;
  readonly brand: string;
  readonly last4: string;
}

interface Told {
  /** Unique with its provider; the same again is the same event again. */
  readonly id: string;
  /** When it happened, by the provider's clock. */
  readonly at: Date;
}

/** Our own operation that it is about: the id of a payment, refund or invoice. */
interface About {
  readonly operationId: string;
}

interface Paid extends Told, About {
  readonly chargeId: string;
  readonly amountCents: Cents;
}

/** What any provider can tell us, in our own words. They may come in any order and any number of times. */
export type PaymentEvent =
  | (Paid & {
      readonly type: 'top_up_paid';
      readonly card: Card;
      /** The bank authenticated the buyer (3-D Secure), not merely acknowledged an attempt. */
      readonly confirmedByBank: boolean;
    })
  | (Told & About & { readonly type: 'top_up_failed' })
  | (Told &
      About & {
        readonly type: 'subscription_active';
        readonly subscriptionId: string;
        readonly plan: PlanName;
        readonly interval: PlanInterval;
        /** Set once it is cancelled. */
        readonly endsAt: Date | null;
        readonly card: Card | null;
      })
  | (Told & About & { readonly type: 'subscription_ended'; readonly subscriptionId: string })
  | (Paid & { readonly type: 'charge_succeeded' })
  | (Told & About & { readonly type: 'charge_failed' })
  | (Told & About & { readonly type: 'invoice_paid' })
  | (Told & About & { readonly type: 'invoice_failed' })
  | (Told & About & { readonly type: 'refund_settled' })
  | (Told & About & { readonly type: 'refund_failed' })
  | (Told & { readonly type: 'dispute_opened'; readonly accountId: string });

export type EventOf<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { readonly type: Type }>;
