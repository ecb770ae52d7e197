import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { findTogether } from '../../kernel/coalesce.ts';
import { FIRST_ID, LAST_ID } from '../../kernel/ids.ts';
import type { FailureCause, JobState } from '../../queue/job-state.ts';
import { retainedSince } from '../retention/retained.ts';

/** A video of v1 with what was ordered. */
export interface VideoJob {
  readonly id: string;
  readonly accountId: string;
  readonly state: JobState;
  readonly progress: number;
  readonly model: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly framesPerSecond: number;
  /** Null for an ephemeral job. */
  readonly prompt: string | null;
  /** Null unless the safety check blocked the result. */
  readonly blockCategory: string | null;
  readonly failureCause: FailureCause | null;
  readonly artifactKey: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export type FindVideoJob = (jobId: string) => Promise<VideoJob | undefined>;

const COLUMNS = `id, account_id as "accountId", state, progress, model, width, height, frames, frames_per_second as "framesPerSecond", prompt,
  block_category as "blockCategory", failure_cause as "failureCause", artifact_key as "artifactKey", created_at as "createdAt", ended_at as "endedAt"`;

/** Finds videos of v1 that are neither deleted nor expired; polls that arrive together share one query. */
export function createFindVideoJob(database: Database, clock: Clock): FindVideoJob {
  return findTogether((ids) =>
    database.query<VideoJob>(
      `select ${COLUMNS} from current_jobs where id = any($1::uuid[]) and interface = 'v1' and medium = 'video'
       and deleted_at is null and (ended_at is null or ended_at > $2)`,
      [ids, retainedSince(clock.now())],
    ),
  );
}

interface VideoPage {
  readonly accountId: string;
  /** Only videos that come after the one with this id. */
  readonly after?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/** A page of an account's videos of v1 that are neither deleted nor expired, by the time of their order. */
export function listVideoJobs(
  database: Database,
  { accountId, after, order, limit }: VideoPage,
  now: Date,
): Promise<readonly VideoJob[]> {
  const [beyond, first] = order === 'asc' ? ['>', FIRST_ID] : ['<', LAST_ID];
  return database.query<VideoJob>(
    `select ${COLUMNS} from current_jobs
     where listed_by = $1 and interface = 'v1' and medium = 'video'
       and (ended_at is null or ended_at > $2) and id ${beyond} $3
     order by id ${order} limit $4`,
    [accountId, retainedSince(now), after ?? first, limit],
  );
}
