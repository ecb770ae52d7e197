import type { Queryable } from '../db/database.ts';

/**
 * What an account used in one UTC month. Lengths are in twelfths of a second; included ones are weighted by model.
 */
export interface MonthUsage {
  readonly imagesIncluded: number;
  readonly videosIncluded: number;
  readonly twelfthsIncluded: number;
  readonly imagesOverage: number;
  readonly videosOverage: number;
  readonly twelfthsOverage: number;
  readonly prepaidCents: number;
  readonly monthEndCents: number;
  readonly rechargeCents: number;
}

export const NO_USAGE: MonthUsage = {
  imagesIncluded: 0,
  videosIncluded: 0,
  twelfthsIncluded: 0,
  imagesOverage: 0,
  videosOverage: 0,
  twelfthsOverage: 0,
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
       twelfths_included as "twelfthsIncluded", images_overage as "imagesOverage", videos_overage as "videosOverage",
       twelfths_overage as "twelfthsOverage", prepaid_cents as "prepaidCents", month_end_cents as "monthEndCents",
       recharge_cents as "rechargeCents"
     from usage_months where account_id = any($1::uuid[]) and month = $2::date`,
    [accountIds, month],
  );
  return new Map(rows.map(({ accountId, ...usage }) => [accountId, usage]));
}
