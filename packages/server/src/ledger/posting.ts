import { assert } from '@kinora/contract';
import { assertCents, type Cents } from '../kernel/money.ts';

/**
 * Double entry: a posting moves cents from one ledger account to another, so a transaction made of
 * postings balances by construction. Each posting names the purchase whose money it moves.
 */

/**
 * operator_grant: credit the operator gave by hand. card: money that came by card, or went back to it.
 * prepaid: what the customer may still spend. receivable: what the customer owes at month end.
 * held: what accepted jobs will cost. revenue: what finished jobs have cost.
 */
export type LedgerAccount = 'operator_grant' | 'card' | 'prepaid' | 'receivable' | 'held' | 'revenue';

export interface Posting {
  readonly source: LedgerAccount;
  readonly destination: LedgerAccount;
  /** Null where no purchase is behind it: what is owed at month end. */
  readonly purchaseId: string | null;
  readonly amountCents: Cents;
}

export interface Draw {
  readonly purchaseId: string;
  readonly amountCents: Cents;
}

export interface OpenPurchase {
  readonly id: string;
  readonly unspentCents: Cents;
}

/** Takes `amountCents` from the purchases in their order, oldest first; undefined when they do not cover it. */
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

/** The purchases as `draws` leave them. */
export function afterDraws(purchases: readonly OpenPurchase[], draws: readonly Draw[]): OpenPurchase[] {
  const taken = new Map(draws.map(({ purchaseId, amountCents }) => [purchaseId, amountCents]));
  return purchases.map(({ id, unspentCents }) => {
    const left = unspentCents - (taken.get(id) ?? 0);
    assert(left >= 0, `purchase ${id} is not overdrawn`);
    return { id, unspentCents: left };
  });
}

/** Holds what a job costs: from the purchases drawn, and the rest as owed at month end. */
export function holdPostings(draws: readonly Draw[], monthEndCents: Cents): Posting[] {
  const prepaid = draws.map((draw): Posting => ({ source: 'prepaid', destination: 'held', ...draw }));
  if (monthEndCents === 0) return prepaid;
  return [
    ...prepaid,
    { source: 'receivable', destination: 'held', purchaseId: null, amountCents: monthEndCents },
  ];
}
