import type { Pricing } from '@kinora/contract';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/call.ts';

/** What everybody may read of the prices. */
export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: ({ signal }) => callConsole<Pricing>('/pricing', { signal }),
  staleTime: 60_000,
});
