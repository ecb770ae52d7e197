import type { JobType, Pool, Tier } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { coalesce } from '../../kernel/coalesce.ts';
import { type JobState, retainedSince } from '../job-state.ts';

/** A job of the job API. */
export interface JobApiJob {
  readonly id: string;
  readonly accountId: string;
  readonly type: JobType;
  readonly tier: Tier;
  readonly pool: Pool;
  readonly state: JobState;
  readonly priority: number;
  readonly progress: number;
  readonly seed: number;
  /** Null unless the safety check blocked the result. */
  readonly blockCategory: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly assetId: string;
  readonly artifactKey: string | null;
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number | null;
  /** Hidden until a person has reviewed a report of it. */
  readonly isHidden: boolean;
}

export type FindJobApiJob = (jobId: string) => Promise<JobApiJob | undefined>;

const MAX_BATCH = 512;

/** The columns of `JobApiJob`. */
export const JOB_API_JOB_COLUMNS = `id, account_id as "accountId", type, tier, pool, state, priority, progress, seed,
  block_category as "blockCategory", created_at as "createdAt", started_at as "startedAt", asset_id as "assetId", artifact_key as "artifactKey",
  width, height, duration_seconds as "durationSeconds", hidden_at is not null as "isHidden"`;

/** Finds jobs of the job API that are neither deleted nor expired; polls that arrive together share one query. */
export function createFindJobApiJob(database: Database, clock: Clock): FindJobApiJob {
  return coalesce(
    async (ids: readonly string[]) => {
      const rows = await database.query<JobApiJob>(
        `select ${JOB_API_JOB_COLUMNS} from jobs where id = any($1::uuid[]) and tier is not null and deleted_at is null
           and (ended_at is null or ended_at > $2)`,
        [ids, retainedSince(clock.now())],
      );
      const found = new Map(rows.map((job) => [job.id, job]));
      return ids.map((id) => found.get(id));
    },
    { maxBatch: MAX_BATCH },
  );
}
