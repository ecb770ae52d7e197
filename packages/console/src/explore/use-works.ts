import type { ConsoleWork, ConsoleWorkList } from '@kinora/contract';
import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { callConsole } from '../api/call.ts';
import type { MediumFilter } from '../value/medium-filter.ts';

const PER_PAGE = '24';

/** The published works with these words in their prompt, page by page. */
export function useWorks(search: string, medium: MediumFilter) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['works', search, medium],
    queryFn: ({ pageParam, signal }) => {
      const parameters = new URLSearchParams({ limit: PER_PAGE });
      if (search !== '') parameters.set('q', search);
      if (medium !== 'all') parameters.set('kind', medium);
      if (pageParam !== undefined) parameters.set('cursor', pageParam);
      return callConsole<ConsoleWorkList>(`/works?${parameters}`, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    // All pages would be loaded again.
    refetchOnWindowFocus: false,
  });
  return { ...query, works: data?.pages.flatMap(({ works }) => works) };
}

export const workQuery = (id: string) =>
  queryOptions({
    queryKey: ['work', id],
    queryFn: ({ signal }) => callConsole<ConsoleWork>(`/works/${encodeURIComponent(id)}`, { signal }),
  });
