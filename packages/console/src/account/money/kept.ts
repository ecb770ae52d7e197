import type { UsageMonth } from '@kinora/contract';
import { usd } from '../../value/usd.ts';

const GIB = 1024 ** 3;
const shown = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** What is kept now, and what more costs. */
export function keptNow({
  stored_bytes: stored,
  included_bytes: included,
  cents_per_gib_month: price,
}: NonNullable<UsageMonth['usage']['storage']>): string {
  const kept = `${shown.format(stored / GIB)} GiB are kept now, and ${shown.format(included / GIB)} GiB are included`;
  return price === null ? `${kept}.` : `${kept}. ${priceOfMore(price)}.`;
}

/** What a GiB costs that is not included. */
export function priceOfMore(cents: number): string {
  return `A GiB beyond that costs ${usd(cents)} a month, by the day`;
}
