import { useQuery } from '@tanstack/react-query';
import { usd } from '../../value/usd.ts';
import { studioQuery } from '../jobs/job-calls.ts';

/** What keeping may cost, in words; undefined where it costs nothing. */
export function usePriceOfKeeping(): string | undefined {
  const price = useQuery(studioQuery).data?.storage_cents_per_gib_month;
  if (price === undefined || price === null) return undefined;
  return `What is kept counts as stored until you delete it. Above what is included, a GiB costs ${usd(price)} a month, by the day.`;
}
