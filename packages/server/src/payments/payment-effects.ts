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
  readonly cancel_subscription: { readonly subscriptionId: string };
  /** Every minute: renewals, invoices, recharges and payments that are due. */
  readonly payments_due: object;
}

/** Records a change of a setting, in its transaction and after the rows that it locks. */
export type NoteSettingChange = (tx: Queryable, change: SettingChange) => Promise<void>;

/**
 * The side effects of payments outside their own tables. Tasks and emails are added in the caller's
 * transaction.
 */
export interface PaymentEffects {
  readonly clock: Clock;
  addTask<Name extends keyof PaymentTasks>(
    tx: Queryable,
    name: Name,
    payload: PaymentTasks[Name],
    options?: { readonly jobKey: string; readonly runAt?: Date },
  ): Promise<void>;
  /** Pauses the account's payments until the operator has reviewed it. */
  reviewAccount(tx: Queryable, accountId: string, at: Date): Promise<void>;
  /** Writes to the security log that a refund was refused: an operator has to look at it. */
  noteRefusedRefund(
    tx: Queryable,
    accountId: string,
    refused: { readonly purchase: string; readonly cents: number; readonly reason: string },
    at: Date,
  ): Promise<void>;
  sendEmail(tx: Queryable, email: Email): Promise<void>;
}
