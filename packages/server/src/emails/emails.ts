import { accountDeleted } from './account-deleted.ts';
import { addressChanged } from './address-changed.ts';
import { cardCharged } from './card-charged.ts';
import { confirmAddress } from './confirm-address.ts';
import { invoiceReady } from './invoice-ready.ts';
import { invoiceUnpaid } from './invoice-unpaid.ts';
import type { EmailKind, Letter, Sender } from './letter.ts';
import { newAddress } from './new-address.ts';
import { newKey } from './new-key.ts';
import { newSignIn } from './new-sign-in.ts';
import { paymentReturned, paymentTakenBack } from './payment-taken-back.ts';
import { planPriceChanged } from './plan-price-changed.ts';
import { rechargeDeclined } from './recharge-declined.ts';
import { refundFailed } from './refund-failed.ts';
import { setPassword } from './set-password.ts';
import { settingsChanged } from './settings-changed.ts';
import { terminalApproved } from './terminal-approved.ts';
import { webhookSecretReplaced } from './webhook-secret-replaced.ts';
import { workersInTrouble } from './workers-in-trouble.ts';

/** Every email that the service sends. */
export const emails = {
  confirm_address: confirmAddress,
  set_password: setPassword,
  new_address: newAddress,
  address_changed: addressChanged,
  new_sign_in: newSignIn,
  new_key: newKey,
  terminal_approved: terminalApproved,
  card_charged: cardCharged,
  recharge_declined: rechargeDeclined,
  invoice_ready: invoiceReady,
  invoice_unpaid: invoiceUnpaid,
  refund_failed: refundFailed,
  payment_taken_back: paymentTakenBack,
  payment_returned: paymentReturned,
  plan_price_changed: planPriceChanged,
  settings_changed: settingsChanged,
  account_deleted: accountDeleted,
  webhook_secret_replaced: webhookSecretReplaced,
  workers_in_trouble: workersInTrouble,
} as const;

export type EmailName = keyof typeof emails;
export const emailNames = Object.keys(emails) as [EmailName, ...EmailName[]];

type DataOf<Name extends EmailName> = (typeof emails)[Name]['sample'];

/** An email to one address: which it is, and what it has to say. */
export type Email = {
  readonly [Name in EmailName]: { readonly to: string; readonly name: Name; readonly data: DataOf<Name> };
}[EmailName];

export function writeLetter({ name, data }: Pick<Email, 'name' | 'data'>, sender: Sender): Letter {
  return (emails[name] as EmailKind<typeof data>).write(data, sender);
}

export function isEmailName(name: string): name is EmailName {
  return Object.hasOwn(emails, name);
}
