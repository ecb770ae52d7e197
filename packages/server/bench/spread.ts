/** Statistics of several measurements, and their format. */

/** The value below which `share` (0 to 1) of the values lie; NaN when there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** `1,234 (1,180–1,302)`: the median, the least and the most; `–` if there are none. */
export function spread(values: readonly number[], digits = 0): string {
  const typical = median(values);
  const middle = number(typical, digits);
  if (values.length < 2 || !Number.isFinite(typical)) return middle;
  return `${middle} (${number(Math.min(...values), digits)}–${number(Math.max(...values), digits)})`;
}

export function number(value: number, digits = 0): string {
  return Number.isFinite(value)
    ? value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : '–';
}
