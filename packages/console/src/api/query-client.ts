import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './call.ts';

/** An unreachable service has no status: 0. */
const isRefusal = (error: Error): boolean =>
  error instanceof ApiProblem && error.status > 0 && error.status < 500;

/** Reads are repeated when the service is briefly unavailable, and never when it refused them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && !isRefusal(error),
    },
  },
});
