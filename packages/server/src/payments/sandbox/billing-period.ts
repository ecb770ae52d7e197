/** The same day of the next month or year, or the month's last where there is no such day. In UTC. */
export function periodEnd(start: Date, interval: 'month' | 'year'): Date {
  const months = start.getUTCMonth() + (interval === 'month' ? 1 : 12);
  const end = new Date(start);
  end.setUTCMonth(months, 1);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end;
}
