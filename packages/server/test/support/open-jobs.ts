import type { Database } from '../../src/db/database.ts';
import { OPEN_JOB, type OpenJob } from '../../src/queue/queue-view.ts';

/** The jobs as a poll reads them. */
export function readOpenJobs(database: Database, ids: readonly string[]): Promise<OpenJob[]> {
  return database.query<OpenJob>(`select ${OPEN_JOB} from current_jobs where id = any($1::uuid[])`, [ids]);
}
