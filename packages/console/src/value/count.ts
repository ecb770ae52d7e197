const GROUPED = new Intl.NumberFormat('en');

/** `12345` as `12,345`. */
export function count(value: number): string {
  return GROUPED.format(value);
}

/** `1 image`, `12,345 images`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}
