import type { Problem } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { setAutoRecharge, setCard } from '../../funding/terms.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import type { PaymentEffects } from '../payment-effects.ts';
import type { PaymentProvider } from '../provider.ts';
import { type CardNeeds, decideCardRemoval } from './decide-card-removal.ts';
import { readSavedCard } from './saved-card.ts';

/**
 * Removes the card on file and turns auto-recharge off, which needs one. A task removes the card at the provider
 * after the commit. Without a card nothing happens. `onRemoved` runs in the transaction. Problem: `card_in_use`.
 */
export async function removeCard(
  database: Database,
  effects: PaymentEffects,
  provider: PaymentProvider['name'],
  accountId: string,
  onRemoved: (tx: Queryable, at: Date) => Promise<void>,
): Promise<Problem | undefined> {
  return database.transaction(async (tx) => {
    await lockFundingRow(tx, accountId);
    if ((await readSavedCard(tx, provider, accountId)) === undefined) return undefined;
    const problem = decideCardRemoval(await readNeeds(tx, accountId));
    if (problem !== undefined) return problem;
    const at = effects.clock.now();
    await tx.query('delete from saved_cards where account_id = $1', [accountId]);
    await setCard(tx, accountId, null);
    await setAutoRecharge(tx, accountId, null);
    // The time is that of the system's clock, like the provider's times.
    await effects.addTask(tx, 'forget_cards', { accountId, removedAt: new Date().toISOString() });
    await onRemoved(tx, at);
    return undefined;
  });
}

/** Everything that the card must still pay. The funding row is locked, so no order and no recharge comes in between. */
async function readNeeds(tx: Queryable, accountId: string): Promise<CardNeeds> {
  const [needs] = await tx.query<CardNeeds>(
    `select
       exists (select from subscriptions where account_id = $1 and state = 'active' and ends_at is null) as plan,
       exists (select from invoices where account_id = $1 and state <> 'paid' and collection = 'card') as invoice,
       exists (
         select from usage_months where usage_months.account_id = $1 and month_end_cents > 0 and not exists (
           select from invoices where invoices.account_id = $1 and invoices.month = usage_months.month
         )
       ) and not exists (
         select from funding_terms where account_id = $1 and plan_billing = 'manual'
       ) as "payPerUse",
       exists (
         select from payments where account_id = $1 and kind = 'auto_recharge' and state = 'open'
       ) as recharge`,
    [accountId],
  );
  return needs ?? { plan: false, invoice: false, payPerUse: false, recharge: false };
}
