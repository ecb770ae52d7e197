import { assert, type Overage } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { isoDate, monthStart, nextMonthStart } from '../kernel/clock.ts';
import { capLimit, monthlyCap } from './spending-limits.ts';
import { type FundingTerms, TERMS_COLUMNS } from './terms.ts';
import { NO_USAGE, readMonths } from './usage-months.ts';

/**
 * Pay per use: whether it is on, the monthly cap in force, which bounds auto-recharge too, and how much of it is used this
 * month.
 */
export async function readOverage(db: Queryable, accountId: string, now: Date): Promise<Overage> {
  const account = await readPaymentTerms(db, accountId);
  const start = monthStart(now);
  const used = (await readMonths(db, [accountId], isoDate(start))).get(accountId) ?? NO_USAGE;
  const chargedCents = used.monthEndCents + used.rechargeCents;
  const capCents = monthlyCap(account.capCents);
  const { max, raisesAt } = capLimit(account, now);
  return {
    enabled: account.payPerUse,
    cap_cents: capCents,
    cap_chosen: account.capCents !== null,
    cap_limit_cents: max,
    raises_at: raisesAt?.toISOString() ?? null,
    charged_cents: chargedCents,
    remaining_cents: Math.max(0, capCents - chargedCents),
    card_on_file: account.cardAddedAt !== null,
    month_start: isoDate(start),
    resets_at: nextMonthStart(now).toISOString(),
  };
}

/** The terms of an account with the date of its first payment, on which its limits depend. */
export async function readPaymentTerms(
  db: Queryable,
  accountId: string,
): Promise<FundingTerms & { readonly firstPaidAt: Date | null }> {
  const [row] = await db.query<FundingTerms & { firstPaidAt: Date | null }>(
    `select ${TERMS_COLUMNS}, first_paid_at as "firstPaidAt"
     from funding_terms join funding_accounts using (account_id) where account_id = $1`,
    [accountId],
  );
  assert(row !== undefined, 'every account has terms');
  return row;
}
