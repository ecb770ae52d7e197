import type { RateState } from '../../admit/accept/decide-limits.ts';

/** The headers with the remaining calls of the rate limit; none if it is not known. */
export function rateHeaders(rate: RateState | undefined): Record<string, string> {
  if (rate === undefined) return {};
  const { limit, remaining, resetSeconds } = rate;
  return {
    'ratelimit-policy': `"calls";q=${limit};w=60`,
    ratelimit: `"calls";r=${remaining};t=${resetSeconds}`,
  };
}
