import type { Medium } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { findTogether } from '../../kernel/coalesce.ts';
import type { FailureCause } from '../../queue/job-state.ts';
import { OPEN_JOB, type OpenJob } from '../../queue/queue-view.ts';
import { retainedSince } from '../retention/retained.ts';

/** A job of v1. */
export interface Job extends OpenJob {
  readonly accountId: string;
  readonly medium: Medium;
  readonly seed: number;
  /** What it cost when it was accepted. */
  readonly priceCents: number;
  /** Null unless the safety check blocked the result. */
  readonly blockCategory: string | null;
  readonly failureCause: FailureCause | null;
  readonly artifactKey: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export type FindJob = (jobId: string) => Promise<Job | undefined>;

/** The columns of `Job`. */
export const JOB_COLUMNS = `${OPEN_JOB}, account_id as "accountId", medium, seed,
  (select price_cents from charges where job_id = jobs.id) as "priceCents", block_category as "blockCategory", failure_cause as "failureCause",
  artifact_key as "artifactKey", created_at as "createdAt", ended_at as "endedAt"`;

/** Finds jobs of v1 that are neither deleted nor expired; polls that arrive together share one query. */
export function createFindJob(database: Database, clock: Clock): FindJob {
  return findTogether((ids) =>
    database.query<Job>(
      `select ${JOB_COLUMNS} from current_jobs as jobs where id = any($1::uuid[]) and deleted_at is null and interface = 'v1'
       and (ended_at is null or ended_at > $2)`,
      [ids, retainedSince(clock.now())],
    ),
  );
}

/** A job of v1 that has ended, for its event: also one that was deleted or has expired since. */
export async function findEndedJob(database: Queryable, jobId: string): Promise<Job | undefined> {
  const [job] = await database.query<Job>(
    `select ${JOB_COLUMNS} from current_jobs as jobs where id = $1 and interface = 'v1' and ended_at is not null`,
    [jobId],
  );
  return job;
}
