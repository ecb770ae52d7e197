import type { Clock } from '../../src/kernel/clock.ts';

/** A clock that changes only when the test sets it. */
export interface ManualClock extends Clock {
  set(iso: string): void;
  advance(ms: number): void;
}

export const HOUR_MS = 3_600_000;

export function manualClock(iso: string): ManualClock {
  let at = new Date(iso);
  return {
    now: () => new Date(at),
    set(next) {
      at = new Date(next);
    },
    advance(ms) {
      at = new Date(at.getTime() + ms);
    },
  };
}
