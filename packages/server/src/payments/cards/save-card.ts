import type { Queryable } from '../../db/database.ts';
import { setCard } from '../../funding/terms.ts';
import { retryUnpaidInvoices } from '../arrears/pay-arrears.ts';
import { requestDueRecharge } from '../auto-recharge/request-recharge.ts';
import { isClosed } from '../closed-account.ts';
import type { PaymentEffects } from '../payment-effects.ts';
import type { Card } from '../payment-event.ts';
import type { PaymentProvider } from '../provider.ts';
import { isUnderReview } from '../under-review.ts';

/**
 * Saves a card as the card on file, which replaces another one: recharges, invoices and the plan are charged to it. The
 * same card entered again keeps the date it was added; another card gets the limits of a new card. Unpaid invoices are
 * then retried, unless the account is under review. A card of a deleted account is removed at the provider instead. The caller
 * has locked the funding row.
 */
export async function saveCard(
  tx: Queryable,
  effects: PaymentEffects,
  owner: { readonly accountId: string; readonly provider: PaymentProvider['name'] },
  card: Card,
  at: Date,
): Promise<void> {
  const { accountId, provider } = owner;
  if (await isClosed(tx, accountId)) {
    // The time is that of the system's clock, like the provider's times.
    await effects.addTask(tx, 'forget_cards', { accountId, removedAt: new Date().toISOString() });
    return;
  }
  const [saved] = await tx.query<{ addedAt: Date }>(
    `insert into saved_cards as saved
       (account_id, provider, token, fingerprint, brand, last4, added_at, exp_month, exp_year)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id) do update set provider = $2, token = $3, fingerprint = $4, brand = $5, last4 = $6,
       added_at = case when saved.provider = $2 and saved.fingerprint = $4 then saved.added_at else $7 end,
       exp_month = $8, exp_year = $9
     returning added_at as "addedAt"`,
    [
      accountId,
      provider,
      card.token,
      card.fingerprint,
      card.brand,
      card.last4,
      at,
      card.expires?.month ?? null,
      card.expires?.year ?? null,
    ],
  );
  await setCard(tx, accountId, saved?.addedAt ?? at);
  await requestDueRecharge(tx, effects, accountId);
  if (!(await isUnderReview(tx, accountId))) await retryUnpaidInvoices(tx, effects, accountId);
}

/** Saves a card that the account's subscription, if it has one, is charged to from now on too. */
export async function saveCardForAll(...save: Parameters<typeof saveCard>): Promise<void> {
  await saveCard(...save);
  const [tx, effects, { accountId, provider }] = save;
  const subscribed = await tx.query(
    `select from subscriptions where account_id = $1 and provider = $2 and state = 'active' limit 1`,
    [accountId, provider],
  );
  if (subscribed.length > 0) await effects.addTask(tx, 'adopt_card', { accountId });
}
