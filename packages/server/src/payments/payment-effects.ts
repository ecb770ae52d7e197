import type { Queryable } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';

/** What payments leave for later, each with its payload; the handlers are in this folder. */
export interface PaymentTasks {
  readonly auto_recharge: { readonly accountId: string };
  readonly send_refund: { readonly refundId: string };
  readonly collect_invoice: { readonly invoiceId: string };
  readonly cancel_subscription: { readonly subscriptionId: string };
  /** Every minute: what is due by the calendar. */
  readonly payments_due: object;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What a payment brings about outside its own tables. Tasks and mails are added in the causing transaction. */
export interface PaymentEffects {
  readonly clock: Clock;
  addTask<Name extends keyof PaymentTasks>(
    tx: Queryable,
    name: Name,
    payload: PaymentTasks[Name],
    options?: { readonly jobKey: string },
  ): Promise<void>;
  /** Pauses whatever the account pays for until the operator has looked at it. */
  reviewAccount(tx: Queryable, accountId: string, at: Date): Promise<void>;
  sendMail(tx: Queryable, mail: Mail): Promise<void>;
}
