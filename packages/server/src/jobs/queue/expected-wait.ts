import { AGEING } from './virtual-time.ts';

/** What decides how long a waiting job goes on waiting. */
export interface WaitSituation {
  readonly sortKey: number;
  /** Expected seconds of service of what goes before it. */
  readonly secondsAhead: number;
  /** What the running jobs are expected to go on, together. */
  readonly runningSeconds: number;
  readonly running: number;
  readonly workers: number;
  /** The virtual time of the pool. */
  readonly virtualTime: number;
  /** How far it moves in a second, as it did in the last minutes. */
  readonly virtualSpeed: number;
  /** Seconds of service that are asked for in a second, by the delay of their priority. */
  readonly arrivals: readonly { readonly delay: number; readonly load: number }[];
}

/** A sort key this close to the virtual time is the next one: what comes now sorts behind it. */
const NEXT_SECONDS = 0.5;
const STEPS = 40;
/** Of what the running jobs go on, this much is done when the first worker is free. */
const RUNNING_SHARE = 0.5;
/**
 * Of what comes with a shorter delay, this much goes first: the rest sorts behind other jobs of its account.
 */
const OVERTAKING_SHARE = 0.8;

/**
 * Seconds until the job starts. The workers share what goes before it and what they are still at; what comes
 * later and goes first makes it longer, as much as came lately and until the virtual time has reached the
 * job's sort key. The shares are what fits a simulated day best (`npm run bench fairness`, with other orders
 * than those it shows).
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
  // The longer it waits, the more comes: it grows from step to step and never beyond what may overtake it.
  let wait = ahead / workers;
  for (let step = 0; step < STEPS; step++) {
    const overtaken = overtaking.reduce((sum, { load, until }) => sum + load * Math.min(wait, until), 0);
    const next = (ahead + overtaken) / workers;
    if (next - wait < 0.01 * wait) return next;
    wait = next;
  }
  return wait;
}
