import type { ServiceTime } from './job-shape.ts';

/** What is known of a running job. */
export interface RunningTimes {
  /** Since it was claimed. */
  readonly elapsed: number;
  /** What such jobs take, by measurement. */
  readonly expected: ServiceTime;
  /** From 0 to 1. */
  readonly progress: number;
  /** The seconds from the claim to the report of this progress; null before the first report. */
  readonly progressElapsed: number | null;
}

/** How much the measurements of other jobs weigh beside the progress of this one at half of it. */
const TRUST_IN_OTHERS = 0.5;
/** The share of its duration that a job is expected to need when it has taken longer than expected. */
const MIN_SHARE = 0.05;

/**
 * The remaining time of a running job. How long it holds its slot is weighed from that of other jobs and from the progress when it was
 * reported, which decides nearly alone towards the end. So it never rises between two reports, whatever the progress is.
 */
export function remainingTime({ elapsed, expected, progress, progressElapsed }: RunningTimes): ServiceTime {
  // The progress weighs p² against (T (1 - p))², and what it says is progressElapsed / p; as a product, 0 divides nothing.
  const others = (TRUST_IN_OTHERS * (1 + MIN_SHARE - progress)) ** 2;
  const held =
    progressElapsed === null
      ? expected.held
      : (others * expected.held + progress * progressElapsed) / (others + progress ** 2);
  const left = (duration: number): number => Math.max(duration - elapsed, MIN_SHARE * duration);
  // A job that is rendered sooner than expected is smaller than expected, and is delivered sooner too.
  const delivery = (expected.seconds - expected.held) * Math.min(1, held / expected.held || 1);
  return { held: left(held), seconds: left(held + delivery) };
}
