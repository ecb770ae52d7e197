import type { JobCostPage, UsageMonth } from '@kinora/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import type { MediumFilter } from '../../value/medium-filter.ts';

/** A month by day, as 2026-01; the current one without. */
export function usageQuery(month: string | undefined) {
  return queryOptions({
    queryKey: ['usage', month ?? 'now'],
    queryFn: ({ signal }) => callConsole<UsageMonth>(`/usage${query({ month })}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

interface JobCostFilter {
  readonly month: string;
  readonly medium: MediumFilter;
}

/** The jobs of a month with their costs, in pages. */
export function jobCostQuery(filter: JobCostFilter) {
  return infiniteQueryOptions({
    queryKey: ['usage', 'jobs', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      callConsole<JobCostPage>(`/usage/jobs${filterQuery(filter, { cursor, limit: '20' })}`, { signal }),
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** The address of the same jobs as a CSV file. */
export function jobCostFile(filter: JobCostFilter): string {
  return `/api/console/usage/jobs.csv${filterQuery(filter, {})}`;
}

function filterQuery({ month, medium }: JobCostFilter, more: Record<string, string | undefined>): string {
  return query({ month, kind: medium === 'all' ? undefined : medium, ...more });
}

function query(parameters: Record<string, string | undefined>): string {
  const set = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}
