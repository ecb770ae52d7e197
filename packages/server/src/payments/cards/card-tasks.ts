import type { Database } from '../../db/database.ts';
import type { PaymentProvider } from '../provider.ts';
import { readSavedCard } from './saved-card.ts';

/** The task that has the account's subscriptions charged to its card on file. A retry sets the same card again. */
export async function adoptCard(
  database: Database,
  provider: PaymentProvider,
  accountId: string,
): Promise<void> {
  const card = await readSavedCard(database, provider.name, accountId);
  if (card === undefined) return;
  const subscriptions = await database.query<{ providerId: string }>(
    `select provider_id as "providerId" from subscriptions
     where account_id = $1 and provider = $2 and state = 'active'`,
    [accountId, provider.name],
  );
  for (const { providerId } of subscriptions) await provider.useCard(providerId, card.token);
}

/**
 * The task that removes the account's cards at the provider, with those that were replaced before. A card that was
 * added after `removedAt` stays.
 */
export async function forgetCards(
  database: Database,
  provider: PaymentProvider,
  accountId: string,
  removedAt: Date,
): Promise<void> {
  const card = await readSavedCard(database, provider.name, accountId);
  await provider.forgetCards({ accountId, removedAt, keep: card?.token });
}
