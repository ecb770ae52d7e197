import type { Pool, RenderOperation } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import type { Interface } from '../queue/interface.ts';
import { returnServiceCost } from '../queue/return-service-cost.ts';
import { type JobEnd, reversePayment } from '../settle/settle-job.ts';
import { REPORTED_END, type ReportedEnd, recordJobEnd } from '../webhooks/record-event.ts';
import { COST, LAST_ATTEMPT, neverRendered } from './leases.ts';

export interface CancelledJob {
  readonly accountId: string;
  /** The uploaded image, which the job no longer needs. */
  readonly initImageKey: string | null;
  readonly end: JobEnd;
}

/** Why a job is cancelled: an operator did it, or no worker came for it. */
export type Cancellation = { readonly by: 'operator'; readonly reason: string } | { readonly by: 'waiting' };

const CAUSES = {
  operator: { cause: 'cancelled', end: 'cancelled', onlyIf: '' },
  waiting: { cause: 'not_started', end: 'failed', onlyIf: 'and lease_until is null' },
} as const;

/**
 * Cancels a job that has not ended: it fails, its price is released, and its owner reads why. A worker that renders it loses its
 * lease to an operator only. Locks the job's rows first, then the funding row. Undefined when there is no such job, or it has
 * ended, or has a lease by which it may not be cancelled.
 */
export async function cancelJob(
  tx: Queryable,
  jobId: string,
  cancellation: Cancellation,
  at: Date,
): Promise<CancelledJob | undefined> {
  const { cause, end, onlyIf } = CAUSES[cancellation.by];
  const error =
    cancellation.by === 'operator'
      ? `cancelled by the operator: ${cancellation.reason}`
      : 'no worker started for it';
  const [job] = await tx.query<OpenJobRow>(
    `with ended as (delete from open_jobs where id = $1 ${onlyIf} returning *)
     update jobs set state = 'failed', failure_cause = $4, error = $2, ended_at = $3, ${LAST_ATTEMPT},
       cost_cents = ended.cost_cents
     from ended where jobs.id = ended.id
     returning jobs.account_id as "accountId", jobs.interface, ${neverRendered('ended')} as "isUnused", ended.pool, service_cost as cost,
       init_image_key as "initImageKey", jobs.operation, jobs.model, ${COST}, jobs.created_at as "createdAt", ${REPORTED_END}`,
    [jobId, error, at, cause],
  );
  if (job === undefined) return undefined;
  const ended = { ...job, jobId };
  const cents = await reversePayment(tx, ended, at);
  if (job.isUnused) await returnServiceCost(tx, ended, job.pool, job.cost);
  await recordJobEnd(tx, ended, 'failed', at);
  const seconds = (at.getTime() - job.createdAt.getTime()) / 1000;
  const { operation, model, costCents } = job;
  return { ...job, end: { state: end, operation, model, costCents, seconds, cents } };
}

interface OpenJobRow extends Omit<CancelledJob, 'end'>, ReportedEnd {
  readonly interface: Interface;
  readonly isUnused: boolean;
  readonly pool: Pool;
  readonly operation: RenderOperation;
  readonly model: string;
  readonly costCents: number | null;
  readonly createdAt: Date;
  readonly cost: number;
}
