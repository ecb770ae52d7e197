import type { JobApiJobStatus } from '@kinora/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../api/call.ts';
import { readResult } from './job-calls.ts';
import type { useJobList } from './job-list.ts';

interface FoundJob {
  readonly job: JobApiJobStatus | undefined;
  /** There is no such job of this account, or it was deleted. */
  readonly isMissing: boolean;
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A job by its id: one of the list, or one that the list has not loaded or does not show. */
export function useJob(
  jobId: string | undefined,
  { jobs, isPending }: ReturnType<typeof useJobList>,
): FoundJob {
  const listed = jobs.find(({ job_id: id }) => id === jobId);
  const isSought = jobId !== undefined && listed === undefined && !isPending;
  const { data, error } = useQuery({
    queryKey: ['studio', 'job', jobId],
    queryFn: ({ signal }) => readResult(jobId ?? '', signal),
    enabled: isSought && ID.test(jobId),
    staleTime: 0,
  });
  const isUnknown = error instanceof ApiProblem && error.status === 404;
  const isMissing = isSought && (isUnknown || !ID.test(jobId));
  return { job: listed ?? (isSought && !isMissing ? data : undefined), isMissing };
}
