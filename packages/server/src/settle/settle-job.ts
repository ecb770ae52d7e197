import type { RenderOperation } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { reverseCharge, settleCharge } from '../funding/charges.ts';
import { reverseCredits, settleCredits } from '../funding/credits.ts';
import type { Cents } from '../kernel/money.ts';
import type { Interface } from '../queue/interface.ts';
import { wakeWaiting } from './wake-waiting.ts';

/** What the end of a job changes for its account, in the transaction that ends it and after the job's row is locked. */

export interface EndedJob {
  readonly jobId: string;
  readonly accountId: string;
  /** A job of v1 is paid in money, one of the job API in credits, or from the balance. */
  readonly interface: Interface;
  /** The size of the stored result; absent for a job without one. */
  readonly storedBytes?: number;
}

/** The end of a job, for those who count; reported after its commit. */
export interface JobEnd {
  readonly state: 'completed' | 'failed' | 'blocked' | 'cancelled';
  readonly operation: RenderOperation;
  readonly model: string;
  /** What it cost the operator, in US cents; null if nobody knows. */
  readonly costCents: number | null;
  /** Since its acceptance. */
  readonly seconds: number;
  /** Captured for a completed job, released for any other. */
  readonly cents: Cents;
}

export type OnJobEnd = (end: JobEnd) => void;

/**
 * Captures the price of a delivered job and returns it. Locks the account's rows in `funding_accounts` and then
 * `account_activity`.
 */
export async function settlePayment(tx: Queryable, job: EndedJob, at: Date): Promise<Cents> {
  let cents = 0;
  if (job.interface === 'v1' || !(await settleCredits(tx, job.jobId)))
    cents = await settleCharge(tx, job.jobId, at);
  await subtractOpenJob(tx, job, at);
  return cents;
}

/**
 * Releases the price of a job that failed, was blocked or was cancelled, and returns it. Locks the same rows in the
 * same order.
 */
export async function reversePayment(tx: Queryable, job: EndedJob, at: Date): Promise<Cents> {
  let cents = 0;
  if (job.interface === 'v1' || !(await reverseCredits(tx, job.jobId)))
    cents = await reverseCharge(tx, job.jobId, at);
  await subtractOpenJob(tx, job, at);
  return cents;
}

/**
 * Locks the funding row first, so an acceptance that skips locked funding rows never waits for the activity. Orders wait on the
 * job API alone.
 */
async function subtractOpenJob(tx: Queryable, job: EndedJob, at: Date): Promise<void> {
  const subtracted = tx.query(
    `update account_activity set open_jobs = open_jobs - 1, stored_bytes = stored_bytes + $3
     where interface = $2 and account_id = (
       select account_id from funding_accounts where account_id = $1 for no key update
     )`,
    [job.accountId, job.interface, job.storedBytes ?? 0],
  );
  await Promise.all([subtracted, job.interface === 'job_api' && wakeWaiting(tx, job.accountId, at)]);
}
