import {
  capMaxCents,
  defaultMonthlyCapCents,
  limitLiftingTopUps,
  newAccountCapMaxCents,
  newRechargeMaxUsd,
  type Problem,
  problem,
  topUpAmountsUsd,
} from '@kinora/contract';
import { type Cents, formatUsd } from '../kernel/money.ts';

/**
 * Limits of new accounts and new cards: the cap for 7 days after the first payment, a recharge also for 7 days after a card is
 * added. A purchase that is large enough, and that the bank confirmed, lifts all limits at once.
 */

const NEW_MS = 7 * 86_400_000;
const RECHARGE_MAX_USD = Math.max(...topUpAmountsUsd);
/** When the 7 days of an account end that has not paid yet: no date helps, only a payment. */
const UNPAID = 'until 7 days after its first payment';

/** The dates that the limits depend on; null if the event has not happened. */
export interface PaymentHistory {
  readonly firstPaidAt: Date | null;
  readonly cardAddedAt: Date | null;
  readonly limitsLiftedAt: Date | null;
}

export interface Limit {
  readonly max: number;
  /** When the limit is lifted; null when there is none, or when the 7 days have not started. */
  readonly raisesAt: Date | null;
}

/** The monthly cap in force, in cents: the chosen one, or the default of an account that has chosen none. */
export function monthlyCap(chosenCents: Cents | null): Cents {
  return chosenCents ?? defaultMonthlyCapCents;
}

/** The largest cap, in cents, that may be set at `now`. */
export function capLimit(history: PaymentHistory, now: Date): Limit {
  const raisesAt = newUntil(history, history.firstPaidAt);
  if (raisesAt === 'lifted' || (raisesAt !== null && raisesAt <= now))
    return { max: capMaxCents, raisesAt: null };
  return { max: newAccountCapMaxCents, raisesAt };
}

/** `new_account_cap_limit` when `capCents` is more than may be set at `now`. */
export function checkCap(history: PaymentHistory, capCents: Cents, now: Date): Problem | undefined {
  const { max, raisesAt } = capLimit(history, now);
  if (capCents <= max) return undefined;
  return problem(
    'new_account_cap_limit',
    `cap_cents: a new account may set at most ${formatUsd(max)} USD ${until(raisesAt, now, UNPAID)}, unless a purchase ` +
      `of ${limitLiftingTopUps} is confirmed with its bank`,
    { limits: { cap_cents: max }, raises_at: (raisesAt ?? sevenDaysFrom(now)).toISOString() },
  );
}

export interface RechargeLimit extends Limit {
  /** Why it is not the largest amount; null when it is. */
  readonly code: 'new_account_recharge_limit' | 'new_card_recharge_limit' | null;
}

/** The largest auto-recharge, in US dollars, that may be set at `now`. */
export function rechargeLimit(history: PaymentHistory, now: Date): RechargeLimit {
  const reasons = [
    { code: 'new_account_recharge_limit', since: history.firstPaidAt },
    { code: 'new_card_recharge_limit', since: history.cardAddedAt },
  ] as const;
  for (const { code, since } of reasons) {
    const raisesAt = newUntil(history, since);
    if (raisesAt === 'lifted' || (raisesAt !== null && raisesAt <= now)) continue;
    return { max: newRechargeMaxUsd, raisesAt, code };
  }
  return { max: RECHARGE_MAX_USD, raisesAt: null, code: null };
}

const LIMITED = {
  new_account_recharge_limit: { who: 'a new account', unstarted: UNPAID },
  new_card_recharge_limit: { who: 'a new card', unstarted: 'for the first 7 days' },
} as const;

/**
 * `new_account_recharge_limit` or `new_card_recharge_limit` when `amountUsd` is more than may be set at
 * `now`.
 */
export function checkRecharge(history: PaymentHistory, amountUsd: number, now: Date): Problem | undefined {
  const { max, raisesAt, code } = rechargeLimit(history, now);
  if (amountUsd <= max || code === null) return undefined;
  const { who, unstarted } = LIMITED[code];
  return problem(
    code,
    `amount_usd: ${who} may add at most ${max} USD at a time ${until(raisesAt, now, unstarted)}; ` +
      `afterwards up to ${RECHARGE_MAX_USD}`,
    { limits: { amount_usd: max }, raises_at: (raisesAt ?? sevenDaysFrom(now)).toISOString() },
  );
}

function newUntil({ limitsLiftedAt }: PaymentHistory, since: Date | null): Date | 'lifted' | null {
  if (limitsLiftedAt !== null) return 'lifted';
  return since === null ? null : sevenDaysFrom(since);
}

function sevenDaysFrom(at: Date): Date {
  return new Date(at.getTime() + NEW_MS);
}

function until(raisesAt: Date | null, now: Date, unstarted: string): string {
  return raisesAt === null
    ? unstarted
    : `until ${(raisesAt > now ? raisesAt : now).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
