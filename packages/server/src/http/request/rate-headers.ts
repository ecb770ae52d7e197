import type { RateState } from '../../jobs/accept/decide-limits.ts';

/** The headers that say how much of the call limit is left; none where that is not known. */
export function rateHeaders(rate: RateState | undefined): Record<string, string> {
  if (rate === undefined) return {};
  const { limit, remaining, resetSeconds } = rate;
  return {
    'ratelimit-policy': `"calls";q=${limit};w=60`,
    ratelimit: `"calls";r=${remaining};t=${resetSeconds}`,
  };
}
