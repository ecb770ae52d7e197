import type { Queryable } from '../db/database.ts';
import type { AttemptWorker } from '../workers/worker-minutes.ts';
import type { LeaseKey } from './leases.ts';

/** An attempt that ended without an end of its job. */
export interface EndedAttempt extends LeaseKey, AttemptWorker {
  /** `fault`: its worker reported one. `lost`: its lease expired. `requeued`: the operator queued the job again. */
  readonly outcome: 'fault' | 'lost' | 'requeued';
  readonly reason: string;
  readonly startedAt: Date | null;
  readonly endedAt: Date;
}

/** Records the attempt for the operator, in the transaction that queues the job again. */
export async function recordEndedAttempt(tx: Queryable, ended: EndedAttempt): Promise<void> {
  const { jobId, attempt, worker, workerTokenId, outcome, reason, startedAt, endedAt } = ended;
  await tx.query(
    `insert into ended_attempts (job_id, attempt, worker, token_id, outcome, reason, started_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [jobId, attempt, worker ?? '', workerTokenId, outcome, reason, startedAt ?? endedAt, endedAt],
  );
}

/** An ended attempt as the operator sees it. */
export interface ListedAttempt extends EndedAttempt {
  /** The name of the token of its worker; null for the shared one. */
  readonly workerToken: string | null;
}

/** The attempts of a job that ended before its last one, in their order. */
export async function listEndedAttempts(db: Queryable, jobId: string): Promise<ListedAttempt[]> {
  return db.query<ListedAttempt>(
    `select job_id as "jobId", attempt, worker, token_id as "workerTokenId",
       (select name from worker_tokens where id = token_id) as "workerToken", outcome, reason, started_at as "startedAt", ended_at as "endedAt"
     from ended_attempts where job_id = $1 order by attempt`,
    [jobId],
  );
}
