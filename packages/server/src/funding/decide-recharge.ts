import { autoRechargeThresholdCents, newRechargeMaxUsd } from '@kinora/contract';
import type { Cents } from '../kernel/money.ts';
import { checkRecharge, monthlyCap, type PaymentHistory } from './spending-limits.ts';

/** What decides whether an auto-recharge is due. */
export interface RechargeTerms extends PaymentHistory {
  readonly underReview: boolean;
  /** What a recharge adds, in US dollars; null when auto-recharge is off. */
  readonly rechargeUsd: number | null;
  /** A recharge was requested and has not ended. */
  readonly rechargeInProgress: boolean;
  readonly prepaidCents: Cents;
  /** The chosen cap; null for the default. */
  readonly capCents: Cents | null;
  /** Month-end charges and auto-recharges of this month so far. */
  readonly capUsedCents: Cents;
}

export type RechargeDecision =
  | { readonly recharge: 'none' | 'in_progress' }
  /** `over_cap` becomes `due` when the cap is raised or the month ends. */
  | { readonly recharge: 'due' | 'over_cap'; readonly amountCents: Cents };

/**
 * Whether an auto-recharge is due at `at`. It is a state, not an event: as long as auto-recharge is on, the balance is low
 * and the cap has room, a recharge is due, whatever led there.
 */
export function decideRecharge(terms: RechargeTerms, at: Date): RechargeDecision {
  const { rechargeUsd, prepaidCents, capUsedCents } = terms;
  if (terms.rechargeInProgress) return { recharge: 'in_progress' };
  if (rechargeUsd === null || terms.underReview || prepaidCents >= autoRechargeThresholdCents) {
    return { recharge: 'none' };
  }
  // The amount was within the limits when it was chosen; a card added since then may lower them.
  const isLimited = checkRecharge(terms, rechargeUsd, at) !== undefined;
  const amountCents = (isLimited ? newRechargeMaxUsd : rechargeUsd) * 100;
  const isOverCap = capUsedCents + amountCents > monthlyCap(terms.capCents);
  return { recharge: isOverCap ? 'over_cap' : 'due', amountCents };
}
