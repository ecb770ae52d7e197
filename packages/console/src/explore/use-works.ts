import type { ConsoleWork, ConsoleWorkList } from '@kinora/contract';
import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callConsole } from '../api/call.ts';
import { firstWorks } from '../frame/first-view.ts';
import type { MediumFilter } from '../value/medium-filter.ts';

/** The first page is small, so that it is there soon. */
const FIRST_PAGE = '24';
const PER_PAGE = '96';
/** Above so many pages, what was loaded is not loaded again when the person returns. */
const PAGES_REPEATED = 2;

export type WorkOrder = 'newest' | 'oldest' | { readonly visit: string };

/** The published works with these words in their prompt, page by page. */
export function useWorks(search: string, medium: MediumFilter, order: WorkOrder = 'newest') {
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['works', search, medium, order],
    queryFn: ({ pageParam, signal }) => {
      const parameters = new URLSearchParams({ limit: pageParam === undefined ? FIRST_PAGE : PER_PAGE });
      if (search !== '') parameters.set('q', search);
      if (medium !== 'all') parameters.set('kind', medium);
      if (order === 'oldest') parameters.set('order', order);
      if (typeof order === 'object') {
        parameters.set('order', 'shuffled');
        parameters.set('visit', order.visit);
      }
      if (pageParam !== undefined) parameters.set('cursor', pageParam);
      return callConsole<ConsoleWorkList>(`/works?${parameters}`, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    ...(firstWorks !== undefined &&
      search === '' &&
      medium === 'all' &&
      order === 'newest' && {
        initialData: { pages: [firstWorks], pageParams: [undefined] },
        // They are some seconds old, and one of them may have been hidden since.
        initialDataUpdatedAt: 0,
      }),
    placeholderData: keepPreviousData,
    staleTime: ({ state }) =>
      (state.data?.pages.length ?? 0) > PAGES_REPEATED ? Number.POSITIVE_INFINITY : 10_000,
    // All pages would be loaded again.
    refetchOnWindowFocus: false,
  });
  const works = useMemo(() => data?.pages.flatMap((page) => page.works), [data]);
  return { ...query, works };
}

export const workQuery = (id: string) =>
  queryOptions({
    queryKey: ['work', id],
    queryFn: ({ signal }) => callConsole<ConsoleWork>(`/works/${encodeURIComponent(id)}`, { signal }),
  });
