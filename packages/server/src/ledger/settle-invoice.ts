import type { Queryable } from '../db/database.ts';
import { assertCents, type Cents } from '../kernel/money.ts';

/** Settles the receivable with a paid invoice: a posting from card to receivable. */
export async function settleInvoice(
  tx: Queryable,
  accountId: string,
  amountCents: Cents,
  at: Date,
): Promise<void> {
  assertCents(amountCents);
  await tx.query(
    `with noted as (
       insert into ledger_transactions (account_id, kind, created_at) values ($1, 'invoice', $3) returning id
     )
     insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
     select id, 'card', 'receivable', null, $2 from noted`,
    [accountId, amountCents, at],
  );
}
