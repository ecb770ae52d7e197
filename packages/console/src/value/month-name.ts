import { dateFormat } from './date-format.ts';

/** `January 2026`, of a first day. */
export function monthName(firstDay: string): string {
  const format = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(firstDay));
}
