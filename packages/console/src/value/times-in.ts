/** How the service writes a time into a sentence: `2026-03-01 12:00 UTC`, or as in its fields, `2026-03-01T12:00:00.000Z`. */
export const WRITTEN_TIME = /(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?:[\d:.]*Z| UTC))/;

/** The time in ISO 8601. */
export const timeOf = (written: string): string =>
  new Date(written.replace(' UTC', 'Z').replace(' ', 'T')).toISOString();
