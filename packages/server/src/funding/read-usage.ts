import { rates, type Usage } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { isoDate, monthStart } from '../kernel/clock.ts';

interface MonthCounters {
  readonly images: number;
  readonly videos: number;
  readonly thirds: number;
  readonly prepaidCents: number;
}

/** The counters of the UTC month of `at`. What was put back counts for nothing. */
export async function readUsage(database: Database, accountId: string, at: Date): Promise<Usage> {
  const month = isoDate(monthStart(at));
  const [row] = await database.query<MonthCounters & { prepaidBalance: number }>(
    `select funding_accounts.prepaid_cents as "prepaidBalance", used.*
     from funding_accounts, lateral (
       select count(*) filter (where kind = 'image') as images, count(*) filter (where kind = 'video') as videos,
         coalesce(sum(thirds), 0) as thirds, coalesce(sum(prepaid_cents), 0)::bigint as "prepaidCents"
       from charges
       where charges.account_id = funding_accounts.account_id and month = $2::date and state <> 'reversed'
     ) as used
     where funding_accounts.account_id = $1`,
    [accountId, month],
  );
  const used = row ?? { images: 0, videos: 0, thirds: 0, prepaidCents: 0, prepaidBalance: 0 };
  // Without Max nothing is included, so all of it is pay per use.
  const seconds = Math.floor(used.thirds / 3);
  return {
    videos_used: used.videos,
    videos_overage: used.videos,
    images_used: used.images,
    images_overage: used.images,
    overage_charged_cents: used.prepaidCents,
    base_videos_allowance: 0,
    base_images_allowance: 0,
    video_seconds_used: seconds,
    video_seconds_overage: seconds,
    base_video_seconds_allowance: 0,
    balance_cents: used.prepaidBalance,
    month_start: month,
    rates,
  };
}
