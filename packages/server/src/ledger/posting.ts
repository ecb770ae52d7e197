import { assert } from '@kinora/contract';
import { assertCents, type Cents } from '../kernel/money.ts';

/**
 * Double entry: a posting moves cents from one ledger account to another, so a transaction of postings always
 * balances. Each posting names the purchase whose money it moves.
 */

/**
 * operator_grant: balance granted by the operator, less what expired of it. card: card payments less refunds.
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

export interface Unspent {
  readonly id: string;
  readonly unspentCents: Cents;
}

export interface OpenPurchase extends Unspent {
  /** Balance that was given and not bought. */
  readonly isGrant: boolean;
  /** When a grant expires, as an ISO time; null for never. */
  readonly expiresAt: string | null;
}

const NEVER = Number.MAX_SAFE_INTEGER - 1;
const AFTER_GRANTS = Number.MAX_SAFE_INTEGER;

/**
 * The purchases that can be spent at `at`, in the order in which they are spent: first the grants, the next to expire before
 * the others, so that as little as possible expires; then what was bought. Purchases that are equal in this stay in the order
 * given, oldest first. One that has expired pays nothing from that moment on, whenever its rest leaves the balance.
 */
export function spendable(purchases: readonly OpenPurchase[], at: Date): readonly OpenPurchase[] {
  // Most accounts have no grant, and each order asks.
  if (!purchases.some(({ isGrant }) => isGrant)) return purchases;
  return purchases
    .filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > at.getTime())
    .toSorted((one, other) => turnOf(one) - turnOf(other));
}

function turnOf({ isGrant, expiresAt }: OpenPurchase): number {
  if (!isGrant) return AFTER_GRANTS;
  return expiresAt === null ? NEVER : Date.parse(expiresAt);
}

/** Draws `amountCents` from the purchases in the order given; undefined when they do not cover it. */
export function drawFrom(purchases: readonly Unspent[], amountCents: Cents): Draw[] | undefined {
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
  return purchases.map((purchase) => {
    const left = purchase.unspentCents - (taken.get(purchase.id) ?? 0);
    assert(left >= 0, `purchase ${purchase.id} is not overdrawn`);
    return { ...purchase, unspentCents: left };
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
