import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './call.ts';

/** An unreachable service has no status: 0. */
export const isRefusal = (error: Error): boolean =>
  error instanceof ApiProblem && error.status > 0 && error.status < 500;

/** Who is signed in is asked again, because it may be somebody else: then the page begins anew. */
function onError(error: Error): void {
  const isOutdated = error instanceof ApiProblem && error.code === 'changed_meanwhile';
  if (isOutdated) void queryClient.invalidateQueries({ queryKey: ['session'] });
}

/**
 * Reads are repeated when the service is briefly unavailable, and never when it refused them. Nothing waits for the
 * browser to be online: a change would happen later, when nobody looks, and a service on this machine needs no network.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && !isRefusal(error),
    },
    mutations: { networkMode: 'always' },
  },
});
