import type { OperatorPrices } from '@kinora/contract';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';

/** Prices, limits and settings as this server has them. */
export const pricesQuery = queryOptions({
  queryKey: ['operator', 'prices'],
  queryFn: ({ signal }) => callConsole<OperatorPrices>('/operator/prices', { signal }),
});
