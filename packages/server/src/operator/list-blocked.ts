import type { Medium } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { JOIN_OWNER, WORKER_TOKEN } from '../jobs/views/search-jobs.ts';
import { LAST_ID } from '../kernel/ids.ts';
import type { BlockDecision } from './review-block.ts';

/** A job that the output check blocked. */
export interface BlockedJob {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly medium: Medium;
  readonly category: string | null;
  readonly finding: string | null;
  readonly worker: string | null;
  readonly workerToken: string | null;
  readonly endedAt: Date;
  readonly hasPrompt: boolean;
  readonly decision: BlockDecision | null;
}

/** Failed jobs share the index, so a page may end before it is full. */
const MAX_ROWS_READ = 20_000;

/** The blocked jobs before the job `before`, newest first. */
export async function listBlocked(
  db: Queryable,
  { before = LAST_ID, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<BlockedJob[]> {
  return db.query<BlockedJob>(
    `select jobs.id, account_id as "accountId", email, medium, block_category as category, error as finding,
       worker, ${WORKER_TOKEN} as "workerToken", ended_at as "endedAt", prompt is not null as "hasPrompt", decision
     from (
       select * from jobs where state in ('failed', 'blocked') and id < $1 order by id desc limit ${MAX_ROWS_READ}
     ) as jobs ${JOIN_OWNER} left join block_reviews on job_id = jobs.id
     where state = 'blocked' order by jobs.id desc limit $2`,
    [before, limit],
  );
}
