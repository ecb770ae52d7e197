import type { OperatorPrices } from '@kinora/contract';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';

/** Prices, limits and settings as this server has them. */
export const pricesQuery = queryOptions({
  queryKey: ['operator', 'prices'],
  queryFn: ({ signal }) => callConsole<OperatorPrices>('/operator/prices', { signal }),
  // One that was applied starts a moment later.
  refetchInterval: ({ state }) => (startsSoon(state.data?.versions[1]?.starts_at) ? 2_000 : false),
});

const MINUTE_MS = 60_000;

function startsSoon(at: string | undefined): boolean {
  return at !== undefined && Date.parse(at) < Date.now() + MINUTE_MS;
}
