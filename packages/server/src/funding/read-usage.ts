import type { Usage } from '@kinora/contract';
import { type Catalogue, includedIn } from '../catalogue/catalogue.ts';
import type { Database } from '../db/database.ts';
import { isoDate, monthStart } from '../kernel/clock.ts';
import { spendableBalance } from '../ledger/spendable-balance.ts';
import type { Funds } from './decide-funding.ts';
import { includedBytes } from './decide-storage-charge.ts';
import { readStorageMonth, readStored } from './storage-days.ts';
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
    hasPaid: boolean;
    priceList: string | null;
  }>(
    `select ${spendableBalance('$2')} as "prepaidCents", plan, first_paid_at is not null as "hasPaid",
       price_list as "priceList"
     from funding_accounts join funding_terms using (account_id) where account_id = $1`,
    [accountId, at],
  );
  const used = (await readMonths(database, [accountId], month)).get(accountId) ?? NO_USAGE;
  const plan = account?.plan ?? null;
  const included = includedIn(catalogue, plan);
  const storage = await readStorage(
    database,
    catalogue,
    accountId,
    { plan, hasPaid: account?.hasPaid === true },
    at,
  );
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
    ...(storage && { storage }),
  };
}

/** What is kept now and what it has cost in the month of `at`; undefined where nothing above what is included is sold. */
async function readStorage(
  database: Database,
  catalogue: Catalogue,
  accountId: string,
  payer: Pick<Funds, 'plan' | 'hasPaid'>,
  at: Date,
): Promise<Usage['storage']> {
  const price = catalogue.document.storage.cents_per_gib_month;
  const { chargedCents } = await readStorageMonth(database, accountId, at);
  if (price === null && chargedCents === 0) return undefined;
  const { storedBytes, limitBytes } = await readStored(database, accountId);
  return {
    stored_bytes: storedBytes,
    included_bytes: includedBytes(catalogue, payer, limitBytes),
    cents_per_gib_month: price,
    charged_cents: chargedCents,
  };
}
