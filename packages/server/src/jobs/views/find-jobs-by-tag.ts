import type { Database } from '../../db/database.ts';
import type { JobState } from '../../queue/job-state.ts';

export interface TaggedJob {
  readonly id: string;
  readonly accountId: string;
  readonly state: JobState;
  readonly createdAt: Date;
}

/** The jobs whose images have this watermark payload, newest first, including deleted jobs. */
export function findJobsByTag(database: Database, tag: string): Promise<readonly TaggedJob[]> {
  return database.query<TaggedJob>(
    `select id, account_id as "accountId", state, created_at as "createdAt"
     from current_jobs where mark_tag = $1 order by created_at desc`,
    [tag],
  );
}
