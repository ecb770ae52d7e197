import type { JobApiJobStatus, JobList } from '@kinora/contract';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { type JobFilter, listJobs } from './job-calls.ts';

/** The person's jobs, page by page, newest first; changes of a job are merged into every list that is loaded. */

type Pages = InfiniteData<JobList, string | undefined>;

const LISTS = ['studio', 'jobs'] as const;

export function useJobList(filter: JobFilter) {
  const query = useInfiniteQuery({
    queryKey: [...LISTS, filter],
    queryFn: ({ pageParam, signal }) => listJobs(filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    // All pages would be loaded again; events keep the jobs that change up to date.
    refetchOnWindowFocus: false,
  });
  const { data } = query;
  const jobs = useMemo(() => data?.pages.flatMap((page) => page.jobs) ?? [], [data]);
  return { ...query, jobs };
}

/** Shows the new status of a job, and a new job first. */
export function mergeJob(job: JobApiJobStatus): void {
  eachList((filter, pages) => {
    const isListed = pages.some(({ jobs }) => jobs.some(({ job_id: id }) => id === job.job_id));
    if (!fits(job, filter)) return isListed ? without(pages, job.job_id) : pages;
    if (!isListed) return pages.map((page, at) => (at === 0 ? { ...page, jobs: [job, ...page.jobs] } : page));
    return pages.map((page) => ({
      ...page,
      jobs: page.jobs.map((listed) => (listed.job_id === job.job_id ? job : listed)),
    }));
  });
}

export function dropJob(jobId: string): void {
  eachList((_filter, pages) => without(pages, jobId));
}

/** Calls back with the filter and pages of every list, and stores what it returns. */
function eachList(change: (filter: JobFilter, pages: JobList[]) => JobList[]): void {
  for (const [key, data] of queryClient.getQueriesData<Pages>({ queryKey: LISTS })) {
    if (data === undefined) continue;
    queryClient.setQueryData<Pages>(key, { ...data, pages: change(key[2] as JobFilter, data.pages) });
  }
}

const without = (pages: JobList[], jobId: string): JobList[] =>
  pages.map((page) => ({ ...page, jobs: page.jobs.filter(({ job_id: id }) => id !== jobId) }));

const fits = (job: JobApiJobStatus, { kind, status }: JobFilter): boolean =>
  (kind === undefined || job.worker === kind) && (status === undefined || job.status === status);
