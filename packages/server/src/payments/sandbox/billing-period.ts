/**
 * The end of a billing period: the anchor's day in the next month or year, or that month's last day when it
 * has no such day. A subscription bought on the 31st renews on the 28th of February and on the 31st of March.
 * In UTC.
 */
export function periodEnd(start: Date, interval: 'month' | 'year', anchor: Date = start): Date {
  const months = start.getUTCMonth() + (interval === 'month' ? 1 : 12);
  const end = new Date(start);
  end.setUTCMonth(months, 1);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return end;
}
