/** The time, injected. Leases do not use it: the database's clock decides those. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** First instant of the UTC calendar month that `at` lies in; allowances and caps reset there. */
export function monthStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

/** `YYYY-MM-DD` in UTC. */
export function isoDate(at: Date): string {
  return at.toISOString().slice(0, 10);
}
