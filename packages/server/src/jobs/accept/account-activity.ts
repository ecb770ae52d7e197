import type { Pool, Tier } from '@kinora/contract';
import { assert } from '@kinora/contract';
import type { Queryable } from '../../db/database.ts';
import { isoDate } from '../../kernel/clock.ts';
import { tierRules } from '../../pricing/tiers.ts';
import { AGEING } from '../queue/virtual-time.ts';
import { activityKey, type CallingAccount, type Interface } from './calling-account.ts';
import { type Activity, DEFAULT_LIMITS, type RequestLimits } from './decide-limits.ts';

/** What the database says of an account as it calls one interface. */
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
}

/** The columns of `ActivityRow` in a query with `JOIN_ACTIVITY`. `day` is the parameter with the UTC day, such as `$2`. */
export function activityColumns(day: string): string {
  return `requested.interface, recent_calls as "recentCalls",
    case when day = ${day}::date then images end as images,
    case when day = ${day}::date then videos end as videos,
    coalesce(open_jobs, 0) as "openJobs", calls_per_minute as "callsPerMinute", jobs_at_once as "jobsAtOnce",
    videos_per_day as "videosPerDay", images_per_day as "imagesPerDay",
    coalesce(image_virtual_finish, 0) as "imageVirtualFinish", coalesce(video_virtual_finish, 0) as "videoVirtualFinish"`;
}

/** Joins what the accounts in `requested (account_id, interface)` did recently. */
export const JOIN_ACTIVITY = `left join account_activity on account_activity.account_id = requested.account_id
    and account_activity.interface = requested.interface
  left join account_limits on account_limits.account_id = requested.account_id`;

/** How far each pool has got, in seconds of service. */
export type PoolClocks = Readonly<Record<Pool, number>>;

const CLOCK = `select virtual_time + extract(epoch from now() - at)::float8 * $3 from queue_clocks where pool =`;

/**
 * What accounts did recently, by interface: v1 has limits of its own, the job API has those of the tier. The caller holds
 * their funding locks, so between this and `saveActivity` nobody else accepts a job of theirs; jobs may end meanwhile,
 * which only leaves more room. `callers` has at least one account.
 */
export async function readActivity(
  tx: Queryable,
  callers: readonly CallingAccount[],
  accountTierOf: (accountId: string) => Tier,
  at: Date,
): Promise<{ readonly activity: Map<string, Activity>; readonly clocks: PoolClocks }> {
  const rows = await tx.query<
    ActivityRow & { readonly accountId: string; readonly imageClock: number; readonly videoClock: number }
  >(
    `select requested.account_id as "accountId", ${activityColumns('$2')},
       (${CLOCK} 'image') as "imageClock", (${CLOCK} 'video') as "videoClock"
     from unnest($1::uuid[], $4::text[]) as requested (account_id, interface) ${JOIN_ACTIVITY}`,
    [callers.map((c) => c.accountId), isoDate(at), AGEING, callers.map((c) => c.interface)],
  );
  const [first] = rows;
  assert(first !== undefined, 'a batch has an account');
  const activity = new Map(
    rows.map((row) => [activityKey(row), activityOf(row, accountTierOf(row.accountId))]),
  );
  return { activity, clocks: { image: first.imageClock, video: first.videoClock } };
}

/** The activity of an account on this tier. */
export function activityOf(row: ActivityRow, tier: Tier): Activity {
  return {
    limits: row.interface === 'v1' ? limitsOf(row) : limitsOfTier(tier),
    recentCalls: row.recentCalls ?? [],
    openJobs: row.openJobs,
    images: row.images ?? 0,
    videos: row.videos ?? 0,
    virtualFinish: { image: row.imageVirtualFinish, video: row.videoVirtualFinish },
  };
}

function limitsOf(row: ActivityRow): RequestLimits {
  return {
    callsPerMinute: row.callsPerMinute ?? DEFAULT_LIMITS.callsPerMinute,
    jobsAtOnce: row.jobsAtOnce ?? DEFAULT_LIMITS.jobsAtOnce,
    videosPerDay: row.videosPerDay ?? DEFAULT_LIMITS.videosPerDay,
    imagesPerDay: row.imagesPerDay ?? DEFAULT_LIMITS.imagesPerDay,
  };
}

/** A tier has no limit of the day: generations on the free tier are unlimited. */
function limitsOfTier(tier: Tier): RequestLimits {
  const { callsPerMinute, jobsAtOnce } = tierRules[tier];
  const unlimited = Number.POSITIVE_INFINITY;
  return { callsPerMinute, jobsAtOnce, videosPerDay: unlimited, imagesPerDay: unlimited };
}

/** Saves what accounts did, and how many jobs of each were just accepted; both maps go by `activityKey`. */
export async function saveActivity(
  tx: Queryable,
  activities: ReadonlyMap<string, Activity>,
  accepted: ReadonlyMap<string, number>,
  at: Date,
): Promise<void> {
  const rows = [...activities].map(([key, { recentCalls, images, videos, virtualFinish }]) => ({
    interface: key.split(' ')[0],
    account_id: key.split(' ')[1],
    recent_calls: recentCalls,
    images,
    videos,
    image_virtual_finish: virtualFinish.image,
    video_virtual_finish: virtualFinish.video,
    new_jobs: accepted.get(key) ?? 0,
  }));
  if (rows.length === 0) return;
  // Added and not set: a job that ended since the reading has already been taken off. A turn that was given back
  // since is lost, and costs its account one.
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

/** One job of the account has ended, in the transaction that ends it. */
export async function countEnded(tx: Queryable, accountId: string, by: Interface): Promise<void> {
  await tx.query(
    'update account_activity set open_jobs = open_jobs - 1 where account_id = $1 and interface = $2',
    [accountId, by],
  );
}

/**
 * A job was deleted before any worker claimed it: its account is no longer charged for it. The account's other jobs
 * keep their places, so those accepted next may share theirs; together they take no more than they were due.
 */
export async function returnServiceCost(
  tx: Queryable,
  { accountId, interface: by }: CallingAccount,
  pool: Pool,
  cost: number,
): Promise<void> {
  const column = pool === 'image' ? 'image_virtual_finish' : 'video_virtual_finish';
  await tx.query(
    `update account_activity set ${column} = ${column} - $2 where account_id = $1 and interface = $3`,
    [accountId, cost, by],
  );
}

/** Sets an account's own limits in the v1 interface; those left out keep what they are. */
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
