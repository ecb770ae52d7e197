/** What is known of a running job. */
export interface RunningTimes {
  /** Since it was claimed. */
  readonly elapsed: number;
  /** The seconds that such jobs take, by measurement. */
  readonly expected: number;
  /** From 0 to 1. */
  readonly progress: number;
  /** The seconds from the claim to the report of this progress; null before the first report. */
  readonly progressElapsed: number | null;
}

/** The progress at which it says as much about the duration as the measurements of other jobs. */
const TRUSTED_PROGRESS = 0.5;
/** The share of its duration that a job is said to need when it has taken longer than expected. */
const LEAST_SHARE = 0.05;

/**
 * Seconds until a running job ends. The duration is weighed from that of other jobs and from the progress when it was
 * reported, so it never rises between two reports, whatever the progress is.
 */
export function remainingSeconds({ elapsed, expected, progress, progressElapsed }: RunningTimes): number {
  // The weight of the progress is p² / (p² + T²) and what it says is progressElapsed / p; as a product, 0 divides nothing.
  const scale = progress ** 2 + TRUSTED_PROGRESS ** 2;
  const duration =
    progressElapsed === null
      ? expected
      : (TRUSTED_PROGRESS ** 2 * expected + progress * progressElapsed) / scale;
  return Math.max(duration - elapsed, LEAST_SHARE * duration);
}
