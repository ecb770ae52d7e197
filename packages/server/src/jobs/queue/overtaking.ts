import { AGEING } from './virtual-time.ts';

/** A job that later ones may overtake. */
interface OvertakenJob {
  readonly sortKey: number;
  readonly virtualStart: number;
}

/** What decides how many later jobs start before a job of a pool. */
export interface OvertakingSituation {
  /** The workers of the pool. */
  readonly workers: number;
  /** The virtual time of the pool. */
  readonly virtualTime: number;
  /** How far it advances in a second, by the last minutes. */
  readonly virtualSpeed: number;
  /** The longest lead first. */
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
export function startAfterOvertaking(
  simulated: number,
  { sortKey, virtualStart }: OvertakenJob,
  { workers, virtualTime, virtualSpeed, arrivals }: OvertakingSituation,
): number {
  const speed = Math.max(AGEING, virtualSpeed);
  const lead = sortKey - virtualTime;
  const shrinks = Math.max(0, virtualStart - virtualTime);
  const shareOf = ({ load }: Arrivals): number => load / Math.max(1, workers);
  let share = 0;
  for (const arrival of arrivals) {
    if (lead - arrival.lead > LEAD_STEP) share += shareOf(arrival);
  }
  let simulatedSoFar = 0;
  let seconds = 0;
  // The longest lead stops overtaking first, by both limits.
  for (const arrival of arrivals) {
    const shorterBy = lead - arrival.lead;
    if (shorterBy <= LEAD_STEP) continue;
    const pace = Math.max(0, 1 - share);
    const untilSimulated = simulated * Math.min(1, shrinks > 0 ? shorterBy / shrinks : 1);
    const left = Math.max(0, untilSimulated - simulatedSoFar);
    const lasts = Math.min(
      pace > 0 ? left / pace : Number.POSITIVE_INFINITY,
      Math.max(0, shorterBy / speed - seconds),
    );
    simulatedSoFar += lasts * pace;
    seconds += lasts;
    share -= shareOf(arrival);
  }
  return seconds + (simulated - simulatedSoFar);
}
