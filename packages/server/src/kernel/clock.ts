/** The injected time: that of the database, unless a test sets it. Leases expire by the database itself. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that can be set, and then advances with real time. */
export interface TestClock extends Clock {
  set(to: Date): void;
}

export function createTestClock(real: Clock = systemClock): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(real.now().getTime() + aheadMs),
    set(to) {
      aheadMs = to.getTime() - real.now().getTime();
    },
  };
}

/** First instant of the UTC calendar month of `at`; allowances and caps reset there. */
export function monthStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

/** First instant of the UTC calendar month after that of `at`. */
export function nextMonthStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** Whole seconds until the next UTC calendar month, rounded up. */
export function secondsToNextMonth(at: Date): number {
  return Math.ceil((nextMonthStart(at).getTime() - at.getTime()) / 1000);
}

/** `YYYY-MM-DD` in UTC. */
export function isoDate(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** A person reads it: `2026-03-01 12:00 UTC`. */
export function showTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
