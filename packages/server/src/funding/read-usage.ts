import type { Usage } from '@kinora/contract';
import { type Catalogue, includedIn } from '../catalogue/catalogue.ts';
import type { Database } from '../db/database.ts';
import { isoDate, monthStart } from '../kernel/clock.ts';
import { spendableBalance } from '../ledger/spendable-balance.ts';
import { NO_USAGE, readMonths } from './usage-months.ts';

/** Older clients read a count of videos; one video counts as ten seconds there. */
const SECONDS_PER_VIDEO = 10;

/**
 * The counters of the UTC month of `at`; reversed charges do not count. Seconds used are those of the
 * allowance, where cinema counts double, plus those paid per use. Used less overage is the part of the
 * allowance that is used.
 */
export async function readUsage(
  database: Database,
  catalogue: Catalogue,
  accountId: string,
  at: Date,
): Promise<Usage> {
  const month = isoDate(monthStart(at));
  const [account] = await database.query<{
    prepaidCents: number;
    plan: string | null;
    priceList: string | null;
  }>(
    `select ${spendableBalance('$2')} as "prepaidCents", plan, price_list as "priceList"
     from funding_accounts join funding_terms using (account_id) where account_id = $1`,
    [accountId, at],
  );
  const used = (await readMonths(database, [accountId], month)).get(accountId) ?? NO_USAGE;
  const included = includedIn(catalogue, account?.plan ?? null);
  return {
    videos_used: used.videosIncluded + used.videosOverage,
    videos_overage: used.videosOverage,
    images_used: used.imagesIncluded + used.imagesOverage,
    images_overage: used.imagesOverage,
    overage_charged_cents: used.prepaidCents + used.monthEndCents,
    base_videos_allowance: Math.floor(included.video_seconds / SECONDS_PER_VIDEO),
    base_images_allowance: included.images,
    video_seconds_used: Math.floor((used.twelfthsIncluded + used.twelfthsOverage) / 12),
    video_seconds_overage: Math.floor(used.twelfthsOverage / 12),
    base_video_seconds_allowance: included.video_seconds,
    balance_cents: account?.prepaidCents ?? 0,
    month_start: month,
    rates: catalogue.pricedFor(account?.priceList ?? null).rates,
  };
}
