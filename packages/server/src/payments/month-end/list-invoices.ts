import type { Queryable } from '../../db/database.ts';

interface ListedInvoice {
  readonly id: string;
  /** First day, as 2026-01-01. */
  readonly month: string;
  readonly amount_cents: number;
  readonly state: 'open' | 'unpaid' | 'paid';
  /** `manual`: the operator collects it, and it stays open here. */
  readonly collection: 'card' | 'manual';
}

/** The month-end invoices of an account, newest first. */
export async function listInvoices(db: Queryable, accountId: string): Promise<ListedInvoice[]> {
  return db.query<ListedInvoice>(
    `select id, month, amount_cents, state, collection from invoices
     where account_id = $1 order by month desc`,
    [accountId],
  );
}
