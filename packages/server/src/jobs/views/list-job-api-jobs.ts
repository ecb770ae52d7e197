import type { JobApiJobStatus, Medium } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import { retainedSince } from '../../queue/job-state.ts';
import { JOB_API_JOB_COLUMNS, type JobApiJob } from './find-job-api-job.ts';

export interface JobPageRequest {
  readonly accountId: string;
  /** Only jobs that were accepted before the job with this id. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** An id after every other, so that the first page is the same range of the index as the next ones. */
export const FIRST_PAGE = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface Filter {
  readonly status: JobApiJobStatus['status'] | undefined;
  readonly medium: Medium | undefined;
}

/** A hidden result is shown as blocked. */
const SHOWN_STATE = `case when state = 'completed' and hidden_at is not null then 'blocked'
  when state = 'running' then 'generating' else state end`;

/** A page of an account's jobs of the job API that are neither deleted nor expired, newest first. */
export function listJobApiJobs(
  database: Database,
  { accountId, before, limit, status, medium }: JobPageRequest & Filter,
  now: Date,
): Promise<readonly JobApiJob[]> {
  return database.query<JobApiJob>(
    `select ${JOB_API_JOB_COLUMNS} from current_jobs as jobs
     where listed_by = $1 and interface = 'job_api'
       and (ended_at is null or ended_at > $2) and id < $3
       and ($5::text is null or ${SHOWN_STATE} = $5) and ($6::text is null or medium = $6)
     order by id desc limit $4`,
    [accountId, retainedSince(now), before ?? FIRST_PAGE, limit, status ?? null, medium ?? null],
  );
}
