import type { Queryable } from '../../db/database.ts';
import type { Cents } from '../../kernel/money.ts';

/** The declined invoices of an account that are not paid. */
export interface Arrears {
  readonly since: Date;
  readonly amountCents: Cents;
  /** Every one of them is being charged again right now. */
  readonly isCharging: boolean;
}

/** What the account owes; undefined when it is not in arrears. */
export async function readArrears(db: Queryable, accountId: string): Promise<Arrears | undefined> {
  const [row] = await db.query<Arrears>(
    `select arrears_since as since, sum(amount_cents)::bigint as "amountCents",
       bool_and(state = 'open') as "isCharging"
     from funding_terms join invoices using (account_id)
     where account_id = $1 and arrears_since is not null and (state = 'unpaid' or (state = 'open' and tries > 1))
     group by arrears_since`,
    [accountId],
  );
  return row;
}
