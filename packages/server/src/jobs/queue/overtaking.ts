import { AGEING } from './virtual-time.ts';

/** What decides how many later jobs start before a job. */
export interface OvertakingSituation {
  readonly sortKey: number;
  /** The workers of its pool. */
  readonly workers: number;
  /** The virtual time of the pool. */
  readonly virtualTime: number;
  /** How far it advances in a second, by the last minutes. */
  readonly virtualSpeed: number;
  /** Seconds of service that are ordered in a second, by the delay of their priority. */
  readonly arrivals: readonly { readonly delay: number; readonly load: number }[];
}

/** A sort key this close to the virtual time is next: new jobs sort behind it. */
const NEXT_SECONDS = 0.5;
/** The share of new jobs with a shorter delay that sort first: the others sort behind earlier jobs of their accounts. */
const OVERTAKING_SHARE = 0.8;

/**
 * Seconds until a job starts that would start in `seconds` if no job came after it. Later jobs that overtake it add to
 * the wait, at the recent rate of arrivals, until the virtual time has reached its sort key. The share is fitted to a
 * simulated day (`npm run bench fairness`, with other orders than those it shows).
 */
export function startAfterOvertaking(seconds: number, situation: OvertakingSituation): number {
  if (seconds === 0) return 0;
  const speed = Math.max(AGEING, situation.virtualSpeed);
  const overtaking = situation.arrivals
    .map(({ delay, load }) => ({ load, lead: situation.sortKey - situation.virtualTime - delay }))
    .filter(({ lead }) => lead > NEXT_SECONDS)
    .map(({ load, lead }) => ({
      share: (OVERTAKING_SHARE * load) / Math.max(1, situation.workers),
      until: lead / speed,
    }))
    .sort((a, b) => a.until - b.until);
  // A longer wait lets more jobs overtake, up to those that can: the wait is seconds + sum of share * min(wait, until).
  let fixed = seconds;
  let share = overtaking.reduce((sum, one) => sum + one.share, 0);
  for (const one of overtaking) {
    if (share < 1 && fixed / (1 - share) <= one.until) return fixed / (1 - share);
    fixed += one.share * one.until;
    share -= one.share;
  }
  return fixed;
}
