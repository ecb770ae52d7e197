/** The `max` of a `datetime-local` input: with it, browsers accept years of four digits only; without it, of six, which no interface accepts. */
export const LAST_TIME = '9999-12-30T23:59';

/** The value of a `datetime-local` input, in the reader's zone, as ISO 8601; empty for none. */
export function isoOfLocal(value: string): string {
  return value === '' ? '' : new Date(value).toISOString();
}

/** An ISO time as the value of a `datetime-local` input. */
export function localOfIso(iso: string): string {
  if (iso === '' || Number.isNaN(Date.parse(iso))) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
