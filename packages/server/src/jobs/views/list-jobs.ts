import type { JobStatus, Medium } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import { retainedSince } from '../../queue/job-state.ts';
import { JOB_COLUMNS, type Job } from './find-job.ts';
import { FIRST_PAGE, type JobPageRequest } from './list-job-api-jobs.ts';

interface Filter {
  readonly status: JobStatus['status'] | undefined;
  readonly medium: Medium | undefined;
}

/** A page of an account's jobs of v1 that are neither deleted nor expired, newest first. */
export function listJobs(
  database: Database,
  { accountId, before, limit, status, medium }: JobPageRequest & Filter,
  now: Date,
): Promise<readonly Job[]> {
  const states = status === 'queued' ? ['queued', 'running'] : status && [status];
  return database.query<Job>(
    `select ${JOB_COLUMNS} from current_jobs as jobs
     where listed_by = $1 and interface = 'v1'
       and (ended_at is null or ended_at > $2) and id < $3
       and ($5::text[] is null or state = any($5)) and ($6::text is null or medium = $6)
     order by id desc limit $4`,
    [accountId, retainedSince(now), before ?? FIRST_PAGE, limit, states ?? null, medium ?? null],
  );
}
