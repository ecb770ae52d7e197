import { type Problem, problem } from '@kinora/contract';
import { type Cents, formatUsd } from '../kernel/money.ts';
import { ok, type Result, refused } from '../kernel/result.ts';
import { afterDraws, type Draw, drawFrom, type OpenPurchase } from '../ledger/posting.ts';

/** What an account can pay with, as read under the lock of its funding row. */
export interface Funds {
  readonly underReview: boolean;
  readonly hasPaid: boolean;
  readonly prepaidCents: Cents;
  /** With money left, oldest first. */
  readonly purchases: readonly OpenPurchase[];
}

export interface Funding {
  readonly draws: readonly Draw[];
  /** What the next request of the same account finds. */
  readonly left: Funds;
}

/**
 * Who pays for a request of `priceCents`, decided before anything is written.
 * Problems: `account_review_required`, `payment_required`, `balance_insufficient`.
 */
export function decideFunding(funds: Funds, priceCents: Cents, topUpUrl: string): Result<Funding, Problem> {
  if (funds.underReview) {
    return refused(
      problem(
        'account_review_required',
        'API payments on this account are paused for review; contact support.',
      ),
    );
  }
  if (!funds.hasPaid) {
    return refused(
      problem('payment_required', 'This account has not paid for API access yet; add a balance to start.'),
    );
  }
  const draws = drawFrom(funds.purchases, priceCents);
  if (draws === undefined) return refused(balanceInsufficient(funds.prepaidCents, priceCents, topUpUrl));
  return ok({
    draws,
    left: {
      ...funds,
      prepaidCents: funds.prepaidCents - priceCents,
      purchases: afterDraws(funds.purchases, draws),
    },
  });
}

function balanceInsufficient(balanceCents: Cents, costCents: Cents, topUpUrl: string): Problem {
  const message =
    `This costs ${formatUsd(costCents)} USD and the balance is ${formatUsd(balanceCents)} USD. ` +
    'Nothing ran and nothing was charged; top up and send the request again.';
  return problem('balance_insufficient', message, {
    balance_cents: balanceCents,
    cost_cents: costCents,
    top_up: topUpUrl,
  });
}
