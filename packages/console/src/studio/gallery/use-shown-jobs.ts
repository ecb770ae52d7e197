import type { JobApiJobStatus } from '@kinora/contract';
import { useMemo, useRef } from 'react';
import { type Day, groupJobs, newestOrder } from './group-jobs.ts';

export interface ShownJobs {
  /** The newest order, which is shown large. */
  readonly staged: readonly JobApiJobStatus[];
  /** All others. */
  readonly days: readonly Day[];
  /** The ids of all in the order in which they are shown. */
  readonly ids: readonly string[];
}

/** How the jobs are shown. What is sought by a filter is not staged. */
export function useShownJobs(jobs: readonly JobApiJobStatus[], isFiltered: boolean): ShownJobs {
  const staged = useMemo(() => (isFiltered ? [] : newestOrder(jobs)), [jobs, isFiltered]);
  const others = useSame(jobs.slice(staged.length));
  const days = useMemo(() => groupJobs(others), [others]);
  const ids = useMemo(() => {
    const grouped = days.flatMap(({ groups }) => groups.flatMap((group) => group.jobs));
    return [...staged, ...grouped].map(({ job_id: id }) => id);
  }, [staged, days]);
  return { staged, days, ids };
}

/** The jobs as they were while they are the same ones: their progress, every second, changes nothing of where they are. */
function useSame(jobs: readonly JobApiJobStatus[]): readonly JobApiJobStatus[] {
  const before = useRef(jobs);
  const isSame =
    jobs.length === before.current.length &&
    jobs.every(({ job_id: id, prompt }, at) => {
      const former = before.current[at];
      return former?.job_id === id && former.prompt === prompt;
    });
  if (!isSame) before.current = jobs;
  return before.current;
}
