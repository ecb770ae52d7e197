import type { JobStatus, Medium } from '@kinora/contract';
import { conditionsOf } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import { LAST_ID } from '../../kernel/ids.ts';
import { retainedSince } from '../retention/retained.ts';
import { JOB_COLUMNS, type Job } from './find-job.ts';
import type { JobPageRequest } from './list-job-api-jobs.ts';

interface Filter {
  readonly status: JobStatus['status'] | undefined;
  readonly medium: Medium | undefined;
}

/** A page of an account's jobs of v1 that are neither deleted nor expired, newest first. */
export function listJobs(
  database: Database,
  { accountId, before = LAST_ID, limit, status, medium }: JobPageRequest & Filter,
  now: Date,
): Promise<readonly Job[]> {
  const states = status === 'queued' ? ['queued', 'running'] : status && [status];
  const values: unknown[] = [accountId, retainedSince(now), before, limit];
  const filter = conditionsOf(values, [
    ['state = any(?)', states],
    ['medium = ?', medium],
  ]);
  return database.query<Job>(
    `select ${JOB_COLUMNS} from current_jobs as jobs
     where listed_by = $1 and interface = 'v1'
       and (ended_at is null or ended_at > $2) and id < $3${filter}
     order by id desc limit $4`,
    values,
  );
}
