import {
  autoRechargeThresholdCents,
  ok,
  type Problem,
  problem,
  type Result,
  refused,
} from '@kinora/contract';
import { type Catalogue, includedIn } from '../catalogue/catalogue.ts';
import { secondsToNextMonth } from '../kernel/clock.ts';
import { type Cents, formatUsd } from '../kernel/money.ts';
import { afterDraws, type Draw, drawFrom, type OpenPurchase } from '../ledger/posting.ts';
import type { Quote } from '../quote/quote.ts';
import { decideRecharge, type RechargeTerms } from './decide-recharge.ts';
import { monthlyCap } from './spending-limits.ts';

/** What an account can pay with in one month, read while its funding row is locked. */
export interface Funds extends RechargeTerms {
  readonly hasPaid: boolean;
  /** The id of a plan of the catalogue. */
  readonly plan: string | null;
  /** Plans bought in a mobile app store cannot pay per use. */
  readonly planIsFromAppStore: boolean;
  /** What was used of the allowance of a plan this month. */
  readonly imagesUsed: number;
  readonly twelfthsUsed: number;
  readonly payPerUse: boolean;
  /** There is a card to charge, or the operator collects the invoices. */
  readonly canBeInvoiced: boolean;
  readonly inArrears: boolean;
  /** Owed of money that the payment provider took back after it was spent. */
  readonly owedCents: Cents;
  readonly rechargeDeclined: boolean;
  /** The purchases with money left, in the order in which they are spent. */
  readonly purchases: readonly OpenPurchase[];
}

/** The funds of an account without a funding row; every account gets one at its creation. */
export const NO_FUNDS: Funds = {
  underReview: false,
  hasPaid: false,
  plan: null,
  planIsFromAppStore: false,
  imagesUsed: 0,
  twelfthsUsed: 0,
  payPerUse: false,
  capCents: null,
  canBeInvoiced: false,
  inArrears: false,
  owedCents: 0,
  rechargeDeclined: false,
  rechargeUsd: null,
  rechargeInProgress: false,
  firstPaidAt: null,
  cardAddedAt: null,
  limitsLiftedAt: null,
  capUsedCents: 0,
  prepaidCents: 0,
  purchases: [],
};

/** How one request is paid: from the allowance, or per use from the balance and the month-end invoice. */
export type Funding =
  | { readonly from: 'allowance'; readonly images: number; readonly twelfths: number }
  | { readonly from: 'pay_per_use'; readonly draws: readonly Draw[]; readonly monthEndCents: Cents };

export interface FundingDecision {
  readonly funding: Funding;
  /** The account's funds after this request, for its next one. */
  readonly left: Funds;
}

export interface FundingContext {
  readonly at: Date;
  /** The version in force at that time. */
  readonly catalogue: Catalogue;
  /** The address of the account's pages, without a trailing slash: problems link to where they are solved. */
  readonly accountUrl: () => string;
}

/**
 * Decides how a request is paid. Pure: nothing is written.
 * Problems: `account_review_required`, `payment_required`, `quota_exhausted`, `card_required`, `arrears`,
 * `monthly_cap_reached`, `auto_recharge_declined`, `balance_insufficient`.
 */
export function decideFunding(
  funds: Funds,
  quote: Quote,
  context: FundingContext,
): Result<FundingDecision, Problem> {
  if (funds.underReview) {
    return refused(
      problem(
        'account_review_required',
        'API payments on this account are paused for review; contact support.',
      ),
    );
  }
  if (!funds.hasPaid && !hasGrant(funds)) {
    return refused(
      problem(
        'payment_required',
        'This account has not paid for API access yet; add a balance or buy a plan to start.',
      ),
    );
  }
  if (funds.owedCents > 0) return refused(takenBack(funds, context));
  return fromAllowance(funds, quote, context) ?? payPerUse(funds, quote, context);
}

/** What was given to an account that never paid is spent like a balance that it bought, as long as something is left of it. */
function hasGrant({ purchases }: Funds): boolean {
  return purchases.some(({ isGrant, unspentCents }) => isGrant && unspentCents > 0);
}

/** An account that has spent money which was then returned to the payer pays that first, whatever an order is paid from. */
function takenBack({ owedCents }: Funds, { accountUrl }: FundingContext): Problem {
  const payInvoice = `${accountUrl()}/payments`;
  const message =
    `A refund or a dispute took back a payment of which ${formatUsd(owedCents)} USD had been spent. ` +
    `Pay that amount at ${payInvoice}; orders are then accepted again at once.`;
  return problem('arrears', message, { pay_invoice: payInvoice });
}

/** What a quote uses of an allowance: each image and each second by the weight of its model. */
function allowanceOf(quote: Quote): { readonly images: number; readonly twelfths: number } {
  const weight = quote.model.includedWeight;
  return quote.medium === 'image'
    ? { images: weight, twelfths: 0 }
    : { images: 0, twelfths: quote.twelfths * weight };
}

/** All or nothing: a video that exceeds the allowance uses none of it, so a shorter one may still fit. */
function fromAllowance(
  funds: Funds,
  quote: Quote,
  { catalogue }: FundingContext,
): Result<FundingDecision, Problem> | undefined {
  const included = includedIn(catalogue, funds.plan);
  const { images, twelfths } = allowanceOf(quote);
  if (images + twelfths === 0) return undefined;
  const imagesUsed = funds.imagesUsed + images;
  const twelfthsUsed = funds.twelfthsUsed + twelfths;
  if (quote.medium === 'image' ? imagesUsed > included.images : twelfthsUsed > 12 * included.video_seconds) {
    return undefined;
  }
  const left = { ...funds, imagesUsed, twelfthsUsed };
  return ok({ funding: { from: 'allowance', images, twelfths }, left });
}

function payPerUse(funds: Funds, quote: Quote, context: FundingContext): Result<FundingDecision, Problem> {
  const planProblem = funds.plan === null ? undefined : findPlanProblem(funds, funds.plan, quote, context);
  if (planProblem !== undefined) return refused(planProblem);

  const { priceCents } = quote;
  const prepaid = Math.min(priceCents, funds.prepaidCents);
  const monthEndCents = priceCents - prepaid;
  if (monthEndCents > 0 && funds.plan === null) return refused(uncovered(funds, priceCents, context));
  if (monthEndCents > 0 && funds.capUsedCents + monthEndCents > (funds.capCents ?? 0)) {
    return refused(capReached(funds, monthEndCents, context));
  }
  const draws = drawFrom(funds.purchases, prepaid);
  // Cannot happen while the balance is the sum of its purchases, which the audit checks.
  if (draws === undefined) return refused(uncovered(funds, priceCents, context));
  return ok({
    funding: { from: 'pay_per_use', draws, monthEndCents },
    left: {
      ...funds,
      prepaidCents: funds.prepaidCents - prepaid,
      purchases: afterDraws(funds.purchases, draws),
      capUsedCents: funds.capUsedCents + monthEndCents,
    },
  });
}

const NOTHING = { prepaidCents: 0, monthEndCents: 0 };

/** The most that may be charged to the account without an order: what it could pay per use with now. */
export function payPerUseFunds(funds: Funds): {
  readonly prepaidCents: Cents;
  readonly monthEndCents: Cents;
} {
  const { plan, prepaidCents } = funds;
  if (funds.underReview || funds.owedCents > 0) return NOTHING;
  if (plan === null) return { prepaidCents, monthEndCents: 0 };
  if (planObstacle(funds) !== undefined) return NOTHING;
  return { prepaidCents, monthEndCents: Math.max(0, (funds.capCents ?? 0) - funds.capUsedCents) };
}

/** What keeps an account with a plan from paying per use. */
function planObstacle(funds: Funds): 'off' | 'no_card' | 'arrears' | undefined {
  if (!funds.payPerUse || funds.capCents === null) return 'off';
  if (funds.planIsFromAppStore || !funds.canBeInvoiced) return 'no_card';
  return funds.inArrears ? 'arrears' : undefined;
}

/** The same as a problem. */
function findPlanProblem(
  funds: Funds,
  plan: string,
  quote: Quote,
  context: FundingContext,
): Problem | undefined {
  const obstacle = planObstacle(funds);
  if (obstacle === undefined) return undefined;
  if (obstacle === 'off') return quotaExhausted(funds, plan, quote, context);
  if (obstacle === 'no_card') {
    return problem(
      'card_required',
      'Pay per use needs a card on file from a subscription bought on the web; add one in the account settings.',
    );
  }
  const payInvoice = `${context.accountUrl()}/payments`;
  const message = `An earlier invoice is unpaid. Pay it at ${payInvoice}; pay per use continues at once.`;
  return problem('arrears', message, { pay_invoice: payInvoice });
}

function quotaExhausted(
  funds: Funds,
  plan: string,
  quote: Quote,
  { at, catalogue }: FundingContext,
): Problem {
  const missing = [
    ...(funds.payPerUse ? [] : ['turn pay per use on']),
    ...(funds.capCents === null ? ['set a monthly cap'] : []),
  ].join(' and ');
  const { title = plan } = catalogue.plan(plan) ?? {};
  const included = includedIn(catalogue, plan);
  const includes = included.images + included.video_seconds > 0;
  const message = includes
    ? `The ${title} allowance left this month does not cover this; ${missing}, or wait for the 1st.`
    : `${title} pays per use; ${missing} to start.`;
  const { model } = quote;
  const video = model.medium === 'video' && {
    ...(model.mode === null ? { model: model.id } : { video_mode: model.mode }),
    ...(includes && { included_video_seconds_needed: Math.ceil(allowanceOf(quote).twelfths / 12) }),
  };
  return untilNextMonth(problem('quota_exhausted', message, { rates: catalogue.rates, ...video }), at);
}

function capReached(
  { capUsedCents, capCents }: Funds,
  monthEndCents: Cents,
  { at, catalogue }: FundingContext,
): Problem {
  const message =
    `This would add ${formatUsd(monthEndCents)} USD to the ${formatUsd(capUsedCents)} USD of this month, ` +
    `past the monthly cap of ${formatUsd(capCents ?? 0)} USD. Nothing was charged; raise the cap or wait for the 1st.`;
  return untilNextMonth(problem('monthly_cap_reached', message, { rates: catalogue.rates }), at);
}

/** Allowance and cap reset with the calendar month, so an earlier retry cannot succeed. */
function untilNextMonth(refusal: Problem, at: Date): Problem {
  return { ...refusal, retryAfterSeconds: secondsToNextMonth(at) };
}

function uncovered(funds: Funds, costCents: Cents, { at, accountUrl }: FundingContext): Problem {
  const { prepaidCents } = funds;
  const sums = `This costs ${formatUsd(costCents)} USD and the balance is ${formatUsd(prepaidCents)} USD.`;
  const fields = { balance_cents: prepaidCents, cost_cents: costCents, top_up: `${accountUrl()}/top-up` };
  if (funds.rechargeDeclined) {
    return problem(
      'auto_recharge_declined',
      `${sums} The card declined the last auto-recharge; top up, or turn auto-recharge on again with another card.`,
      fields,
    );
  }
  const decided = decideRecharge(funds, at);
  switch (decided.recharge) {
    case 'due':
    case 'in_progress':
      return problem(
        'balance_insufficient',
        `${sums} Nothing was generated. An auto-recharge is on its way; send the request again in a few seconds.`,
        { ...fields, recharge: 'pending' },
      );
    case 'over_cap': {
      const [amount, cap] = [formatUsd(decided.amountCents), formatUsd(monthlyCap(funds.capCents))];
      const remedy = 'raise the cap, top up, or wait for the 1st';
      return problem(
        'balance_insufficient',
        `${sums} Nothing was generated. An auto-recharge of ${amount} USD would pass the monthly cap of ${cap} USD; ${remedy}.`,
        fields,
      );
    }
    case 'none': {
      const threshold = formatUsd(autoRechargeThresholdCents);
      const why = funds.rechargeUsd === null ? '' : `. Auto-recharge starts below ${threshold} USD`;
      return problem(
        'balance_insufficient',
        `${sums} Nothing was generated or charged${why}; top up and send the request again.`,
        fields,
      );
    }
  }
}
