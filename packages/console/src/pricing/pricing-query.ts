import type { Pricing } from '@kinora/contract';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';

/** The prices of the person who reads them: an account may have agreed on others than everybody's. */
export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  async queryFn({ signal }) {
    const { signed_in: isSignedIn } = await queryClient.ensureQueryData(sessionQuery);
    return callConsole<Pricing>(isSignedIn ? '/account/pricing' : '/pricing', { signal });
  },
  staleTime: 60_000,
});
