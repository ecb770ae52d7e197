import type { Medium } from '@kinora/contract';
import type { Queryable } from '../../db/database.ts';
import { retainedSince } from '../retention/retained.ts';

/** The bytes and the prompt of a result: those of its job, or of the kept copy once the job is gone. */
export interface StoredResult {
  /** The public name of the job's result. */
  readonly assetId: string;
  readonly medium: Medium;
  readonly prompt: string;
  readonly artifactKey: string;
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number | null;
}

/**
 * The result of a completed job of the job API of `accountId`; undefined if there is none, it is hidden, or it is gone and was not
 * kept. `lock` keeps the job from being deleted meanwhile.
 */
export async function findResult(
  db: Queryable,
  accountId: string,
  jobId: string,
  at: Date,
  lock: '' | 'for share of jobs' = '',
): Promise<StoredResult | undefined> {
  const [result] = await db.query<StoredResult>(
    `select asset_id as "assetId", medium, coalesce(jobs.prompt, kept.prompt) as prompt,
       coalesce(jobs.artifact_key, kept.artifact_key) as "artifactKey", width, height, duration_seconds as "durationSeconds"
     from jobs left join kept_results as kept on kept.job_id = jobs.id
     where jobs.id = $1 and jobs.account_id = $2 and asset_id is not null and state = 'completed' and hidden_at is null
       and ((deleted_at is null and ended_at > $3) or kept.id is not null) ${lock}`,
    [jobId, accountId, retainedSince(at)],
  );
  return result;
}
