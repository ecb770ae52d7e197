import { showTime } from '../kernel/clock.ts';

/** How many attempts an account made within the window, and how many of them the safety check rejected. */
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

/** How many attempts, if each is rejected from now on, suspend the account; at least one. */
export function rejectionsLeft({ attempts, rejected }: RecentAttempts): number {
  return Math.max(1, MIN_ATTEMPTS - attempts, attempts - 2 * rejected + 1);
}

/** Where an account stands after a rejection: suspended, or so many rejections away from it. */
export type SuspensionState = { readonly suspendedUntil: Date } | { readonly rejectionsLeft: number };

/** A sentence for the person whose request was rejected. */
export function describeStanding(standing: SuspensionState): string {
  if ('suspendedUntil' in standing) {
    return `The account is suspended until ${showTime(standing.suspendedUntil)}, because most of its recent requests were rejected.`;
  }
  const { rejectionsLeft: left } = standing;
  const requests = left === 1 ? 'One more rejected request' : `${left} more rejected requests`;
  const minutes = SUSPENSION_WINDOW_MS / 60_000;
  const hours = SUSPENSION_MS / 3_600_000;
  return `${requests} within ${minutes} minutes ${left === 1 ? 'suspends' : 'suspend'} the account for ${hours} hours.`;
}

/**
 * Only attempts after this time count: those of the window, and of them none from before an operator lifted a
 * suspension, which has judged them.
 */
export function startOfWindow(at: Date, liftedAt: Date | null): Date {
  return new Date(Math.max(at.getTime() - SUSPENSION_WINDOW_MS, liftedAt?.getTime() ?? 0));
}
