import { AGEING } from './virtual-time.ts';

/** What decides how many later jobs start before a job. */
export interface OvertakingSituation {
  readonly sortKey: number;
  readonly virtualStart: number;
  /** The workers of its pool. */
  readonly workers: number;
  /** The virtual time of the pool. */
  readonly virtualTime: number;
  /** How far it advances in a second, by the last minutes. */
  readonly virtualSpeed: number;
  readonly arrivals: readonly Arrivals[];
}

/** Seconds of service that are ordered in a second by jobs whose sort keys are `lead` ahead of the virtual time. */
export interface Arrivals {
  readonly lead: number;
  readonly load: number;
}

/** Leads are recorded in whole seconds: smaller differences say nothing. */
const LEAD_STEP = 0.5;

/**
 * Seconds until a job starts that would start in `simulated` seconds if no job came after it. Later jobs with a shorter lead
 * overtake it, at their recent rate, and take their share of the workers. Its own lead shrinks: as the jobs before it are
 * claimed, down to that of its start, and as fast as the virtual time advanced in the last minutes.
 */
export function startAfterOvertaking(simulated: number, situation: OvertakingSituation): number {
  const { sortKey, virtualStart, virtualTime, workers, arrivals } = situation;
  const speed = Math.max(AGEING, situation.virtualSpeed);
  const lead = sortKey - virtualTime;
  const shrinks = Math.max(0, virtualStart - virtualTime);
  const overtaking = arrivals
    .filter((arrival) => lead - arrival.lead > LEAD_STEP)
    .map((arrival) => ({
      share: arrival.load / Math.max(1, workers),
      untilSimulated: simulated * Math.min(1, shrinks > 0 ? (lead - arrival.lead) / shrinks : 1),
      until: (lead - arrival.lead) / speed,
    }))
    // The longest lead stops overtaking first, by both limits.
    .sort((a, b) => a.until - b.until);
  let share = overtaking.reduce((sum, one) => sum + one.share, 0);
  let at = { simulated: 0, seconds: 0 };
  for (const one of overtaking) {
    const pace = Math.max(0, 1 - share);
    const left = Math.max(0, one.untilSimulated - at.simulated);
    const lasts = Math.min(
      pace > 0 ? left / pace : Number.POSITIVE_INFINITY,
      Math.max(0, one.until - at.seconds),
    );
    at = { simulated: at.simulated + lasts * pace, seconds: at.seconds + lasts };
    share -= one.share;
  }
  return at.seconds + (simulated - at.simulated);
}
