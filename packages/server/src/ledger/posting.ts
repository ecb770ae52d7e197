import { assert } from '@kinora/contract';
import { assertCents, type Cents } from '../kernel/money.ts';

/**
 * Double entry: a posting moves cents from one ledger account to another, so a transaction of postings always
 * balances. Each posting names the purchase whose money it moves.
 */

/**
 * operator_grant: balance granted by the operator. card: card payments less refunds.
 * prepaid: balance that is not spent yet. receivable: owed at month end.
 * held: reserved for accepted jobs. revenue: earned with delivered jobs.
 */
export type LedgerAccount = 'operator_grant' | 'card' | 'prepaid' | 'receivable' | 'held' | 'revenue';

export interface Posting {
  readonly source: LedgerAccount;
  readonly destination: LedgerAccount;
  /** Null for money owed at month end, which comes from no purchase. */
  readonly purchaseId: string | null;
  readonly amountCents: Cents;
}

/** An amount spent from one purchase. */
export interface Draw {
  readonly purchaseId: string;
  readonly amountCents: Cents;
}

export interface OpenPurchase {
  readonly id: string;
  readonly unspentCents: Cents;
}

/**
 * Draws `amountCents` from the purchases in the order given, oldest first; undefined when they do not cover
 * it.
 */
export function drawFrom(purchases: readonly OpenPurchase[], amountCents: Cents): Draw[] | undefined {
  assertCents(amountCents);
  const draws: Draw[] = [];
  let missing = amountCents;
  for (const { id, unspentCents } of purchases) {
    if (missing === 0) break;
    const taken = Math.min(missing, unspentCents);
    if (taken > 0) draws.push({ purchaseId: id, amountCents: taken });
    missing -= taken;
  }
  return missing === 0 ? draws : undefined;
}

/** The purchases after `draws`. */
export function afterDraws(purchases: readonly OpenPurchase[], draws: readonly Draw[]): OpenPurchase[] {
  const taken = new Map(draws.map(({ purchaseId, amountCents }) => [purchaseId, amountCents]));
  return purchases.map(({ id, unspentCents }) => {
    const left = unspentCents - (taken.get(id) ?? 0);
    assert(left >= 0, `purchase ${id} is not overdrawn`);
    return { id, unspentCents: left };
  });
}

/** The postings of a hold: `draws` from prepaid, and `monthEndCents` from receivable. */
export function holdPostings(draws: readonly Draw[], monthEndCents: Cents): Posting[] {
  const prepaid = draws.map((draw): Posting => ({ source: 'prepaid', destination: 'held', ...draw }));
  if (monthEndCents === 0) return prepaid;
  return [
    ...prepaid,
    { source: 'receivable', destination: 'held', purchaseId: null, amountCents: monthEndCents },
  ];
}
