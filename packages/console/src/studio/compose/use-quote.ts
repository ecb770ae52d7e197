import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { quoteOrder } from '../jobs/job-calls.ts';
import type { Draft, OrderBody } from '../settings/draft.ts';
import { base64Of, blankLike } from '../source/encode-source.ts';
import type { Source } from '../source/source.ts';

const DEBOUNCE_MS = 250;

/** What an order would deliver and cost. Neither what is asked for nor the seed changes it, nor what an image shows. */
function quoteQuery(
  { prompt: _prompt, negative_prompt: _avoided, seed: _seed, ...settings }: OrderBody,
  source?: Source,
) {
  const enlarged = settings.type.startsWith('upscale') ? source : undefined;
  return queryOptions({
    queryKey: ['studio', 'quote', JSON.stringify(settings), enlarged?.width, enlarged?.height],
    queryFn: async ({ signal }) => {
      const image = enlarged && { image_base64: await base64Of(await blankLike(enlarged)) };
      return quoteOrder({ ...settings, prompt: 'a quote', ...image }, signal);
    },
    staleTime: 60_000,
  });
}

/**
 * The quote of the draft as it is, and never of the one before: a price that is not known yet is not shown. A request
 * that is outdated is cancelled.
 */
export function useQuote({ operation, source }: Draft, order: OrderBody | undefined, isAllowed: boolean) {
  const query = quoteQuery(order ?? NO_ORDER, source);
  const key = JSON.stringify(query.queryKey);
  const [settled] = useDebouncedValue(key, DEBOUNCE_MS);
  const hasImage = operation !== 'upscale' || source !== undefined;
  return useQuery({ ...query, enabled: order !== undefined && isAllowed && hasImage && settled === key });
}

const NO_ORDER: OrderBody = { type: 'image', prompt: '', age_verified: true };
