import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './call.ts';

/** Reads are repeated when the service is briefly unavailable, and never when it refused them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && (!(error instanceof ApiProblem) || error.status >= 500),
    },
  },
});
