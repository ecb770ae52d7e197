import type { Tier } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { reverseCharge, settleCharge } from '../funding/charges.ts';
import { reverseCredits, settleCredits } from '../funding/credits.ts';
import { countEnded } from './accept/account-activity.ts';
import { interfaceOf } from './accept/calling-account.ts';

export interface EndedJob {
  readonly jobId: string;
  readonly accountId: string;
  /** Null for a job of the v1 interface, which is paid in money; the others are paid in credits. */
  readonly tier: Tier | null;
}

/** The job was delivered: its price is earned. In the transaction that ends it, after its row is locked. */
export async function settlePayment(tx: Queryable, job: EndedJob, at: Date): Promise<void> {
  if (job.tier === null) await settleCharge(tx, job.jobId, at);
  else await settleCredits(tx, job.jobId);
  await countEnded(tx, job.accountId, interfaceOf(job.tier));
}

/** The job failed, was blocked or cancelled: everything is put back. In the transaction that ends it. */
export async function reversePayment(tx: Queryable, job: EndedJob, at: Date): Promise<void> {
  if (job.tier === null) await reverseCharge(tx, job.jobId, at);
  else await reverseCredits(tx, job.jobId);
  await countEnded(tx, job.accountId, interfaceOf(job.tier));
}
