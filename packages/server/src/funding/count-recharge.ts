import type { Queryable } from '../db/database.ts';

/**
 * Counts an auto-recharge towards the cap of its month; a negative amount subtracts it. It counts from its
 * start, so that jobs accepted while it is pending cannot use the same part of the cap. The caller has locked
 * the funding row.
 */
export async function countRecharge(
  tx: Queryable,
  accountId: string,
  month: string,
  cents: number,
): Promise<void> {
  await tx.query(
    `insert into usage_months as used (account_id, month, recharge_cents) values ($1, $2::date, greatest($3::bigint, 0))
     on conflict (account_id, month) do update set recharge_cents = used.recharge_cents + $3`,
    [accountId, month, cents],
  );
}
