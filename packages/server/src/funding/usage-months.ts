import type { Queryable } from '../db/database.ts';

/**
 * What an account used in one UTC month. Thirds are thirds of a second; included ones are weighted by mode.
 */
export interface MonthUsage {
  readonly imagesIncluded: number;
  readonly videosIncluded: number;
  readonly thirdsIncluded: number;
  readonly imagesOverage: number;
  readonly videosOverage: number;
  readonly thirdsOverage: number;
  readonly prepaidCents: number;
  readonly monthEndCents: number;
  readonly rechargeCents: number;
}

export const NO_USAGE: MonthUsage = {
  imagesIncluded: 0,
  videosIncluded: 0,
  thirdsIncluded: 0,
  imagesOverage: 0,
  videosOverage: 0,
  thirdsOverage: 0,
  prepaidCents: 0,
  monthEndCents: 0,
  rechargeCents: 0,
};

/**
 * The usage of several accounts in `month` (its first day, `YYYY-MM-DD`); an account without usage is absent.
 */
export async function readMonths(
  db: Queryable,
  accountIds: readonly string[],
  month: string,
): Promise<Map<string, MonthUsage>> {
  const rows = await db.query<MonthUsage & { accountId: string }>(
    `select account_id as "accountId", images_included as "imagesIncluded", videos_included as "videosIncluded",
       thirds_included as "thirdsIncluded", images_overage as "imagesOverage", videos_overage as "videosOverage",
       thirds_overage as "thirdsOverage", prepaid_cents as "prepaidCents", month_end_cents as "monthEndCents",
       recharge_cents as "rechargeCents"
     from usage_months where account_id = any($1::uuid[]) and month = $2::date`,
    [accountIds, month],
  );
  return new Map(rows.map(({ accountId, ...usage }) => [accountId, usage]));
}

/** What Max includes in a calendar month. */
export const MAX_IMAGES = 1000;
export const MAX_THIRDS = 3 * 3000;
