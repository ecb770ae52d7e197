import type { Pool } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { coalesce } from '../../kernel/coalesce.ts';
import { type JobState, retainedSince } from '../job-state.ts';

export interface Job {
  readonly id: string;
  readonly accountId: string;
  readonly pool: Pool;
  readonly state: JobState;
  /** Null unless the safety check blocked the result. */
  readonly blockCategory: string | null;
  readonly artifactKey: string | null;
}

export type FindJob = (jobId: string) => Promise<Job | undefined>;

const MAX_BATCH = 512;

/** Finds jobs of v1 that are neither deleted nor expired; polls that arrive together share one query. */
export function createFindJob(database: Database, clock: Clock): FindJob {
  return coalesce(
    async (ids: readonly string[]) => {
      const rows = await database.query<Job>(
        `select id, account_id as "accountId", pool, state, block_category as "blockCategory", artifact_key as "artifactKey"
         from jobs where id = any($1::uuid[]) and deleted_at is null and tier is null
           and (ended_at is null or ended_at > $2)`,
        [ids, retainedSince(clock.now())],
      );
      const found = new Map(rows.map((job) => [job.id, job]));
      return ids.map((id) => found.get(id));
    },
    { maxBatch: MAX_BATCH },
  );
}
