import type { Cents } from '../kernel/money.ts';
import { type OpenPurchase, spendable } from '../ledger/posting.ts';
import type { Funds } from './decide-funding.ts';
import { type FundingTerms, TERMS_COLUMNS } from './terms.ts';

/** The stored funds of an account in one month. */
export interface FundsRow extends FundingTerms {
  /** Payments are paused: the account is under review, or banned. */
  readonly underReview: boolean;
  readonly firstPaidAt: Date | null;
  /** With what has expired since the latest sweep. */
  readonly prepaidCents: number;
  readonly owedCents: number;
  readonly purchases: readonly OpenPurchase[];
  readonly imagesUsed: number;
  readonly twelfthsUsed: number;
  readonly capUsedCents: number;
  readonly rechargeInProgress: boolean;
}

/** The columns of `FundsRow` in a query with `joinFunds`. */
export const FUNDS_COLUMNS = `funding_accounts.prepaid_cents as "prepaidCents",
  funding_accounts.owed_cents as "owedCents",
  first_paid_at as "firstPaidAt", (under_review_since is not null or banned_at is not null) as "underReview",
  ${TERMS_COLUMNS},
  coalesce(month.images_included, 0) as "imagesUsed", coalesce(month.twelfths_included, 0) as "twelfthsUsed",
  coalesce(month.month_end_cents + month.recharge_cents, 0) as "capUsedCents",
  case when auto_recharge_usd is null then false else exists (
    select from payments where payments.account_id = funding_accounts.account_id
      and payments.kind = 'auto_recharge' and payments.state = 'open'
  ) end as "rechargeInProgress",
  array(
    select json_build_object('id', id, 'unspentCents', amount_cents - spent_cents,
      'isGrant', refundable_until is null, 'expiresAt', expires_at) from purchases
    where purchases.account_id = funding_accounts.account_id and not is_spent
      and refunded_at is null
    order by purchased_at, id
  ) as purchases`;

/**
 * Joins to `funding_accounts` what `FUNDS_COLUMNS` needs; `month` is the parameter with its first day, such as `$2`.
 */
export function joinFunds(month: string): string {
  return `join accounts on accounts.id = funding_accounts.account_id
    join funding_terms on funding_terms.account_id = funding_accounts.account_id
    left join usage_months as month
      on month.account_id = funding_accounts.account_id and month.month = ${month}::date`;
}

/** What the account can pay with at `at`: a grant that has expired pays nothing, whether or not it was swept. */
export function fundsOf(row: FundsRow, at: Date): Funds {
  const purchases = spendable(row.purchases, at);
  const expiredCents = unspentOf(row.purchases) - unspentOf(purchases);
  return {
    underReview: row.underReview,
    hasPaid: row.firstPaidAt !== null || row.plan !== null,
    plan: row.plan,
    planIsFromAppStore: row.planSource === 'app_store',
    imagesUsed: row.imagesUsed,
    twelfthsUsed: row.twelfthsUsed,
    payPerUse: row.payPerUse,
    capCents: row.capCents,
    canBeInvoiced: row.cardAddedAt !== null || row.planBilling === 'manual',
    inArrears: row.arrearsSince !== null,
    owedCents: row.owedCents,
    rechargeDeclined: row.autoRechargeDeclinedAt !== null,
    rechargeUsd: row.autoRechargeUsd,
    rechargeInProgress: row.rechargeInProgress,
    firstPaidAt: row.firstPaidAt,
    cardAddedAt: row.cardAddedAt,
    limitsLiftedAt: row.limitsLiftedAt,
    capUsedCents: row.capUsedCents,
    prepaidCents: row.prepaidCents - expiredCents,
    purchases,
  };
}

function unspentOf(purchases: readonly OpenPurchase[]): Cents {
  return purchases.reduce((sum, { unspentCents }) => sum + unspentCents, 0);
}
