import { assert } from '@kinora/contract';
import type { Queryable } from '../../db/database.ts';
import { type Cents, formatUsd } from '../../kernel/money.ts';
import { monthInWords } from '../../kernel/time-in-words.ts';
import { type DocumentLine, dayOf, documentNumber, type PaymentDocument } from './document.ts';

interface StoredInvoice {
  readonly number: number;
  readonly email: string;
  /** First day, as 2026-10-01. */
  readonly month: string;
  readonly cents: Cents;
  readonly waivedCents: Cents;
  readonly state: 'open' | 'unpaid' | 'paid';
  readonly collection: 'card' | 'manual';
  readonly createdAt: Date;
  readonly paidAt: Date | null;
}

interface ChargedWork {
  readonly operation: string;
  readonly model: string;
  readonly jobs: number;
  /** The length of the videos, as they were priced. */
  readonly seconds: number;
  readonly priceCents: Cents;
  readonly prepaidCents: Cents;
}

/** The month-end invoice of an account with what it charges for; undefined if the account has no such invoice. */
export async function readInvoice(
  db: Queryable,
  accountId: string,
  invoiceId: string,
): Promise<PaymentDocument | undefined> {
  const [invoice] = await db.query<StoredInvoice>(
    `select number, email, month, amount_cents as cents, waived_cents as "waivedCents", state, collection, invoices.created_at as "createdAt",
       paid_at as "paidAt"
     from invoices join accounts on accounts.id = account_id where invoices.id = $1 and account_id = $2`,
    [invoiceId, accountId],
  );
  if (invoice === undefined) return undefined;
  const work = await readChargedWork(db, accountId, invoice.month);
  const kept = await readChargedStorage(db, accountId, invoice.month);
  const charges = [...work, kept];
  const prepaid = charges.reduce((sum, { prepaidCents }) => sum + prepaidCents, 0);
  const charged = charges.reduce((sum, { priceCents }) => sum + priceCents, 0) - prepaid;
  assert(
    charged === invoice.cents,
    `the charges of invoice ${invoiceId} are ${charged}, not ${invoice.cents}`,
  );
  return {
    title: 'Invoice',
    number: documentNumber('Invoice', invoice.number),
    date: invoice.createdAt,
    email: invoice.email,
    facts: [['Period', `${monthInWords(invoice.month)} (UTC)`]],
    lines: [
      ...work.map(lineOf),
      ...(kept.priceCents > 0
        ? [{ what: 'Results kept beyond what is included', cents: kept.priceCents }]
        : []),
    ],
    deductions: prepaid === 0 ? [] : [{ what: 'Paid from your prepaid balance', cents: -prepaid }],
    totalName: 'Total',
    totalCents: invoice.cents,
    note: noteOf(invoice),
  };
}

/** The jobs of the month that are paid per use, of which at least a part was left for the invoice. */
async function readChargedWork(db: Queryable, accountId: string, month: string): Promise<ChargedWork[]> {
  return db.query<ChargedWork>(
    `select coalesce(jobs.operation, charges.medium) as operation, model, count(*) as jobs,
       coalesce(sum((frames - 1)::float8 / frames_per_second), 0) as seconds,
       sum(price_cents)::bigint as "priceCents", sum(prepaid_cents)::bigint as "prepaidCents"
     from charges left join jobs on jobs.id = job_id
     where charges.account_id = $1 and month = $2::date and charges.state <> 'reversed' and month_end_cents > 0
     group by 1, 2 order by 1, 2`,
    [accountId, month],
  );
}

type ChargedStorage = Pick<ChargedWork, 'priceCents' | 'prepaidCents'>;

/** The days of storage of the month, of which at least a part was left for the invoice. */
async function readChargedStorage(db: Queryable, accountId: string, month: string): Promise<ChargedStorage> {
  const [kept] = await db.query<ChargedStorage>(
    `select coalesce(sum(prepaid_cents + month_end_cents), 0)::bigint as "priceCents",
       coalesce(sum(prepaid_cents), 0)::bigint as "prepaidCents"
     from storage_days
     where account_id = $1 and day >= $2::date and day < $2::date + interval '1 month' and month_end_cents > 0`,
    [accountId, month],
  );
  return kept ?? { priceCents: 0, prepaidCents: 0 };
}

const OPERATIONS: Readonly<Record<string, string>> = {
  image: 'Images',
  video: 'Videos',
  i2v: 'Videos from an image',
};

function lineOf({ operation, model, jobs, seconds, priceCents }: ChargedWork): DocumentLine {
  // A model that is called as its operation adds nothing.
  const what = `${OPERATIONS[operation] ?? operation}${model === operation ? '' : `, ${model}`}`;
  return { what, count: jobs, ...(seconds > 0 && { seconds }), cents: priceCents };
}

function noteOf({ state, collection, paidAt, cents, waivedCents }: StoredInvoice): string {
  if (waivedCents === cents) return 'Waived: nothing is due.';
  if (waivedCents > 0) return `Paid but for ${formatUsd(waivedCents)} USD, which were waived.`;
  if (paidAt !== null) return `Paid on ${dayOf(paidAt)}. Thank you.`;
  if (collection === 'manual') return 'Payable as agreed. No card is charged.';
  return state === 'open'
    ? 'It is charged to the card of your plan.'
    : 'Unpaid: your card declined it. Add a card that works, and it is charged to that.';
}
