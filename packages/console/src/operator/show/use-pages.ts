import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';

interface Paged {
  readonly next_cursor?: string | undefined;
}

/** A list of the operator's interface in pages; `query` has the filters, of which the empty ones are left out. */
export function usePages<Page extends Paged>(path: string, query: Readonly<Record<string, string>>) {
  return useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly unknown[], string>({
    queryKey: ['operator', path, query],
    initialPageParam: '',
    // A list stays until the next one is there.
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => {
      const set = Object.entries({ ...query, cursor: pageParam }).filter(([, value]) => value !== '');
      return callConsole<Page>(`/operator${path}?${new URLSearchParams(set)}`, { signal });
    },
    getNextPageParam: (page) => page.next_cursor,
  });
}
