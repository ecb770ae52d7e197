import type { ConsoleSession } from '@kinora/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callConsole } from './call.ts';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => callConsole<ConsoleSession>('/session', { signal }),
  staleTime: 60_000,
});

/** Who is signed in; undefined until it is known. */
export function useSession(): ConsoleSession | undefined {
  return useQuery(sessionQuery).data;
}
