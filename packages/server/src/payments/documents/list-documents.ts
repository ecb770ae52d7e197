import type { Queryable } from '../../db/database.ts';
import type { Cents } from '../../kernel/money.ts';

/** A document that the owner of an account can read. */
export interface ListedDocument {
  readonly id: string;
  readonly kind: 'invoice' | 'top_up' | 'auto_recharge' | 'plan' | 'refund';
  readonly cents: Cents;
  readonly at: Date;
}

/** The latest documents of an account, newest first; those before the one with the id `after`. */
export async function listDocuments(
  db: Queryable,
  accountId: string,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<ListedDocument[]> {
  return db.query<ListedDocument>(
    `with documents as (
       select id, 'invoice' as kind, amount_cents as cents, created_at as at from invoices where account_id = $1
       union all
       select id, kind, amount_cents, ended_at from payments
         where account_id = $1 and state = 'succeeded' and kind <> 'subscription'
       union all
       select id, 'plan', amount_cents, charged_at from plan_charges where account_id = $1
       union all
       select refunds.id, 'refund', -refunds.amount_cents, refunds.created_at
         from refunds join payments on payments.id = payment_id
         where account_id = $1 and refunds.state <> 'failed'
     )
     select * from documents
     where $3::uuid is null or (at, id) < (select at, id from documents where id = $3)
     order by at desc, id desc limit $2`,
    [accountId, limit, after ?? null],
  );
}
