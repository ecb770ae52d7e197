import { ok, type Pool, type Problem, problem, type Result, refused } from '@kinora/contract';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { CallingAccount } from '../../queue/interface.ts';
import type { Storage } from './decide-storage.ts';

/** The key of an account and interface in maps of `Activity`. */
export function activityKey(caller: CallingAccount): string {
  return `${caller.interface} ${caller.accountId}`;
}

/** How many requests an account may send; the operator can raise each limit. */
export interface RequestLimits {
  readonly callsPerMinute: number;
  readonly jobsAtOnce: number;
  readonly videosPerDay: number;
  readonly imagesPerDay: number;
}

/** The limits of an account on v1 until the operator raises them. */
export function newAccountLimits({ document }: Catalogue): RequestLimits {
  const limits = document.new_accounts;
  return {
    callsPerMinute: limits.calls_per_minute,
    jobsAtOnce: limits.jobs_at_once,
    videosPerDay: limits.videos_per_day,
    imagesPerDay: limits.images_per_day,
  };
}

/** The recent activity of an account, as read under its lock. */
export interface Activity extends Storage {
  readonly limits: RequestLimits;
  /**
   * Generate calls by the second of the Unix epoch, oldest first. There are at most 61 pairs, whatever the
   * limit. A second counts until all of it is a minute old, so no minute has more calls than the limit.
   */
  readonly recentCalls: readonly (readonly [second: number, calls: number])[];
  /** Jobs that are queued or running. */
  readonly openJobs: number;
  /** The images and videos of this UTC day. */
  readonly images: number;
  readonly videos: number;
  /** The earliest virtual start of its next job in each pool. */
  readonly virtualFinish: Readonly<Record<Pool, number>>;
  /** The last virtual start among its queued jobs in each pool; null without any. */
  readonly lastStart: Readonly<Record<Pool, number | null>>;
}

const WINDOW_SECONDS = 60;

/** The state of the per-minute limit, for the `RateLimit` header. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * The calls of the last minute before `now`, and of the next one, because the clocks of servers differ. A clock that was set
 * back by more leaves calls far ahead, which would otherwise refuse every call until then.
 */
function callsWithin({ recentCalls }: Activity, now: number): Activity['recentCalls'] {
  const seconds = now / 1000;
  return recentCalls.filter(
    ([second]) => second + 1 > seconds - WINDOW_SECONDS && second <= seconds + WINDOW_SECONDS,
  );
}

/** `now` is in milliseconds of the Unix epoch, here and below. */
export function rateState(activity: Activity, now: number): RateState {
  const calls = callsWithin(activity, now);
  const { callsPerMinute: limit } = activity.limits;
  const oldest = calls[0]?.[0];
  return {
    limit,
    remaining: Math.max(0, limit - calls.reduce((sum, [, count]) => sum + count, 0)),
    resetSeconds: oldest === undefined ? 0 : Math.ceil(oldest + 1 + WINDOW_SECONDS - now / 1000),
  };
}

/**
 * The activity with one more generate call, and the call limit after it. Problem: `rate_limited` for a call above the
 * limit, which is not counted.
 */
export function countCall(
  activity: Activity,
  now: number,
): Result<Activity, Problem> & { readonly rate: RateState } {
  const rate = rateState(activity, now);
  if (rate.remaining === 0) return { ...refused(tooManyCalls(rate)), rate };
  const calls = callsWithin(activity, now);
  const second = Math.floor(now / 1000);
  const last = calls.at(-1);
  const recentCalls =
    last?.[0] === second
      ? [...calls.slice(0, -1), [second, last[1] + 1] as const]
      : [...calls, [second, 1] as const];
  const counted = { ...activity, recentCalls };
  return { ...ok(counted), rate: rateState(counted, now) };
}

export function tooManyCalls({ limit, resetSeconds }: RateState): Problem {
  return limited(`At most ${limit} generate calls a minute; wait ${resetSeconds} s.`, resetSeconds);
}

/** Whether the account has as many open jobs as it may have. */
export function hasAllJobs({ limits, openJobs }: Activity): boolean {
  return openJobs >= limits.jobsAtOnce;
}

/** Unless it is known when one of the open jobs is expected to end. */
const JOB_ENDS_SECONDS = 5;

/**
 * The activity with one more job in `pool`. Problem: `rate_limited` when that exceeds the limit of concurrent jobs or of
 * the day.
 */
export function countJob(activity: Activity, pool: Pool, now: number): Result<Activity, Problem> {
  const { limits } = activity;
  if (hasAllJobs(activity)) {
    const { jobsAtOnce } = limits;
    const message = `At most ${jobsAtOnce} ${jobsAtOnce === 1 ? 'job' : 'jobs'} at once; wait for one to end.`;
    return refused(limited(message, JOB_ENDS_SECONDS));
  }
  const counter = pool === 'image' ? 'images' : 'videos';
  const max = pool === 'image' ? limits.imagesPerDay : limits.videosPerDay;
  if (activity[counter] >= max) {
    const message = `At most ${max} ${counter} a day; the day ends at 00:00 UTC.`;
    return refused(limited(message, secondsToMidnight(now)));
  }
  return ok({ ...activity, [counter]: activity[counter] + 1, openJobs: activity.openJobs + 1 });
}

function limited(message: string, retryAfterSeconds: number): Problem {
  return { ...problem('rate_limited', message), retryAfterSeconds };
}

const DAY_MS = 86_400_000;

function secondsToMidnight(now: number): number {
  return Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
}
