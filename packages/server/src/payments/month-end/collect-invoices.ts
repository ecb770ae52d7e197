import { MAX_LEAD_MS } from '../../db/check-clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { readMonthEnd } from '../../funding/month-end.ts';
import { readTerms } from '../../funding/terms.ts';
import { isoDate, monthStart } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import type { ApplyPaymentEvent } from '../apply-payment-event.ts';
import { invoicePath } from '../documents/document-paths.ts';
import { emailOwner } from '../email-owner.ts';
import { readPayer } from '../payment.ts';
import type { PaymentEffects } from '../payment-effects.ts';
import type { PaymentProvider } from '../provider.ts';
import { isUnderReview } from '../under-review.ts';
import { INVOICE_COLUMNS, type Invoice } from './end-invoice.ts';
import { addCollectTask } from './request-collection.ts';

interface AccountMonth {
  readonly accountId: string;
  /** First day, as 2026-01-01. */
  readonly month: string;
}

/**
 * A month is over by the clock of every server this long after its end by the clock of one. Until then another server may
 * still accept an order into it, which nobody would bill.
 */
export const CLOCKS_DIFFER_MS = 2 * MAX_LEAD_MS;

/**
 * Writes the invoice of every month that is over for `clocksDifferMs`, once its jobs have ended, and adds a task to collect
 * it. An account whose plan is billed manually gets an invoice for the operator to collect.
 */
export async function billEndedMonths(
  database: Database,
  effects: PaymentEffects,
  clocksDifferMs: number,
): Promise<void> {
  const overBy = new Date(effects.clock.now().getTime() - clocksDifferMs);
  const unbilled = await database.query<AccountMonth>(
    `select used.account_id as "accountId", used.month from usage_months as used
     where used.month < $1::date and used.month_end_cents > 0 and not exists (
       select from invoices where invoices.account_id = used.account_id and invoices.month = used.month
     ) order by used.month, used.account_id`,
    [isoDate(monthStart(overBy))],
  );
  for (const month of unbilled) await database.transaction((tx) => writeInvoice(tx, effects, month));
}

/**
 * Writes the invoice of a month from its charges, which acceptance kept below the cap. Locks the funding row,
 * so no charge is reversed meanwhile. A charge of an open job may still be reversed, so the month waits for
 * its jobs; a month that a card pays also waits for the end of a review of its account.
 */
async function writeInvoice(
  tx: Queryable,
  effects: PaymentEffects,
  { accountId, month }: AccountMonth,
): Promise<void> {
  await lockFundingRow(tx, accountId);
  const charged = await readMonthEnd(tx, accountId, month);
  if (charged.openJobs > 0 || charged.cents === 0) return;
  const terms = await readTerms(tx, accountId);
  const collection = terms?.planBilling === 'manual' ? 'manual' : 'card';
  if (collection === 'card' && (await isUnderReview(tx, accountId))) return;
  const [invoice] = await tx.query<{ id: string }>(
    `insert into invoices (id, account_id, month, amount_cents, created_at, collection) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, month) do nothing returning id`,
    [newId(), accountId, month, charged.cents, effects.clock.now(), collection],
  );
  if (invoice === undefined) return;
  const data = { cents: charged.cents, month, collection, document: invoicePath(invoice.id) } as const;
  await emailOwner(tx, effects, accountId, { name: 'invoice_ready', data });
  if (collection === 'card') await addCollectTask(tx, effects.addTask, invoice.id);
}

/**
 * The task that charges an invoice to the card on file. A retry repeats the same operation. The card of an account under
 * review may be stolen, so it is not charged.
 */
export async function collectInvoice(
  database: Database,
  provider: PaymentProvider,
  apply: ApplyPaymentEvent,
  invoiceId: string,
): Promise<void> {
  const [invoice] = await database.query<Invoice>(
    `select ${INVOICE_COLUMNS} from invoices where id = $1 and state = 'open' and collection = 'card'`,
    [invoiceId],
  );
  if (invoice === undefined) return;
  const { accountId, amountCents, month, tries } = invoice;
  if (await isUnderReview(database, accountId)) return;
  const event = await provider.collectInvoice({
    operationId: invoiceId,
    payer: await readPayer(database, accountId),
    amountCents,
    month,
    tries,
    description: `Kinora API use in ${month.slice(0, 7)}`,
  });
  if (event !== undefined) await apply(event);
}
