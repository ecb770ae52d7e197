/** How many attempts a key made within the window, and how many of them the safety check rejected. */
export interface RecentAttempts {
  readonly attempts: number;
  readonly rejected: number;
}

export const SUSPENSION_WINDOW_MS = 30 * 60_000;
export const SUSPENSION_MS = 24 * 3_600_000;
const MIN_ATTEMPTS = 10;
/**
 * At most this many rejections that workers with one token report count: half of the least attempts, which alone never
 * suspend. A worker reports what its own output check found, and the server has no evidence of it.
 */
export const REJECTIONS_PER_WORKER = MIN_ATTEMPTS / 2;

/** More than half of at least ten attempts. */
export function shouldSuspend({ attempts, rejected }: RecentAttempts): boolean {
  return attempts >= MIN_ATTEMPTS && 2 * rejected > attempts;
}

/**
 * Only attempts after this time count: those of the window, and of them none from before an operator lifted a
 * suspension, which has judged them.
 */
export function startOfWindow(at: Date, liftedAt: Date | null): Date {
  return new Date(Math.max(at.getTime() - SUSPENSION_WINDOW_MS, liftedAt?.getTime() ?? 0));
}
