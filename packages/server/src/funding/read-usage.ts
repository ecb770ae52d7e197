import { rates, type Usage } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { isoDate, monthStart } from '../kernel/clock.ts';
import { MAX_IMAGES, MAX_THIRDS, NO_USAGE, readMonths } from './usage-months.ts';

/** A clip of ten seconds, for the clip counts that older clients read. */
const SECONDS_PER_CLIP = 10;

/**
 * The counters of the UTC month of `at`. What was put back counts for nothing. Seconds used are those of the
 * allowance, where cinema counts double, and those paid per use, so that used less overage is what of the
 * allowance is gone.
 */
export async function readUsage(database: Database, accountId: string, at: Date): Promise<Usage> {
  const month = isoDate(monthStart(at));
  const [account] = await database.query<{ prepaidCents: number; isMax: boolean }>(
    `select prepaid_cents as "prepaidCents", plan is not distinct from 'max' as "isMax"
     from funding_accounts join funding_terms using (account_id) where account_id = $1`,
    [accountId],
  );
  const used = (await readMonths(database, [accountId], month)).get(accountId) ?? NO_USAGE;
  const includedSeconds = account?.isMax ? MAX_THIRDS / 3 : 0;
  return {
    videos_used: used.videosIncluded + used.videosOverage,
    videos_overage: used.videosOverage,
    images_used: used.imagesIncluded + used.imagesOverage,
    images_overage: used.imagesOverage,
    overage_charged_cents: used.prepaidCents + used.monthEndCents,
    base_videos_allowance: includedSeconds / SECONDS_PER_CLIP,
    base_images_allowance: account?.isMax ? MAX_IMAGES : 0,
    video_seconds_used: Math.floor((used.thirdsIncluded + used.thirdsOverage) / 3),
    video_seconds_overage: Math.floor(used.thirdsOverage / 3),
    base_video_seconds_allowance: includedSeconds,
    balance_cents: account?.prepaidCents ?? 0,
    month_start: month,
    rates,
  };
}
