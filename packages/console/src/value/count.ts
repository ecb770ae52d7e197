const GROUPED = new Intl.NumberFormat('en');

/** `12345` as `12,345`. */
export function count(value: number): string {
  return GROUPED.format(value);
}
