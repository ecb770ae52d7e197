import type { Queryable } from '../db/database.ts';
import { isoDate, monthStart } from '../kernel/clock.ts';
import type { Cents } from '../kernel/money.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';
import { type Hold, holdForJobs } from '../ledger/hold.ts';
import { reverseHold, settleHold } from '../ledger/release-hold.ts';

/** A charge is what one job costs and how it is paid; it is held at acceptance and ends with its job. */
export interface NewCharge extends Hold {
  readonly kind: 'image' | 'video';
  readonly thirds: number;
  readonly priceCents: Cents;
}

/** Holds the money of accepted jobs, in the UTC month of `at`. The caller holds the funding locks. */
export async function holdCharges(tx: Queryable, charges: readonly NewCharge[], at: Date): Promise<void> {
  await tx.query(
    `insert into charges (job_id, account_id, month, kind, thirds, price_cents, prepaid_cents)
     select job_id, account_id, $6::date, kind, thirds, price_cents, price_cents
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::bigint[])
       as t (job_id, account_id, kind, thirds, price_cents)`,
    [
      charges.map((c) => c.jobId),
      charges.map((c) => c.accountId),
      charges.map((c) => c.kind),
      charges.map((c) => c.thirds),
      charges.map((c) => c.priceCents),
      isoDate(monthStart(at)),
    ],
  );
  await holdForJobs(tx, charges, at);
}

/** The job was delivered: what was held is earned. The balance is not touched, so neither is its lock. */
export async function settleCharge(tx: Queryable, jobId: string, at: Date): Promise<void> {
  await endCharge(tx, jobId, 'settled');
  await settleHold(tx, jobId, at);
}

/** The job failed, was blocked or cancelled: everything goes back where it came from. */
export async function reverseCharge(tx: Queryable, jobId: string, at: Date): Promise<void> {
  const accountId = await endCharge(tx, jobId, 'reversed');
  // The funding row before the purchases, as at acceptance: the other order could wait in a circle.
  await lockFundingRow(tx, accountId);
  await reverseHold(tx, jobId, at);
}

async function endCharge(tx: Queryable, jobId: string, state: 'settled' | 'reversed'): Promise<string> {
  const [ended] = await tx.query<{ accountId: string }>(
    `update charges set state = $2 where job_id = $1 and state = 'held' returning account_id as "accountId"`,
    [jobId, state],
  );
  // A second ending would be a second charge or a second put-back: never, so the whole transaction falls.
  if (ended === undefined) throw new Error(`the charge of job ${jobId} has already ended`);
  return ended.accountId;
}
