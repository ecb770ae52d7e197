import type { Pool } from '@kinora/contract';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { tierOfPlan, tierRuleOf } from '../../catalogue/tiers.ts';
import type { Queryable } from '../../db/database.ts';
import type { Funds } from '../../funding/decide-funding.ts';
import { isoDate } from '../../kernel/clock.ts';
import type { Interface } from '../../queue/interface.ts';
import { type Activity, newAccountLimits, type RequestLimits } from './decide-limits.ts';

/** The stored activity and limits of an account on one interface. */
export interface ActivityRow {
  readonly interface: Interface;
  readonly recentCalls: Activity['recentCalls'] | null;
  readonly images: number | null;
  readonly videos: number | null;
  readonly openJobs: number;
  readonly callsPerMinute: number | null;
  readonly jobsAtOnce: number | null;
  readonly videosPerDay: number | null;
  readonly imagesPerDay: number | null;
  readonly imageVirtualFinish: number;
  readonly videoVirtualFinish: number;
  readonly imageLastStart: number | null;
  readonly videoLastStart: number | null;
  readonly storedBytes: number;
  readonly storedBytesLimit: number | null;
}

/** The columns of `ActivityRow` in a query with `JOIN_ACTIVITY`. `day` is the parameter with the UTC day, such as `$2`. */
export function activityColumns(day: string): string {
  return `requested.interface, recent_calls as "recentCalls",
    case when day = ${day}::date then images end as images,
    case when day = ${day}::date then videos end as videos,
    coalesce(open_jobs, 0) as "openJobs", calls_per_minute as "callsPerMinute", jobs_at_once as "jobsAtOnce",
    videos_per_day as "videosPerDay", images_per_day as "imagesPerDay",
    coalesce(image_virtual_finish, 0) as "imageVirtualFinish", coalesce(video_virtual_finish, 0) as "videoVirtualFinish",
    ${lastStartIn('image')} as "imageLastStart", ${lastStartIn('video')} as "videoLastStart",
    (select coalesce(sum(kept.stored_bytes), 0)::float8 from account_activity as kept
     where kept.account_id = requested.account_id) as "storedBytes",
    account_limits.stored_bytes as "storedBytesLimit"`;
}

const lastStartIn = (pool: Pool): string => `(select max(virtual_start) from open_jobs
    where open_jobs.account_id = requested.account_id and open_jobs.interface = requested.interface and pool = '${pool}')`;

/** Joins the recent activity and the limits of the accounts in `requested (account_id, interface)`. */
export const JOIN_ACTIVITY = `left join account_activity on account_activity.account_id = requested.account_id
    and account_activity.interface = requested.interface
  left join account_limits on account_limits.account_id = requested.account_id`;

/** The activity of an account on this plan. v1 has the limits of the account, the job API those of the tier. */
export function activityOf(row: ActivityRow, plan: Funds['plan'], catalogue: Catalogue): Activity {
  return {
    limits: row.interface === 'v1' ? limitsOf(row, catalogue) : limitsOfTier(plan, catalogue),
    recentCalls: row.recentCalls ?? [],
    openJobs: row.openJobs,
    images: row.images ?? 0,
    videos: row.videos ?? 0,
    virtualFinish: { image: row.imageVirtualFinish, video: row.videoVirtualFinish },
    lastStart: { image: row.imageLastStart, video: row.videoLastStart },
    storedBytes: row.storedBytes,
    storedBytesLimit: row.storedBytesLimit,
  };
}

function limitsOf(row: ActivityRow, catalogue: Catalogue): RequestLimits {
  const usual = newAccountLimits(catalogue);
  return {
    callsPerMinute: row.callsPerMinute ?? usual.callsPerMinute,
    jobsAtOnce: row.jobsAtOnce ?? usual.jobsAtOnce,
    videosPerDay: row.videosPerDay ?? usual.videosPerDay,
    imagesPerDay: row.imagesPerDay ?? usual.imagesPerDay,
  };
}

/** A tier has no daily limits: generations on the free tier are unlimited. */
function limitsOfTier(plan: Funds['plan'], catalogue: Catalogue): RequestLimits {
  const { callsPerMinute, jobsAtOnce } = tierRuleOf(catalogue, tierOfPlan(catalogue, plan));
  const unlimited = Number.POSITIVE_INFINITY;
  return { callsPerMinute, jobsAtOnce, videosPerDay: unlimited, imagesPerDay: unlimited };
}

/** Saves what a batch has changed: `before` is what was read, `after` what the decisions left. */
export async function saveActivity(
  tx: Queryable,
  before: ReadonlyMap<string, Activity>,
  after: ReadonlyMap<string, Activity>,
  at: Date,
): Promise<void> {
  const changed = [...after].filter(([key, activity]) => activity !== before.get(key));
  const rows = changed.map(([key, { recentCalls, images, videos, openJobs, virtualFinish }]) => ({
    interface: key.split(' ')[0],
    account_id: key.split(' ')[1],
    recent_calls: recentCalls,
    images,
    videos,
    image_virtual_finish: virtualFinish.image,
    video_virtual_finish: virtualFinish.video,
    new_jobs: openJobs - (before.get(key)?.openJobs ?? 0),
  }));
  if (rows.length === 0) return;
  // Open jobs are added and not set: one that ended since the read has been subtracted already. A service cost that was
  // returned since is lost, and its account waits for it once.
  await tx.query(
    `insert into account_activity (account_id, interface, recent_calls, day, images, videos, open_jobs, image_virtual_finish, video_virtual_finish)
     select account_id, interface, recent_calls, $2::date, images, videos, new_jobs, image_virtual_finish, video_virtual_finish
     from json_to_recordset($1::json) as t (account_id uuid, interface text, recent_calls json, images int,
       videos int, new_jobs int, image_virtual_finish float8, video_virtual_finish float8)
     order by account_id, interface
     on conflict (account_id, interface) do update set recent_calls = excluded.recent_calls, day = excluded.day,
       images = excluded.images, videos = excluded.videos,
       image_virtual_finish = excluded.image_virtual_finish, video_virtual_finish = excluded.video_virtual_finish,
       open_jobs = account_activity.open_jobs + excluded.open_jobs`,
    [JSON.stringify(rows), isoDate(at)],
  );
}
