import type { Database } from './database.ts';

/**
 * How far the clock of a server may be from the database's. Beyond it nothing is billed or deleted: a clock that is days
 * ahead would end months and delete every result.
 */
export const MAX_LEAD_MS = 5 * 60_000;

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
] as const;

/** Returns at least how far the clock of this process is ahead of the database's, or behind it if negative. */
export async function readClockLead(database: Database): Promise<number> {
  const before = Date.now();
  const [row] = await database.query<{ at: Date }>('select clock_timestamp() as at');
  const after = Date.now();
  const at = row?.at.getTime() ?? before;
  if (at < before) return before - at;
  return at > after ? after - at : 0;
}

/** Throws an error with the remedy when the clocks differ so much that one of them must be wrong. */
export async function requireTrueClock(database: Database): Promise<void> {
  const leadMs = await readClockLead(database);
  if (Math.abs(leadMs) > MAX_LEAD_MS) throw new Error(describeClockLead(leadMs));
}

export function describeClockLead(leadMs: number): string {
  const size = Math.abs(leadMs);
  const [unit, length] = UNITS.find(([, unitMs]) => size >= 2 * unitMs) ?? (['milliseconds', 1] as const);
  const side = leadMs > 0 ? 'ahead of' : 'behind';
  return `the clock of this machine is ${Math.round(size / length)} ${unit} ${side} the database's; set the wrong one, and keep both by NTP`;
}
