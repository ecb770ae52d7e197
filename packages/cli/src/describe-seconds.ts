const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function describeSeconds(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${Math.ceil(seconds)} s`;
  if (seconds < 2 * HOUR) return `${Math.ceil(seconds / MINUTE)} min`;
  return seconds < 2 * DAY ? `${Math.ceil(seconds / HOUR)} h` : `${Math.ceil(seconds / DAY)} days`;
}
