import type { JobType, Medium, Tier } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { findTogether } from '../../kernel/coalesce.ts';
import type { FailureCause } from '../../queue/job-state.ts';
import { OPEN_JOB, type OpenJob } from '../../queue/queue-view.ts';
import { retainedSince } from '../retention/retained.ts';
import { IS_DEMONSTRATION } from './demonstration.ts';

/** A job of the job API. */
export interface JobApiJob extends OpenJob {
  readonly accountId: string;
  readonly medium: Medium;
  /** Null once purged. */
  readonly prompt: string | null;
  readonly negativePrompt: string | null;
  /** What it cost when it was accepted. */
  readonly credits: number;
  /** Null for a job that is paid in credits. */
  readonly priceCents: number | null;
  /** Null for an image. */
  readonly framesPerSecond: number | null;
  readonly type: JobType;
  readonly tier: Tier;
  readonly priority: number;
  readonly seed: number;
  /** Null unless the safety check blocked the result. */
  readonly blockCategory: string | null;
  readonly failureCause: FailureCause | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly assetId: string;
  readonly artifactKey: string | null;
  readonly durationSeconds: number | null;
  /** Hidden until a person has reviewed a report of it. */
  readonly isHidden: boolean;
  readonly isDemonstration: boolean;
}

export type FindJobApiJob = (jobId: string) => Promise<JobApiJob | undefined>;

/** The columns of `JobApiJob`. */
export const JOB_API_JOB_COLUMNS = `${OPEN_JOB}, account_id as "accountId", medium, prompt, negative_prompt as "negativePrompt", frames_per_second as "framesPerSecond",
  coalesce((select credits from credit_charges where job_id = jobs.id), 0) as credits,
  (select price_cents from charges where job_id = jobs.id) as "priceCents", type, tier, priority, seed,
  block_category as "blockCategory", failure_cause as "failureCause", created_at as "createdAt", ended_at as "endedAt", asset_id as "assetId",
  artifact_key as "artifactKey", duration_seconds as "durationSeconds", hidden_at is not null as "isHidden",
  ${IS_DEMONSTRATION} as "isDemonstration"`;

/** Finds jobs of the job API that are neither deleted nor expired; polls that arrive together share one query. */
export function createFindJobApiJob(database: Database, clock: Clock): FindJobApiJob {
  return findTogether((ids) =>
    database.query<JobApiJob>(
      `select ${JOB_API_JOB_COLUMNS} from current_jobs as jobs where id = any($1::uuid[]) and interface = 'job_api' and deleted_at is null
       and (ended_at is null or ended_at > $2)`,
      [ids, retainedSince(clock.now())],
    ),
  );
}
