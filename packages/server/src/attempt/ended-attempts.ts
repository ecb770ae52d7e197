import type { Queryable } from '../db/database.ts';
import type { AttemptWorker } from '../workers/worker-minutes.ts';
import type { LeaseKey } from './leases.ts';

/** An attempt that ended without an end of its job. */
export interface EndedAttempt extends LeaseKey, AttemptWorker {
  /**
   * `fault`: its worker reported one. `lost`: its lease expired, or did not reach the worker. `requeued`: the worker or the
   * operator returned the job to the queue, without a fault.
   */
  readonly outcome: 'fault' | 'lost' | 'requeued';
  readonly reason: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/** An ended attempt as the operator sees it. */
export interface ListedAttempt extends EndedAttempt {
  /** The name of the token of its worker; null for the shared one. */
  readonly workerToken: string | null;
  /** US cents; null if nobody knows. */
  readonly costCents: number | null;
}

/** The attempts of a job that ended before its last one, in their order. */
export async function listEndedAttempts(db: Queryable, jobId: string): Promise<ListedAttempt[]> {
  return db.query<ListedAttempt>(
    `select job_id as "jobId", attempt, worker, token_id as "workerTokenId",
       (select name from worker_tokens where id = token_id) as "workerToken", outcome, reason, cost_cents::float8 as "costCents", started_at as "startedAt", ended_at as "endedAt"
     from ended_attempts where job_id = $1 order by attempt`,
    [jobId],
  );
}
