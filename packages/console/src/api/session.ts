import type { ConsoleSession } from '@kinora/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callConsole } from './call.ts';
import { setPageAccount } from './page-account.ts';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await callConsole<ConsoleSession>('/session', { signal });
    setPageAccount(session.signed_in ? session.account_id : undefined);
    return session;
  },
  staleTime: 60_000,
  // Another tab may have signed out, or signed somebody else in.
  refetchOnWindowFocus: 'always',
});

/** Who is signed in; undefined until it is known. */
export function useSession(): ConsoleSession | undefined {
  return useQuery(sessionQuery).data;
}
