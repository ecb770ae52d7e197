import type { Queryable } from '../../db/database.ts';
import { JOB_COLUMNS, type Job } from './find-job.ts';

/** A job of v1 that has ended, for its event: also one that was deleted or has expired since. */
export async function findEndedJob(database: Queryable, jobId: string): Promise<Job | undefined> {
  const [job] = await database.query<Job>(
    `select ${JOB_COLUMNS} from current_jobs as jobs where id = $1 and interface = 'v1' and ended_at is not null`,
    [jobId],
  );
  return job;
}
