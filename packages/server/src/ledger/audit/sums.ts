import type { AuditSpan, Sums } from './audit-rule.ts';

/**
 * The charges of a span that were not reversed, by account, month and key. Those on hold count in every column but
 * `settled_cents`.
 */
const chargesOf = (span: AuditSpan): string => `
  select account_id, month, key_id,
    coalesce(sum(included_images), 0) as images_included,
    count(*) filter (where medium = 'video' and included_twelfths is not null) as videos_included,
    coalesce(sum(included_twelfths), 0) as twelfths_included,
    count(*) filter (where medium = 'image' and included_twelfths is null) as images_overage,
    count(*) filter (where medium = 'video' and included_twelfths is null) as videos_overage,
    coalesce(sum(twelfths) filter (where included_twelfths is null), 0) as twelfths_overage,
    sum(price_cents) as price_cents, sum(prepaid_cents) as prepaid_cents, sum(month_end_cents) as month_end_cents,
    coalesce(sum(month_end_cents) filter (where state = 'settled'), 0) as settled_cents,
    count(*) filter (where state = 'held') as open,
    coalesce(sum(prepaid_cents + month_end_cents) filter (where state = 'held'), 0) as held_cents
  from charges where state <> 'reversed' and ${span.jobs('job_id')} group by 1, 2, 3`;

/** Days of storage as charges of their month, which are settled at once. */
const STORAGE = `
  select account_id, date_trunc('month', day)::date as month, null::uuid as key_id,
    ${'0, '.repeat(6)}sum(prepaid_cents + month_end_cents), sum(prepaid_cents), sum(month_end_cents), sum(month_end_cents), 0, 0
  from storage_days where transaction_id is not null group by 1, 2`;

/** What the postings of a span moved, by account and purchase. */
const postingsOf = (span: AuditSpan): string => `
  select account_id, postings.purchase_id,
    ${net('prepaid')} as prepaid_cents,
    coalesce(sum(amount_cents) filter (where kind = 'credit'), 0) as credited_cents,
    coalesce(sum(amount_cents) filter (where kind = 'credit' and source = 'card'), 0) as card_cents,
    ${net('held')} as held_cents,
    -${net('receivable')} as owed_cents,
    coalesce(sum(amount_cents) filter (where kind = 'invoice'), 0) as received_cents,
    ${net('card', 'takeback')} as taken_cents,
    ${net('receivable', 'arrears')} as repaid_cents,
    coalesce(sum(amount_cents) filter (where kind = 'waiver'), 0) as waived_cents,
    coalesce(sum(amount_cents) filter (where kind = 'expiry'), 0) as expired_cents
  from ledger_transactions join postings on transaction_id = ledger_transactions.id
  where ${span.transactions('ledger_transactions.id')} and ${span.transactions('transaction_id')} group by 1, 2`;

/** What came to an account of the ledger less what left it; `kind` is that of the transactions, all without one. */
function net(account: string, kind?: string): string {
  const cents = `sum(case '${account}' when destination then amount_cents when source then -amount_cents else 0 end)`;
  return kind === undefined ? cents : `coalesce(${cents} filter (where kind = '${kind}'), 0)`;
}

const CLOSED_CHARGES = [
  'images_included',
  'videos_included',
  'twelfths_included',
  'images_overage',
  'videos_overage',
  'twelfths_overage',
  'price_cents',
  'prepaid_cents',
  'month_end_cents',
];
const CLOSED_POSTINGS = [
  'prepaid_cents',
  'credited_cents',
  'card_cents',
  'held_cents',
  'owed_cents',
  'received_cents',
  'taken_cents',
  'repaid_cents',
  'waived_cents',
  'expired_cents',
];

/** The sums of the closed history and of the span that follows it. */
export function sumsWith(open: AuditSpan): Sums {
  return {
    charged: `(select account_id, month, key_id, ${CLOSED_CHARGES.join(', ')}, month_end_cents as settled_cents,
        0 as open, 0 as held_cents from closed_charges
      union all ${chargesOf(open)} union all ${STORAGE})`,
    posted: `(select account_id, purchase_id, ${CLOSED_POSTINGS.join(', ')} from closed_postings
      union all ${postingsOf(open)})`,
  };
}

/** Statements that add a span, in which every charge has ended, to the closed history. */
export function addToClosed(span: AuditSpan): string[] {
  return [
    add('closed_charges', 'account_id, month, key_id', CLOSED_CHARGES, chargesOf(span)),
    add('closed_postings', 'account_id, purchase_id', CLOSED_POSTINGS, postingsOf(span)),
  ];
}

function add(table: string, key: string, columns: readonly string[], sums: string): string {
  const added = columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`);
  return `insert into ${table} (${key}, ${columns.join(', ')})
    select ${key}, ${columns.join(', ')} from (${sums}) as sums
    on conflict (${key}) do update set ${added.join(', ')}`;
}
