/** The content of an email, without its form: one layout makes text and HTML of it. */
export interface Letter {
  readonly subject: string;
  readonly body: readonly Block[];
}

export type Block =
  | string
  /** What happened, as a table. */
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  /** The one thing to do next; `path` is on the service's own address. */
  | { readonly button: string; readonly path: string }
  /** A button whose whole address is given, because it has a secret. */
  | { readonly button: string; readonly url: string };

/** One kind of email: what it needs to know, and what it says. */
export interface EmailKind<Data> {
  readonly write: (data: Data) => Letter;
  /** For the preview. */
  readonly sample: Data;
}

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
  const at = new Date(iso);
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`;
}

/** `2026-10-01` becomes `October 2026`. */
export function monthInWords(month: string): string {
  return `${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
}
