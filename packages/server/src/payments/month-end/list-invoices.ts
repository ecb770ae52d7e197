import { conditionsOf } from '../../db/conditions.ts';
import type { Queryable } from '../../db/database.ts';

interface ListedInvoice {
  readonly id: string;
  /** First day, as 2026-01-01. */
  readonly month: string;
  readonly amount_cents: number;
  readonly state: 'open' | 'unpaid' | 'paid' | 'waived';
  /** `manual`: the operator collects it, and it stays open here. */
  readonly collection: 'card' | 'manual';
}

const COLUMNS = `id, month, amount_cents, case when waived_cents = amount_cents then 'waived' else state end as state,
  collection`;

/** The month-end invoices of an account, newest first. */
export async function listInvoices(db: Queryable, accountId: string): Promise<ListedInvoice[]> {
  return db.query<ListedInvoice>(
    `select ${COLUMNS} from invoices where account_id = $1 order by month desc`,
    [accountId],
  );
}

/** A page of them: those before the month of the invoice `before`. */
export async function listInvoicePage(
  db: Queryable,
  accountId: string,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<(ListedInvoice & { readonly createdAt: Date; readonly paidAt: Date | null })[]> {
  const values: unknown[] = [accountId, limit];
  const earlier = conditionsOf(values, [
    ['month < (select month from invoices where id = ? and account_id = $1)', before],
  ]);
  return db.query(
    `select ${COLUMNS}, created_at as "createdAt", paid_at as "paidAt" from invoices
     where account_id = $1${earlier} order by month desc limit $2`,
    values,
  );
}
