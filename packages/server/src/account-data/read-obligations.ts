import { assert } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { spendableBalance } from '../ledger/spendable-balance.ts';
import type { Obligations } from './decide-deletion.ts';

/** What keeps the account from being deleted, as it is at `at`. */
export async function readObligations(db: Queryable, accountId: string, at: Date): Promise<Obligations> {
  const [row] = await db.query<Obligations>(
    `select (arrears_since is not null or owed_cents > 0) as "isInArrears", ${spendableBalance('$2')} as "balanceCents",
       (case when plan_billing = 'manual' then 0 else (
         select coalesce(sum(month_end_cents), 0) from usage_months as used
         where used.account_id = $1 and not exists (
           select from invoices where invoices.account_id = $1 and invoices.month = used.month)
       ) end + (
         select coalesce(sum(amount_cents), 0) from invoices
         where account_id = $1 and state <> 'paid' and collection = 'card'
       ) + owed_cents)::bigint as "owedCents",
       exists (select from payments where account_id = $1 and state = 'open' and kind = 'auto_recharge') or exists (
         select from refunds join payments on payments.id = payment_id where account_id = $1 and refunds.state = 'open'
       ) as "hasOpenPayment"
     from funding_accounts join funding_terms using (account_id) where account_id = $1`,
    [accountId, at],
  );
  assert(row !== undefined, 'every account has terms');
  return row;
}
