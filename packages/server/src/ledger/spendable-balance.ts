/**
 * SQL of the balance that a row of `funding_accounts` can spend at `at`, a parameter such as `$2`: without what has expired and
 * is still in it until the next sweep.
 */
export function spendableBalance(at: string): string {
  return `(funding_accounts.prepaid_cents - coalesce((
    select sum(amount_cents - spent_cents) from purchases
    where purchases.account_id = funding_accounts.account_id and not is_spent and expires_at <= ${at}
  ), 0))::bigint`;
}
