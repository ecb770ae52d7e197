import type { Queryable } from '../db/database.ts';
import { isoDate } from '../kernel/clock.ts';
import { type Activity, DEFAULT_LIMITS, type RequestLimits } from './decide-limits.ts';

interface ActivityRow {
  readonly accountId: string;
  readonly recentCalls: Activity['recentCalls'] | null;
  readonly images: number | null;
  readonly videos: number | null;
  readonly openJobs: number;
  readonly callsPerMinute: number | null;
  readonly jobsAtOnce: number | null;
  readonly videosPerDay: number | null;
  readonly imagesPerDay: number | null;
}

/**
 * What accounts did lately. The caller holds their funding locks, so between this and `saveActivity` nobody
 * else accepts a job of theirs; jobs may end meanwhile, which only leaves more room.
 */
export async function readActivity(
  tx: Queryable,
  accountIds: readonly string[],
  at: Date,
): Promise<Map<string, Activity>> {
  const rows = await tx.query<ActivityRow>(
    `select id as "accountId", recent_calls as "recentCalls",
       case when day = $2::date then images end as images, case when day = $2::date then videos end as videos,
       coalesce(open_jobs, 0) as "openJobs",
       calls_per_minute as "callsPerMinute", jobs_at_once as "jobsAtOnce", videos_per_day as "videosPerDay",
       images_per_day as "imagesPerDay"
     from unnest($1::uuid[]) as wanted (id)
       left join account_activity on account_activity.account_id = wanted.id
       left join account_limits on account_limits.account_id = wanted.id`,
    [accountIds, isoDate(at)],
  );
  return new Map(rows.map((row) => [row.accountId, activityOf(row)]));
}

function activityOf(row: ActivityRow): Activity {
  return {
    limits: {
      callsPerMinute: row.callsPerMinute ?? DEFAULT_LIMITS.callsPerMinute,
      jobsAtOnce: row.jobsAtOnce ?? DEFAULT_LIMITS.jobsAtOnce,
      videosPerDay: row.videosPerDay ?? DEFAULT_LIMITS.videosPerDay,
      imagesPerDay: row.imagesPerDay ?? DEFAULT_LIMITS.imagesPerDay,
    },
    recentCalls: row.recentCalls ?? [],
    openJobs: row.openJobs,
    images: row.images ?? 0,
    videos: row.videos ?? 0,
  };
}

/** Saves what accounts did, and how many jobs of each were just accepted. */
export async function saveActivity(
  tx: Queryable,
  activities: ReadonlyMap<string, Activity>,
  accepted: ReadonlyMap<string, number>,
  at: Date,
): Promise<void> {
  const rows = [...activities].map(([account_id, { recentCalls, images, videos }]) => ({
    account_id,
    recent_calls: recentCalls,
    images,
    videos,
    new_jobs: accepted.get(account_id) ?? 0,
  }));
  if (rows.length === 0) return;
  // Added and not set: a job that ended since the reading has already been taken off.
  await tx.query(
    `insert into account_activity (account_id, recent_calls, day, images, videos, open_jobs)
     select account_id, recent_calls, $2::date, images, videos, new_jobs
     from json_to_recordset($1::json) as t (account_id uuid, recent_calls json, images int, videos int, new_jobs int)
     order by account_id
     on conflict (account_id) do update set recent_calls = excluded.recent_calls, day = excluded.day,
       images = excluded.images, videos = excluded.videos,
       open_jobs = account_activity.open_jobs + excluded.open_jobs`,
    [JSON.stringify(rows), isoDate(at)],
  );
}

/** One job of the account has ended, in the transaction that ends it. */
export async function countEnded(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('update account_activity set open_jobs = open_jobs - 1 where account_id = $1', [accountId]);
}

/** Sets an account's own limits; those left out keep what they are. */
export async function raiseLimits(
  tx: Queryable,
  accountId: string,
  { callsPerMinute, jobsAtOnce, videosPerDay, imagesPerDay }: Partial<RequestLimits>,
): Promise<void> {
  await tx.query(
    `insert into account_limits (account_id, calls_per_minute, jobs_at_once, videos_per_day, images_per_day)
     values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update set
       calls_per_minute = coalesce(excluded.calls_per_minute, account_limits.calls_per_minute),
       jobs_at_once = coalesce(excluded.jobs_at_once, account_limits.jobs_at_once),
       videos_per_day = coalesce(excluded.videos_per_day, account_limits.videos_per_day),
       images_per_day = coalesce(excluded.images_per_day, account_limits.images_per_day)`,
    [accountId, callsPerMinute ?? null, jobsAtOnce ?? null, videosPerDay ?? null, imagesPerDay ?? null],
  );
}
