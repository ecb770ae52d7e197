import type { Overage, Problem } from '@kinora/contract';
import { assert, ok, type Result, refused } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import { isoDate, monthStart, nextMonthStart } from '../kernel/clock.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';
import { capLimit, checkCap } from './spending-limits.ts';
import { type FundingTerms, setCap, setPayPerUse, TERMS_COLUMNS } from './terms.ts';
import { NO_USAGE, readMonths } from './usage-months.ts';

/** Pay per use: whether it is on, its monthly cap, and how much of the cap is used this month. */
export async function readOverage(db: Queryable, accountId: string, now: Date): Promise<Overage> {
  const account = await readAccount(db, accountId);
  const start = monthStart(now);
  const used = (await readMonths(db, [accountId], isoDate(start))).get(accountId) ?? NO_USAGE;
  const chargedCents = used.monthEndCents + used.rechargeCents;
  const { most, raisesAt } = capLimit(account, now);
  return {
    enabled: account.payPerUse,
    cap_cents: account.capCents,
    cap_limit_cents: most,
    raises_at: raisesAt?.toISOString() ?? null,
    charged_cents: chargedCents,
    remaining_cents: Math.max(0, (account.capCents ?? 0) - chargedCents),
    card_on_file: account.cardAddedAt !== null,
    month_start: isoDate(start),
    resets_at: nextMonthStart(now).toISOString(),
  };
}

/** Turns pay per use on or off; idempotent. */
export async function setOverage(
  database: Database,
  accountId: string,
  enabled: boolean,
  now: Date,
): Promise<Overage> {
  return database.transaction(async (tx) => {
    await setPayPerUse(tx, accountId, enabled);
    return readOverage(tx, accountId, now);
  });
}

/**
 * Sets the monthly cap. A cap below what is already charged only affects new requests.
 * Problem: `new_account_cap_limit`.
 */
export async function changeCap(
  database: Database,
  accountId: string,
  capCents: number,
  now: Date,
): Promise<Result<Overage, Problem>> {
  return database.transaction(async (tx) => {
    await lockFundingRow(tx, accountId);
    const capProblem = checkCap(await readAccount(tx, accountId), capCents, now);
    if (capProblem !== undefined) return refused(capProblem);
    await setCap(tx, accountId, capCents);
    return ok(await readOverage(tx, accountId, now));
  });
}

async function readAccount(
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
