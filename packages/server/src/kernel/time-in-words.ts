const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `2026-11-22T22:47:51Z` becomes `22 November 2026, 22:47 UTC`. */
export function timeInWords(iso: string): string {
  return `${dayInWords(iso)}, ${new Date(iso).toISOString().slice(11, 16)} UTC`;
}

/** `2026-11-22T22:47:51Z` becomes `22 November 2026`. */
export function dayInWords(iso: string): string {
  const at = new Date(iso);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** `2026-10-01` becomes `October 2026`. */
export function monthInWords(month: string): string {
  return `${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
}

/** How long to wait, rounded up: `45 seconds`, `12 minutes`, `5 hours`. */
export function waitInWords(seconds: number): string {
  const [size, unit] = seconds <= 90 ? [1, 'second'] : seconds <= 90 * 60 ? [60, 'minute'] : [3600, 'hour'];
  const count = Math.ceil(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
