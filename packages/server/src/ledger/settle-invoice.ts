import type { Queryable } from '../db/database.ts';
import { assertCents, type Cents } from '../kernel/money.ts';

/**
 * Settles the receivable with what was paid of an invoice, a posting from card to receivable; what the operator waived of it
 * was no revenue.
 */
export async function settleInvoice(
  tx: Queryable,
  accountId: string,
  { paidCents, waivedCents }: { readonly paidCents: Cents; readonly waivedCents: Cents },
  at: Date,
): Promise<void> {
  const parts = [
    ['invoice', 'card', paidCents],
    ['waiver', 'revenue', waivedCents],
  ] as const;
  for (const [kind, source, cents] of parts) {
    assertCents(cents);
    if (cents === 0) continue;
    await tx.query(
      `with noted as (
         insert into ledger_transactions (account_id, kind, created_at) values ($1, $2, $5) returning id
       )
       insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
       select id, $3, 'receivable', null, $4 from noted`,
      [accountId, kind, source, cents, at],
    );
  }
}
