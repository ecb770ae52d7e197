import { AGEING } from './virtual-time.ts';

/** What decides how long a queued job still waits. */
export interface WaitSituation {
  readonly sortKey: number;
  /** Expected seconds of service of the jobs before it. */
  readonly secondsAhead: number;
  /** The sum of the remaining seconds that the running jobs are expected to need. */
  readonly runningSeconds: number;
  readonly running: number;
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
const STEPS = 40;
/** The share of the running jobs' remaining seconds that has passed when the first worker is free. */
const RUNNING_SHARE = 0.5;
/** The share of new jobs with a shorter delay that sort first: the others sort behind earlier jobs of their accounts. */
const OVERTAKING_SHARE = 0.8;

/**
 * Seconds until the job starts. The workers share the jobs before it and the rest of the running ones. Later jobs that
 * overtake it add to the wait, at the recent rate of arrivals, until the virtual time has reached its sort key. The shares
 * are fitted to a simulated day (`npm run bench fairness`, with other orders than those it shows).
 */
export function expectedWait(situation: WaitSituation): number {
  const { secondsAhead, runningSeconds, running } = situation;
  const ahead = secondsAhead + RUNNING_SHARE * runningSeconds;
  const workers = Math.max(1, situation.workers);
  if (secondsAhead === 0 && running < situation.workers) return 0;
  const speed = Math.max(AGEING, situation.virtualSpeed);
  const overtaking = situation.arrivals
    .map(({ delay, load }) => ({ load, lead: situation.sortKey - situation.virtualTime - delay }))
    .filter(({ lead }) => lead > NEXT_SECONDS)
    .map(({ load, lead }) => ({ load: OVERTAKING_SHARE * load, until: lead / speed }));
  // A fixed point: a longer wait lets more jobs overtake, up to those that can overtake at all.
  let wait = ahead / workers;
  for (let step = 0; step < STEPS; step++) {
    const overtaken = overtaking.reduce((sum, { load, until }) => sum + load * Math.min(wait, until), 0);
    const next = (ahead + overtaken) / workers;
    if (next - wait < 0.01 * wait) return next;
    wait = next;
  }
  return wait;
}
