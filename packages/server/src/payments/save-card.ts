import type { Queryable } from '../db/database.ts';
import { setCard } from '../funding/terms.ts';
import { requestDueRecharge } from './auto-recharge/request-recharge.ts';
import type { PaymentEffects } from './payment-effects.ts';
import type { Card } from './payment-event.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * Saves a card. The same card entered again keeps the date it was added; another card gets the limits of a
 * new card. Unpaid invoices are then retried.
 */
export async function saveCard(
  tx: Queryable,
  effects: PaymentEffects,
  owner: { readonly accountId: string; readonly provider: PaymentProvider['name'] },
  card: Card,
  at: Date,
): Promise<void> {
  const [saved] = await tx.query<{ addedAt: Date }>(
    `insert into saved_cards as saved (account_id, provider, token, fingerprint, brand, last4, added_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id) do update set provider = $2, token = $3, fingerprint = $4, brand = $5, last4 = $6,
       added_at = case when saved.provider = $2 and saved.fingerprint = $4 then saved.added_at else $7 end
     returning added_at as "addedAt"`,
    [owner.accountId, owner.provider, card.token, card.fingerprint, card.brand, card.last4, at],
  );
  await setCard(tx, owner.accountId, saved?.addedAt ?? at);
  await requestDueRecharge(tx, effects, owner.accountId);
  const unpaid = await tx.query<{ id: string }>(
    `update invoices set state = 'open', tries = tries + 1 where account_id = $1 and state = 'unpaid' returning id`,
    [owner.accountId],
  );
  for (const { id } of unpaid) await effects.addTask(tx, 'collect_invoice', { invoiceId: id });
}
