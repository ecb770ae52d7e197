import type { JobApiJobStatus, ResultMarks, StudioResult, StudioResultList } from '@kinora/contract';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { useHiddenJobs } from '../deletions/hidden-jobs.ts';
import { marksOf } from '../library/marks.ts';
import { type JobFilter, listJobs } from './job-calls.ts';

/** The person's jobs, page by page, newest first; changes of a job are merged into every list that is loaded. */

type Pages = InfiniteData<StudioResultList, string | undefined>;

const LISTS = ['studio', 'jobs'] as const;

/** Jobs that were deleted here or elsewhere: what was sent about them before may still arrive. */
const gone = new Set<string>();

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
  const hidden = useHiddenJobs();
  const jobs = useMemo(() => {
    const all = data?.pages.flatMap((page) => page.jobs) ?? [];
    return hidden.size === 0 ? all : all.filter(({ job_id: id }) => !hidden.has(id));
  }, [data, hidden]);
  return { ...query, jobs };
}

/** Shows the new status of a job, and a new job first. */
export function mergeJob(job: JobApiJobStatus): void {
  if (gone.has(job.job_id)) return;
  eachList((filter, pages) => {
    const isListed = pages.some(({ jobs }) => jobs.some(({ job_id: id }) => id === job.job_id));
    if (!fits(job, filter)) return isListed ? without(pages, job.job_id) : pages;
    // What has these words or is on this shelf only the service knows.
    if (!isListed && isSought(filter)) return pages;
    if (!isListed) return pages.map((page, at) => (at === 0 ? { ...page, jobs: [job, ...page.jobs] } : page));
    return pages.map((page) => ({
      ...page,
      jobs: page.jobs.map((listed) => (listed.job_id === job.job_id ? withMarks(job, listed) : listed)),
    }));
  });
}

/** Takes over what other tabs and devices did: in every shown list, the newest page, and what is gone from it. */
export async function refreshLists(): Promise<void> {
  for (const [key, data] of queryClient.getQueriesData<Pages>({ queryKey: LISTS, type: 'active' })) {
    if (data === undefined) continue;
    const known = new Set(data.pages.flatMap(({ jobs }) => jobs.map(({ job_id: id }) => id)));
    const filter = key[2] as JobFilter;
    const newest = await listJobs(filter, undefined);
    const missing = missingFrom(newest, known);
    // From a list with a filter a job is also missing when its state has changed.
    if (filter.medium === undefined && filter.status === undefined && !isSought(filter))
      for (const id of missing) gone.add(id);
    queryClient.setQueryData<Pages>(
      key,
      (now) => now && { ...now, pages: withNewest(now.pages, newest, missing) },
    );
  }
}

/** The jobs that were known before, that `newest` should have, and that it lacks. */
function missingFrom(newest: StudioResultList, known: ReadonlySet<string>): Set<string> {
  const listed = new Set(newest.jobs.map(({ job_id: id }) => id));
  const oldest = newest.next_cursor === undefined ? '' : (newest.jobs.at(-1)?.job_id ?? '');
  return new Set([...known].filter((id) => id >= oldest && !listed.has(id)));
}

/** The pages with `newest` first, without the jobs that are missing from it. */
function withNewest(
  pages: StudioResultList[],
  newest: StudioResultList,
  missing: ReadonlySet<string>,
): StudioResultList[] {
  const jobs = newest.jobs.filter(({ job_id: id }) => !gone.has(id));
  const listed = new Set(jobs.map(({ job_id: id }) => id));
  const others = pages.map((page) => ({
    ...page,
    jobs: page.jobs.filter(({ job_id: id }) => !listed.has(id) && !missing.has(id)),
  }));
  return others.map((page, at) => (at === 0 ? { ...page, jobs: [...jobs, ...page.jobs] } : page));
}

/** Shows what the person made of these results. */
export function changeMarks(jobIds: readonly string[], change: (marks: ResultMarks) => ResultMarks): void {
  const changed = (job: StudioResult): StudioResult =>
    jobIds.includes(job.job_id) ? { ...job, library: change(marksOf(job)) } : job;
  eachList((_filter, pages) => pages.map((page) => ({ ...page, jobs: page.jobs.map(changed) })));
  for (const id of jobIds) {
    queryClient.setQueryData<StudioResult>(['studio', 'job', id], (job) => job && changed(job));
  }
}

/** Loads what depends on what the person keeps and collects again. */
export async function refreshShelves(): Promise<void> {
  const isShelf = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
    (queryKey[2] as JobFilter | undefined)?.shelf !== undefined;
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: LISTS, predicate: isShelf }),
    queryClient.invalidateQueries({ queryKey: ['studio', 'collections'] }),
  ]);
}

export function dropJob(jobId: string): void {
  gone.add(jobId);
  eachList((_filter, pages) => without(pages, jobId));
}

/** Calls back with the filter and pages of every list, and stores what it returns. */
function eachList(change: (filter: JobFilter, pages: StudioResultList[]) => StudioResultList[]): void {
  for (const [key, data] of queryClient.getQueriesData<Pages>({ queryKey: LISTS })) {
    if (data === undefined) continue;
    queryClient.setQueryData<Pages>(key, { ...data, pages: change(key[2] as JobFilter, data.pages) });
  }
}

const without = (pages: StudioResultList[], jobId: string): StudioResultList[] =>
  pages.map((page) => ({ ...page, jobs: page.jobs.filter(({ job_id: id }) => id !== jobId) }));

const isSought = ({ words, shelf }: JobFilter): boolean => words !== undefined || shelf !== undefined;

/** An event says nothing of the marks. */
const withMarks = (job: JobApiJobStatus, listed: StudioResult): StudioResult =>
  listed.library === undefined ? job : { ...job, library: listed.library };

const fits = (job: JobApiJobStatus, { medium, status }: JobFilter): boolean =>
  (medium === undefined || job.worker === medium) && (status === undefined || job.status === status);
