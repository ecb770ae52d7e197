import type { Queryable } from '../db/database.ts';
import { isoDate, monthStart } from '../kernel/clock.ts';
import { lockFundingRows } from '../ledger/funding-accounts.ts';
import type { OpenPurchase } from '../ledger/posting.ts';
import type { Funds } from './decide-funding.ts';
import { type FundingTerms, TERMS_COLUMNS } from './terms.ts';
import { MAX_IMAGES, MAX_THIRDS } from './usage-months.ts';

/** The funds of an account without a funding row. Every account has one; this is a safe default. */
export const NO_FUNDS: Funds = {
  underReview: false,
  hasPaid: false,
  plan: null,
  planIsFromAppStore: false,
  imagesIncluded: 0,
  thirdsIncluded: 0,
  payPerUse: false,
  capCents: null,
  hasCard: false,
  inArrears: false,
  rechargeDeclined: false,
  rechargesAutomatically: false,
  capUsedCents: 0,
  prepaidCents: 0,
  purchases: [],
};

interface FundsRow extends FundingTerms {
  readonly accountId: string;
  readonly underReview: boolean;
  readonly firstPaidAt: Date | null;
  readonly prepaidCents: number;
  readonly purchases: readonly OpenPurchase[];
  readonly imagesUsed: number;
  readonly thirdsUsed: number;
  readonly capUsedCents: number;
}

/**
 * Locks the funding rows of `accountIds` in the order of their ids, until the transaction ends, and reads
 * what each can pay with in the UTC month of `at`.
 */
export async function lockFunds(
  tx: Queryable,
  accountIds: readonly string[],
  at: Date,
): Promise<Map<string, Funds>> {
  await lockFundingRows(tx, accountIds);
  // A separate statement: its snapshot is taken after the locks, so it sees every earlier draw.
  const rows = await tx.query<FundsRow>(
    `select funding_accounts.account_id as "accountId",
       funding_accounts.prepaid_cents as "prepaidCents",
       first_paid_at as "firstPaidAt", under_review_since is not null as "underReview", ${TERMS_COLUMNS},
       coalesce(month.images_included, 0) as "imagesUsed", coalesce(month.thirds_included, 0) as "thirdsUsed",
       coalesce(month.month_end_cents + month.recharge_cents, 0) as "capUsedCents",
       array(
         select json_build_object('id', id, 'unspentCents', amount_cents - spent_cents) from purchases
         where purchases.account_id = funding_accounts.account_id and not is_spent
           and refunded_at is null
         order by purchased_at, id
       ) as purchases
     from funding_accounts
       join accounts on accounts.id = funding_accounts.account_id
       join funding_terms using (account_id)
       left join lateral (
         select * from usage_months
         where usage_months.account_id = funding_accounts.account_id and usage_months.month = $2::date
       ) as month on true
     where funding_accounts.account_id = any($1::uuid[])`,
    [accountIds, isoDate(monthStart(at))],
  );
  return new Map(rows.map((row) => [row.accountId, fundsOf(row)]));
}

function fundsOf(row: FundsRow): Funds {
  const isMax = row.plan === 'max';
  return {
    underReview: row.underReview,
    hasPaid: row.firstPaidAt !== null || row.plan !== null,
    plan: row.plan,
    planIsFromAppStore: row.planSource === 'app_store',
    imagesIncluded: isMax ? Math.max(0, MAX_IMAGES - row.imagesUsed) : 0,
    thirdsIncluded: isMax ? Math.max(0, MAX_THIRDS - row.thirdsUsed) : 0,
    payPerUse: row.payPerUse,
    capCents: row.capCents,
    // A plan that the operator granted needs no card.
    hasCard: row.cardAddedAt !== null || row.planSource === 'operator',
    inArrears: row.arrearsSince !== null,
    rechargeDeclined: row.autoRechargeDeclinedAt !== null,
    rechargesAutomatically: row.autoRechargeUsd !== null,
    capUsedCents: row.capUsedCents,
    prepaidCents: row.prepaidCents,
    purchases: row.purchases,
  };
}
