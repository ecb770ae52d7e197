import type { Queryable } from '../../db/database.ts';
import type { LeaseKey } from './leases.ts';

/** An attempt that ended without an end of its job. */
export interface EndedAttempt extends LeaseKey {
  readonly worker: string | null;
  /** `fault`: its worker reported one. `lost`: its lease expired. `requeued`: the operator queued the job again. */
  readonly outcome: 'fault' | 'lost' | 'requeued';
  readonly reason: string;
  readonly startedAt: Date | null;
  readonly endedAt: Date;
}

/** Records the attempt for the operator, in the transaction that queues the job again. */
export async function recordEndedAttempt(tx: Queryable, ended: EndedAttempt): Promise<void> {
  const { jobId, attempt, worker, outcome, reason, startedAt, endedAt } = ended;
  await tx.query(
    `insert into ended_attempts (job_id, attempt, worker, outcome, reason, started_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [jobId, attempt, worker ?? '', outcome, reason, startedAt ?? endedAt, endedAt],
  );
}

/** The attempts of a job that ended before its last one, in their order. */
export async function listEndedAttempts(db: Queryable, jobId: string): Promise<EndedAttempt[]> {
  return db.query<EndedAttempt>(
    `select job_id as "jobId", attempt, worker, outcome, reason, started_at as "startedAt", ended_at as "endedAt"
     from ended_attempts where job_id = $1 order by attempt`,
    [jobId],
  );
}
