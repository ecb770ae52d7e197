import type { Queryable } from '../../db/database.ts';
import type { Card } from '../payment-event.ts';
import type { PaymentProvider } from '../provider.ts';

/** The card on file: the one that the person paid with last, or added last. */
export interface SavedCard extends Omit<Card, 'fingerprint'> {
  readonly addedAt: Date;
}

interface CardRow extends Omit<SavedCard, 'expires'> {
  readonly month: number | null;
  readonly year: number | null;
}

/** The account's card at this provider; undefined when there is none. */
export async function readSavedCard(
  db: Queryable,
  provider: PaymentProvider['name'],
  accountId: string,
): Promise<SavedCard | undefined> {
  const [row] = await db.query<CardRow>(
    `select token, brand, last4, added_at as "addedAt", exp_month as month, exp_year as year
     from saved_cards where account_id = $1 and provider = $2`,
    [accountId, provider],
  );
  if (row === undefined) return undefined;
  const { month, year, ...card } = row;
  return { ...card, expires: month === null || year === null ? null : { month, year } };
}
