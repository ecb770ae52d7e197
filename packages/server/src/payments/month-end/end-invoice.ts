import type { Queryable } from '../../db/database.ts';
import { readTerms, setArrears } from '../../funding/terms.ts';
import { formatUsd } from '../../kernel/money.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import { settleInvoice } from '../../ledger/settle-invoice.ts';
import { sendChargeNotice } from '../charge-notice.ts';
import { readPayer } from '../payment.ts';
import type { PaymentEffects } from '../payment-effects.ts';

export interface Invoice {
  readonly id: string;
  readonly accountId: string;
  readonly month: string;
  readonly amountCents: number;
  readonly state: 'open' | 'unpaid' | 'paid';
  readonly tries: number;
}

/** Applies a paid invoice: settles the receivable, and ends the arrears with the last unpaid invoice. */
export async function completeInvoice(
  tx: Queryable,
  effects: PaymentEffects,
  invoiceId: string,
): Promise<void> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice === undefined || invoice.state === 'paid') return;
  const at = effects.clock.now();
  await tx.query(`update invoices set state = 'paid', paid_at = $2 where id = $1`, [invoiceId, at]);
  await settleInvoice(tx, invoice.accountId, invoice.amountCents, at);
  const what = `pay per use in ${invoice.month.slice(0, 7)}`;
  await sendChargeNotice(tx, effects, invoice.accountId, { amountCents: invoice.amountCents, what });
  const unpaid = await tx.query(
    `select from invoices where account_id = $1 and (state = 'unpaid' or (state = 'open' and tries > 1))`,
    [invoice.accountId],
  );
  if (unpaid.length === 0) await setArrears(tx, invoice.accountId, null);
}

/** Applies a declined invoice: pay per use stops until it is paid. One email is sent for each invoice. */
export async function failInvoice(tx: Queryable, effects: PaymentEffects, invoiceId: string): Promise<void> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice?.state !== 'open') return;
  const at = effects.clock.now();
  await tx.query(`update invoices set state = 'unpaid' where id = $1`, [invoiceId]);
  const terms = await readTerms(tx, invoice.accountId);
  if (terms?.arrearsSince == null) await setArrears(tx, invoice.accountId, at);
  if (invoice.tries > 1) return;
  const { email } = await readPayer(tx, invoice.accountId);
  const usd = formatUsd(invoice.amountCents);
  const text = `Your card declined the invoice of ${usd} USD for ${invoice.month.slice(0, 7)}.
Pay per use is paused until it is paid. Your prepaid balance and your plan's allowance are not affected.

Top up with a valid card: the invoice is then charged to it.
`;
  await effects.sendEmail(tx, { to: email, subject: `Your invoice of ${usd} USD is unpaid`, text });
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
