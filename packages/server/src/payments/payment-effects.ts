import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import type { Queryable } from '../db/database.ts';
import type { Email } from '../emails/emails.ts';
import type { Clock } from '../kernel/clock.ts';
import type { SettingChange } from '../kernel/setting-change.ts';

/** The background tasks of payments, each with its payload. */
export interface PaymentTasks {
  readonly auto_recharge: { readonly accountId: string };
  readonly send_refund: { readonly refundId: string };
  readonly collect_invoice: { readonly invoiceId: string };
  /** The account's subscriptions are charged to its new card. */
  readonly adopt_card: { readonly accountId: string };
  readonly forget_cards: { readonly accountId: string; readonly removedAt: string };
  /** A subscription renews at another price; the id is that of the payment that bought it. */
  readonly price_renewal: { readonly subscriptionId: string };
  readonly cancel_subscription: { readonly subscriptionId: string };
  /** Every minute: renewals and their prices, invoices, recharges and payments that are due. */
  readonly payments_due: object;
}

/** Records a change of a setting, in its transaction and after the rows that it locks. */
export type NoteSettingChange = (tx: Queryable, change: SettingChange) => Promise<void>;

/** What the payment provider did that an operator has to look at. */
export type PaymentNote =
  | 'refund_refused'
  | 'payment_taken_back'
  | 'payment_returned'
  | 'payment_not_credited'
  | 'payment_differs'
  | 'fraud_suspected';

/**
 * What payments need besides their own tables: the time, the catalogue, and their effects elsewhere. Tasks and emails are added in the caller's
 * transaction.
 */
export interface PaymentEffects {
  readonly clock: Clock;
  /** The versions in force and to come. */
  readonly catalogue: OpenCatalogue;
  addTask<Name extends keyof PaymentTasks>(
    tx: Queryable,
    name: Name,
    payload: PaymentTasks[Name],
    options?: { readonly jobKey: string; readonly runAt?: Date },
  ): Promise<void>;
  /** Pauses the account's payments because of a dispute. */
  reviewAccount(tx: Queryable, accountId: string, at: Date, cause: 'dispute'): Promise<void>;
  /** Ends a review that only disputes have asked for, once none is left; returns whether it did. */
  endReviewOfDispute(tx: Queryable, accountId: string): Promise<boolean>;
  /** Writes to the security log what an operator has to look at. */
  noteForOperator(
    tx: Queryable,
    /** Null if it is not known. */
    accountId: string | null,
    kind: PaymentNote,
    details: Readonly<Record<string, string | number>>,
    at: Date,
  ): Promise<void>;
  sendEmail(tx: Queryable, email: Email): Promise<void>;
}
