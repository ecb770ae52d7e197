import type { Queryable } from '../db/database.ts';
import type { Cents } from '../kernel/money.ts';

/**
 * Returns to the operator what is unspent of the account's grants that have expired at `at`; returns how much. What a job
 * holds of one stays with the job, and is called for here again if the job releases it. The caller has locked the funding row.
 */
export async function expireGrants(tx: Queryable, accountId: string, at: Date): Promise<Cents> {
  const [expired] = await tx.query<{ cents: Cents }>(
    `with due as (
       select id, amount_cents - spent_cents as cents from purchases
       where account_id = $1 and not is_spent and expires_at <= $2
     ), ended as (
       update purchases set spent_cents = spent_cents + cents, expired_cents = expired_cents + cents
       from due where purchases.id = due.id returning purchases.id, cents
     ), noted as (
       insert into ledger_transactions (account_id, kind, purchase_id, created_at)
       select $1, 'expiry', id, $2 from ended order by id returning id, purchase_id
     ), posted as (
       insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
       select noted.id, 'prepaid', 'operator_grant', purchase_id, cents from noted join ended on ended.id = purchase_id
     )
     update funding_accounts set prepaid_cents = prepaid_cents - total
     from (select sum(cents)::bigint as total from ended) as moved
     where account_id = $1 and total > 0 returning total as cents`,
    [accountId, at],
  );
  return expired?.cents ?? 0;
}

/** Ends every grant of an account that is closed: what is left of them now, and what its jobs release later. */
export async function voidGrants(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await tx.query(
    `update purchases set expires_at = $2
     where account_id = $1 and source in ('grant', 'code') and (expires_at is null or expires_at > $2)`,
    [accountId, at],
  );
  await expireGrants(tx, accountId, at);
}

/** Records that nothing is left of any grant that had expired at `at`; the audit holds the ledger to it. */
export async function markSwept(db: Queryable, at: Date): Promise<void> {
  await db.query('update ledger_closing set grants_swept_until = $1', [at]);
}
