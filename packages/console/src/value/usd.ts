const TWO_DECIMALS = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `123456` cents as `1,234.56 USD`. */
export function usd(cents: number): string {
  return `${TWO_DECIMALS.format(cents / 100)} USD`;
}

const FOUR_DECIMALS = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** The same of an amount that has parts of a cent, which are shown below a dollar: `0.4` cents as `0.004 USD`. */
export function usdInParts(cents: number): string {
  return Math.abs(cents) < 100 ? `${FOUR_DECIMALS.format(cents / 100)} USD` : usd(cents);
}

/** Whole cents of a text such as `10` or `2.50`; undefined unless it is an amount above zero. */
export function centsOf(text: string): number | undefined {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text.trim())) return undefined;
  const cents = Math.round(Number(text) * 100);
  return cents > 0 ? cents : undefined;
}
