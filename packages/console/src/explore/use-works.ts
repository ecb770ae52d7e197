import type { ConsoleWork, ConsoleWorkList } from '@kinora/contract';
import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { callConsole } from '../api/call.ts';

export type WorkKind = 'all' | 'image' | 'video';

const PER_PAGE = '24';

/** The published works with these words in their prompt, page by page. */
export function useWorks(search: string, kind: WorkKind) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['works', search, kind],
    queryFn: ({ pageParam, signal }) => {
      const parameters = new URLSearchParams({ limit: PER_PAGE });
      if (search !== '') parameters.set('q', search);
      if (kind !== 'all') parameters.set('kind', kind);
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
