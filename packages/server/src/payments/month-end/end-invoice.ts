import type { Queryable } from '../../db/database.ts';
import { readTerms, setArrears } from '../../funding/terms.ts';
import { recordFirstPayment } from '../../ledger/first-payment.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import { settleInvoice } from '../../ledger/settle-invoice.ts';
import { sendChargeNotice } from '../charge-notice.ts';
import { invoicePath } from '../documents/document-paths.ts';
import { emailOwner } from '../email-owner.ts';
import type { PaymentEffects } from '../payment-effects.ts';
import type { EventOf } from '../payment-event.ts';
import { settleTakebackOf } from '../takeback/settle-takeback-of.ts';

export interface Invoice {
  readonly id: string;
  readonly accountId: string;
  readonly month: string;
  readonly amountCents: number;
  readonly state: 'open' | 'unpaid' | 'paid';
  readonly tries: number;
}

/**
 * Applies an invoice of which nothing is due any more, because it was paid or waived: settles the receivable, and ends the
 * arrears with the last unpaid invoice.
 */
export async function completeInvoice(
  tx: Queryable,
  effects: PaymentEffects,
  { operationId: invoiceId, waivedCents: waived }: EventOf<'invoice_settled'>,
): Promise<void> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice === undefined || invoice.state === 'paid') return;
  const at = effects.clock.now();
  const { accountId, amountCents, month } = invoice;
  const waivedCents = waived === 'all' ? amountCents : Math.min(waived, amountCents);
  const paidCents = amountCents - waivedCents;
  await tx.query(`update invoices set state = 'paid', paid_at = $2, waived_cents = $3 where id = $1`, [
    invoiceId,
    at,
    waivedCents,
  ]);
  await settleInvoice(tx, accountId, { paidCents, waivedCents }, at);
  if (paidCents > 0) {
    await recordFirstPayment(tx, accountId, at);
    const charge = { cents: paidCents, purpose: 'invoice', month, document: invoicePath(invoiceId) } as const;
    await sendChargeNotice(tx, effects, accountId, charge);
  }
  await settleTakebackOf(tx, effects, accountId, invoiceId);
  const unpaid = await tx.query(
    `select from invoices where account_id = $1 and (state = 'unpaid' or (state = 'open' and tries > 1))`,
    [invoice.accountId],
  );
  if (unpaid.length === 0) await setArrears(tx, invoice.accountId, null);
}

/**
 * Applies a declined invoice: pay per use stops until it is paid. One email is sent for each invoice. The failure of an
 * earlier attempt than the one in progress has been applied already.
 */
export async function failInvoice(
  tx: Queryable,
  effects: PaymentEffects,
  { operationId: invoiceId, tries }: EventOf<'invoice_failed'>,
): Promise<void> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice?.state !== 'open' || invoice.tries !== tries) return;
  const at = effects.clock.now();
  await tx.query(`update invoices set state = 'unpaid' where id = $1`, [invoiceId]);
  const terms = await readTerms(tx, invoice.accountId);
  if (terms?.arrearsSince == null) await setArrears(tx, invoice.accountId, at);
  if (invoice.tries > 1) return;
  const data = { cents: invoice.amountCents, month: invoice.month, document: invoicePath(invoiceId) };
  await emailOwner(tx, effects, invoice.accountId, { name: 'invoice_unpaid', data });
}

export const INVOICE_COLUMNS =
  'id, account_id as "accountId", month, amount_cents as "amountCents", state, tries';

/** Locks the funding row, then the invoice, until the transaction ends. */
async function lockInvoice(tx: Queryable, id: string): Promise<Invoice | undefined> {
  const [owner] = await tx.query<{ accountId: string }>(
    'select account_id as "accountId" from invoices where id = $1',
    [id],
  );
  if (owner === undefined) return undefined;
  await lockFundingRow(tx, owner.accountId);
  const [invoice] = await tx.query<Invoice>(
    `select ${INVOICE_COLUMNS} from invoices where id = $1 for update`,
    [id],
  );
  return invoice;
}
