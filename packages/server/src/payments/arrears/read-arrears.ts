import type { Queryable } from '../../db/database.ts';
import type { Cents } from '../../kernel/money.ts';

/** What an account owes: declined invoices, and money that the provider took back after it was spent. */
export interface Arrears {
  readonly since: Date;
  readonly amountCents: Cents;
  /** The part that was taken back, which the balance pays. */
  readonly takenBackCents: Cents;
  /** Every invoice is being charged again right now, and nothing else is owed. */
  readonly isCharging: boolean;
}

/** What the account owes; undefined when it is not in arrears. */
export async function readArrears(db: Queryable, accountId: string): Promise<Arrears | undefined> {
  const [row] = await db.query<Arrears>(
    `select least(arrears_since, (select min(changed_at) from takebacks
         where account_id = $1 and funding_accounts.owed_cents > 0 and owed_cents > 0)) as since,
       (coalesce(unpaid, 0) + funding_accounts.owed_cents)::bigint as "amountCents",
       funding_accounts.owed_cents as "takenBackCents",
       coalesce(charging, true) and funding_accounts.owed_cents = 0 as "isCharging"
     from funding_accounts join funding_terms using (account_id), (
       select sum(amount_cents) as unpaid, bool_and(state = 'open') as charging from invoices
       where account_id = $1 and (state = 'unpaid' or (state = 'open' and tries > 1))
     ) as invoices
     where account_id = $1 and (arrears_since is not null or funding_accounts.owed_cents > 0)`,
    [accountId],
  );
  return row;
}
