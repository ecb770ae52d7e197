import type { Pool } from '@kinora/contract';
import type { ExpectedTime, JobShape } from './job-shape.ts';
import { AGEING, DELAY_SECONDS, type Priority } from './virtual-time.ts';

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

/** One of the jobs that were accepted last, whether it has ended or not. */
export interface RecentJob extends JobShape {
  readonly pool: Pool;
  readonly accountId: string;
  readonly priority: Priority;
  /** Seconds since its acceptance. */
  readonly age: number;
  /** Null once it has ended. */
  readonly virtualStart: number | null;
}

/** So many jobs, or those of a quarter of an hour, say how much is ordered at which lead. */
export const MAX_ACCEPTED = 1000;
const RECENT_SECONDS = 900;

type ByPool = Readonly<Record<Pool, number>>;

/**
 * What was ordered in the last quarter of an hour, by pool. The lead of a job at its acceptance follows from its virtual start, and that of one that
 * has ended from the earlier jobs of its account; the virtual times of then from how fast they advanced.
 */
export function arrivalsOf(
  accepted: readonly RecentJob[],
  virtualTimes: ByPool,
  speeds: ByPool,
  expected: ExpectedTime,
): Readonly<Record<Pool, Arrivals[]>> {
  const isAll = accepted.length < MAX_ACCEPTED;
  const seconds = isAll ? RECENT_SECONDS : Math.min(RECENT_SECONDS, accepted.at(-1)?.age ?? RECENT_SECONDS);
  const loads = { image: new Map<number, number>(), video: new Map<number, number>() };
  const finishes = new Map<string, number>();
  for (const job of accepted.toReversed()) {
    const { pool, accountId, priority, age, virtualStart } = job;
    const then = virtualTimes[pool] - Math.max(AGEING, speeds[pool]) * age;
    const start = virtualStart ?? Math.max(then, finishes.get(accountId + pool) ?? then);
    const { held } = expected(job);
    finishes.set(accountId + pool, start + held);
    if (age > seconds) continue;
    const lead = Math.max(0, Math.round(start - then)) + DELAY_SECONDS[priority];
    loads[pool].set(lead, (loads[pool].get(lead) ?? 0) + held / Math.max(1, seconds));
  }
  const of = (pool: Pool): Arrivals[] => [...loads[pool]].map(([lead, load]) => ({ lead, load }));
  return { image: of('image'), video: of('video') };
}

/** Leads are counted in whole seconds: smaller differences say nothing. */
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
