import { type Attention, autoRechargeThresholdCents } from '@kinora/contract';
import type { Cents } from '../kernel/money.ts';

interface Terms {
  readonly plan: string | null;
  readonly planSource: 'web' | 'app_store' | 'operator' | null;
  readonly planBilling: 'none' | 'manual' | null;
  readonly payPerUse: boolean;
  readonly capCents: number | null;
  readonly autoRechargeUsd: number | null;
  readonly autoRechargeDeclinedAt: Date | null;
}

/** What decides what the owner of an account must look at. */
export interface AttentionFacts {
  readonly at: Date;
  readonly terms: Terms;
  /** Whether the plan includes anything. */
  readonly hasAllowance: boolean;
  readonly hasPaid: boolean;
  readonly balanceCents: Cents;
  readonly reviewSince: Date | null;
  readonly suspendedUntil: Date | null;
  readonly arrears:
    | {
        readonly since: Date;
        readonly amountCents: Cents;
        readonly isCharging: boolean;
        readonly takenBackCents: Cents;
      }
    | undefined;
  /** How the latest top-up was paid; null for a card, and without one. */
  readonly paidWith: string | null;
  readonly card:
    | { readonly last4: string; readonly expires: { readonly month: number; readonly year: number } | null }
    | undefined;
}

/** What keeps the account from being served, or soon will, the most severe first. Pure. */
export function decideAttention(facts: AttentionFacts): Attention[] {
  const { at, terms, arrears, card, reviewSince, suspendedUntil } = facts;
  const found: Attention[] = [];
  if (reviewSince !== null) found.push({ kind: 'account_review', since: reviewSince.toISOString() });
  if (suspendedUntil !== null && suspendedUntil > at) {
    found.push({ kind: 'suspended', until: suspendedUntil.toISOString() });
  }
  if (arrears !== undefined) {
    const { since, amountCents, isCharging, takenBackCents } = arrears;
    found.push({
      kind: 'arrears',
      since: since.toISOString(),
      amount_cents: amountCents,
      charging: isCharging,
      card_on_file: card !== undefined,
      taken_back_cents: takenBackCents,
    });
  }
  if (terms.autoRechargeDeclinedAt !== null) {
    found.push({ kind: 'recharge_declined', at: terms.autoRechargeDeclinedAt.toISOString() });
  }
  if (card === undefined && facts.paidWith !== null) {
    found.push({ kind: 'card_not_saved', paid_with: facts.paidWith });
  }
  if (card?.expires != null && hasExpired(card.expires, at)) {
    found.push({ kind: 'card_expired', last4: card.last4 });
  }
  return [...found, ...planAttention(facts), ...balanceAttention(facts)];
}

/**
 * A plan that has no allowance, such as Pro, generates nothing without pay per use; that needs a card or an operator's
 * invoice.
 */
function planAttention({ terms, hasAllowance, card }: AttentionFacts): Attention[] {
  if (terms.plan === null || terms.planSource === 'app_store') return [];
  const paysPerUse = terms.payPerUse && terms.capCents !== null;
  if (!paysPerUse) return hasAllowance ? [] : [{ kind: 'pay_per_use_off' }];
  return card !== undefined || terms.planBilling === 'manual' ? [] : [{ kind: 'card_missing' }];
}

function balanceAttention({ terms, hasPaid, balanceCents }: AttentionFacts): Attention[] {
  const isLow = hasPaid && balanceCents < autoRechargeThresholdCents;
  const isHandled = terms.autoRechargeUsd !== null || terms.autoRechargeDeclinedAt !== null;
  return terms.plan === null && isLow && !isHandled ? [{ kind: 'balance_low' }] : [];
}

function hasExpired({ month, year }: { readonly month: number; readonly year: number }, at: Date): boolean {
  return Date.UTC(year, month) <= at.getTime();
}
