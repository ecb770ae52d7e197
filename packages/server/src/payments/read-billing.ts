import { assert, type Balance } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { readBalance } from '../funding/read-balance.ts';
import { type FundingTerms, readTerms } from '../funding/terms.ts';
import { type Arrears, readArrears } from './arrears/read-arrears.ts';
import type { CardSetupState } from './cards/card-setup.ts';
import { readSavedCard, type SavedCard } from './cards/saved-card.ts';
import type { PaymentState } from './payment.ts';
import type { PaymentProvider } from './provider.ts';
import { currentSubscription, type Subscription } from './subscription/current-subscription.ts';

/** What the pages about money show. */
export interface Billing {
  readonly balance: Balance;
  readonly terms: FundingTerms;
  readonly subscription: Subscription | undefined;
  /** The card on file. */
  readonly card: SavedCard | undefined;
  readonly arrears: Arrears | undefined;
  /** How the latest top-up was paid; null for a card, and without one. */
  readonly paidWith: string | null;
  /** The state of the latest checkout; undefined when there was none. */
  readonly latestCheckout: PaymentState | undefined;
  /** The state of the latest page for adding a card; undefined when there was none. */
  readonly latestCardSetup: CardSetupState | undefined;
}

/** The account's billing at `at`, with the card and subscription at `provider`. */
export async function readBilling(
  database: Database,
  provider: PaymentProvider['name'],
  accountId: string,
  at: Date,
): Promise<Billing> {
  const balance = await readBalance(database, accountId, at);
  const terms = await readTerms(database, accountId);
  assert(terms !== undefined, 'every account has terms');
  const [latest] = await database.query<{ state: PaymentState }>(
    `select state from payments where account_id = $1 and kind <> 'auto_recharge'
     order by created_at desc, id desc limit 1`,
    [accountId],
  );
  const [paid] = await database.query<{ paidWith: string | null }>(
    `select paid_with as "paidWith" from payments where account_id = $1 and kind = 'top_up' and state = 'succeeded'
     order by created_at desc, id desc limit 1`,
    [accountId],
  );
  const [setup] = await database.query<{ state: CardSetupState }>(
    'select state from card_setups where account_id = $1 order by created_at desc, id desc limit 1',
    [accountId],
  );
  return {
    balance,
    terms,
    subscription: await currentSubscription(database, provider, accountId),
    card: await readSavedCard(database, provider, accountId),
    arrears: await readArrears(database, accountId),
    paidWith: paid?.paidWith ?? null,
    latestCheckout: latest?.state,
    latestCardSetup: setup?.state,
  };
}
