/** `1234` cents as `12.34 USD`. */
export function usd(cents: number): string {
  return `${(cents / 100).toFixed(2)} USD`;
}

/** Whole cents of a text such as `10` or `2.50`; undefined unless it is an amount above zero. */
export function centsOf(text: string): number | undefined {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text.trim())) return undefined;
  const cents = Math.round(Number(text) * 100);
  return cents > 0 ? cents : undefined;
}
