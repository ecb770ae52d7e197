import type { RenderOperation } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import type { Interface } from '../queue/interface.ts';
import { type JobEnd, reversePayment } from '../settle/settle-job.ts';
import { REPORTED_END, type ReportedEnd, recordJobEnd } from '../webhooks/record-event.ts';
import { COST, HAS_LEASE, LAST_ATTEMPT, type LeaseKey, withCost } from './leases.ts';

export interface UndeliveredEnd {
  readonly reason: string;
  /** What the safety check found in a job that is blocked. */
  readonly category?: string | null;
  readonly cause?: 'storage' | null;
  /** What the attempt cost, in US cents; null or absent if nobody knows. */
  readonly costCents?: number | null | undefined;
}

/**
 * Ends a leased job without a result, releases its price and records the event. Locks the job's rows first, then the
 * funding row. Undefined when the lease was lost, and then nothing was changed.
 */
export async function endUndelivered(
  tx: Queryable,
  at: Date,
  { jobId, attempt }: LeaseKey,
  state: 'failed' | 'blocked',
  { reason, category = null, cause = null, costCents = null }: UndeliveredEnd,
): Promise<JobEnd | undefined> {
  const [job] = await tx.query<UndeliveredJob>(
    `with ended as (delete from open_jobs where ${HAS_LEASE} returning *)
     update jobs set state = $3, ended_at = $4, error = $5, block_category = $6, failure_cause = $7, ${LAST_ATTEMPT},
       cost_cents = ${withCost('ended.cost_cents', '$8')}
     from ended where jobs.id = ended.id
     returning jobs.account_id as "accountId", jobs.interface, jobs.operation, jobs.model, ${COST}, jobs.created_at as "createdAt",
       ${REPORTED_END}`,
    [jobId, attempt, state, at, reason, category, cause, costCents],
  );
  if (job === undefined) return undefined;
  const cents = await reversePayment(tx, { jobId, ...job }, at);
  await recordJobEnd(tx, { jobId, ...job }, state, at);
  const seconds = (at.getTime() - job.createdAt.getTime()) / 1000;
  return { state, operation: job.operation, model: job.model, costCents: job.costCents, seconds, cents };
}

interface UndeliveredJob extends ReportedEnd {
  readonly accountId: string;
  readonly interface: Interface;
  readonly operation: RenderOperation;
  readonly model: string;
  readonly costCents: number | null;
  readonly createdAt: Date;
}
