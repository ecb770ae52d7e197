import type { Balance, Purchase } from '@kinora/contract';
import { assert } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { readBalance } from '../funding/read-balance.ts';
import { type FundingTerms, readTerms } from '../funding/terms.ts';
import { checkRefund } from '../ledger/refund.ts';
import type { PaymentState } from './payment.ts';
import type { PaymentProvider } from './provider.ts';
import { currentSubscription, type Subscription } from './subscription/current-subscription.ts';

/** The billing page's data. */
export interface Billing {
  readonly balance: Balance;
  readonly terms: FundingTerms;
  readonly purchases: readonly (Purchase & { readonly refundable: boolean })[];
  readonly subscription: Subscription | undefined;
  /** The card on file. */
  readonly card: { readonly brand: string; readonly last4: string } | undefined;
  /** The state of the latest checkout; undefined when there was none. */
  readonly latestCheckout: PaymentState | undefined;
}

/** The account's billing at `at`, with the card and subscription at `provider`. */
export async function readBilling(
  database: Database,
  provider: PaymentProvider['name'],
  accountId: string,
  at: Date,
): Promise<Billing> {
  const balance = await readBalance(database, accountId);
  const terms = await readTerms(database, accountId);
  assert(terms !== undefined, 'every account has terms');
  const paid = await database.query<{ id: string }>('select id from payments where id = any($1::uuid[])', [
    balance.purchases.map(({ id }) => id),
  ]);
  const paidByCard = new Set(paid.map(({ id }) => id));
  const [card] = await database.query<{ brand: string; last4: string }>(
    'select brand, last4 from saved_cards where account_id = $1 and provider = $2',
    [accountId, provider],
  );
  const [latest] = await database.query<{ state: PaymentState }>(
    `select state from payments where account_id = $1 and kind <> 'auto_recharge'
     order by created_at desc, id desc limit 1`,
    [accountId],
  );
  return {
    balance,
    terms,
    purchases: balance.purchases.map((purchase) => ({
      ...purchase,
      // A balance that the operator granted cannot be refunded to the customer.
      refundable: paidByCard.has(purchase.id) && checkRefund(refundTerms(purchase), at) === undefined,
    })),
    subscription: await currentSubscription(database, provider, accountId),
    card,
    latestCheckout: latest?.state,
  };
}

function refundTerms({ spent_cents: spentCents, refundable_until: until, refunded_at: refunded }: Purchase) {
  return {
    spentCents,
    refundableUntil: new Date(until),
    refundedAt: refunded === null ? null : new Date(refunded),
  };
}
