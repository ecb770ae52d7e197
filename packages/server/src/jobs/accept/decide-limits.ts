import { type Problem, problem } from '@kinora/contract';

/** How many requests an account may make; the operator can raise each. */
export interface RequestLimits {
  readonly callsPerMinute: number;
  readonly jobsAtOnce: number;
  readonly videosPerDay: number;
  readonly imagesPerDay: number;
}

export const DEFAULT_LIMITS: RequestLimits = {
  callsPerMinute: 20,
  jobsAtOnce: 3,
  videosPerDay: 50,
  imagesPerDay: 200,
};

/** What an account did lately, as read under its lock. */
export interface Activity {
  readonly limits: RequestLimits;
  /**
   * Generate calls by the second of the Unix epoch, oldest first. However high the limit, there are at most 61
   * pairs; and as a second counts until it is wholly a minute old, no minute ever has more calls than the limit.
   */
  readonly recentCalls: readonly (readonly [second: number, calls: number])[];
  /** Jobs that wait or run. */
  readonly openJobs: number;
  /** Of this UTC day. */
  readonly images: number;
  readonly videos: number;
  /** The earliest virtual start of its next job in each pool. */
  readonly virtualFinish: Readonly<Record<'image' | 'video', number>>;
}

const WINDOW_SECONDS = 60;

/** The state of the per-minute limit, for the `RateLimit` header. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** The calls of the last minute before `now`. */
function callsWithin({ recentCalls }: Activity, now: number): Activity['recentCalls'] {
  return recentCalls.filter(([second]) => second + 1 > now / 1000 - WINDOW_SECONDS);
}

function countOf(calls: Activity['recentCalls']): number {
  return calls.reduce((sum, [, count]) => sum + count, 0);
}

export function rateState(activity: Activity, now: number): RateState {
  const calls = callsWithin(activity, now);
  const { callsPerMinute: limit } = activity.limits;
  const oldest = calls[0]?.[0];
  return {
    limit,
    remaining: Math.max(0, limit - countOf(calls)),
    resetSeconds: oldest === undefined ? 0 : Math.ceil(oldest + 1 + WINDOW_SECONDS - now / 1000),
  };
}

/** Counts a generate call; undefined when it is one too many, and then it counts for nothing. */
export function countCall(activity: Activity, now: number): Activity | undefined {
  const calls = callsWithin(activity, now);
  if (countOf(calls) >= activity.limits.callsPerMinute) return undefined;
  const second = Math.floor(now / 1000);
  const last = calls.at(-1);
  const recentCalls =
    last?.[0] === second
      ? [...calls.slice(0, -1), [second, last[1] + 1] as const]
      : [...calls, [second, 1] as const];
  return { ...activity, recentCalls };
}

/** `rate_limited` for a call that is one too many in its minute. */
export function callRefused(activity: Activity, now: number): Problem {
  const { limit, resetSeconds } = rateState(activity, now);
  return limited(`At most ${limit} generate calls a minute; wait ${resetSeconds} s.`, resetSeconds);
}

const JOB_ENDS_SECONDS = 5;

/** `rate_limited` when another job of `kind` would pass the limit at once or of the day. */
export function refuseJob(activity: Activity, kind: 'image' | 'video', now: number): Problem | undefined {
  const { limits, openJobs } = activity;
  if (openJobs >= limits.jobsAtOnce) {
    return limited(`At most ${limits.jobsAtOnce} jobs at once; wait for one to end.`, JOB_ENDS_SECONDS);
  }
  const [used, most, what] =
    kind === 'image'
      ? [activity.images, limits.imagesPerDay, 'images']
      : [activity.videos, limits.videosPerDay, 'videos'];
  if (used < most) return undefined;
  return limited(`At most ${most} ${what} a day; the day ends at 00:00 UTC.`, secondsToMidnight(now));
}

/** The account with one more job. */
export function withJob(activity: Activity, kind: 'image' | 'video'): Activity {
  const counted = kind === 'image' ? { images: activity.images + 1 } : { videos: activity.videos + 1 };
  return { ...activity, ...counted, openJobs: activity.openJobs + 1 };
}

function limited(message: string, retryAfterSeconds: number): Problem {
  return { ...problem('rate_limited', message), retryAfterSeconds };
}

const DAY_MS = 86_400_000;

function secondsToMidnight(now: number): number {
  return Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
}
