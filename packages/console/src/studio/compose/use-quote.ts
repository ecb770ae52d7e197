import type { JobQuoteView } from '@kinora/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { quoteOrder } from '../jobs/job-calls.ts';
import { type Draft, orderOf } from '../settings/draft.ts';
import { base64Of, blankLike } from '../source/read-source.ts';

const DEBOUNCE_MS = 250;

/** What the draft would deliver and cost; a request that is outdated is cancelled. */
export function useQuote(draft: Draft, isAllowed: boolean) {
  const { prompt: _prompt, seed: _seed, ...settings } = orderOf(draft);
  // Neither prompt nor seed changes the price.
  const [order] = useDebouncedValue({ ...settings, prompt: 'a quote' }, DEBOUNCE_MS);
  const enlarged = draft.kind === 'upscale' ? draft.source : undefined;
  return useQuery<JobQuoteView>({
    queryKey: ['studio', 'quote', JSON.stringify(order), enlarged?.width, enlarged?.height],
    queryFn: async ({ signal }) => {
      const image = enlarged && { image_base64: await base64Of(await blankLike(enlarged)) };
      return quoteOrder({ ...order, ...image }, signal);
    },
    enabled: isAllowed && (draft.kind !== 'upscale' || enlarged !== undefined),
    staleTime: 60_000,
    placeholderData: (previous) => previous,
  });
}
