import type { JobApiJobStatus, Medium } from '@kinora/contract';
import { conditionsOf } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import { LAST_ID } from '../../kernel/ids.ts';
import { retainedSince } from '../retention/retained.ts';
import { JOB_API_JOB_COLUMNS, type JobApiJob } from './find-job-api-job.ts';

export interface JobPageRequest {
  readonly accountId: string;
  /** Only jobs that were accepted before the job with this id. */
  readonly before: string | undefined;
  readonly limit: number;
}

interface Filter {
  readonly status: JobApiJobStatus['status'] | undefined;
  readonly medium: Medium | undefined;
}

/** What the job API calls the state: a hidden result is blocked. */
export const JOB_API_STATUS = `case when state = 'completed' and hidden_at is not null then 'blocked'
  when state = 'running' then 'generating' else state end`;

/** A page of an account's jobs of the job API that are neither deleted nor expired, newest first. */
export function listJobApiJobs(
  database: Database,
  { accountId, before = LAST_ID, limit, status, medium }: JobPageRequest & Filter,
  now: Date,
): Promise<readonly JobApiJob[]> {
  const values: unknown[] = [accountId, retainedSince(now), before, limit];
  const filter = conditionsOf(values, [
    [`${JOB_API_STATUS} = ?`, status],
    ['medium = ?', medium],
  ]);
  return database.query<JobApiJob>(
    `select ${JOB_API_JOB_COLUMNS} from current_jobs as jobs
     where listed_by = $1 and interface = 'job_api'
       and (ended_at is null or ended_at > $2) and id < $3${filter}
     order by id desc limit $4`,
    values,
  );
}
