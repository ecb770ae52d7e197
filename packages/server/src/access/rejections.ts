import { assert } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { insertSecurityEvent } from '../security-log/security-event.ts';
import {
  REJECTIONS_PER_WORKER,
  type RecentAttempts,
  rejectionsLeft,
  SUSPENSION_MS,
  SUSPENSION_WINDOW_MS,
  type SuspensionState,
  shouldSuspend,
  startOfWindow,
} from './decide-suspension.ts';

/** An attempt that the safety check rejected: at the prompt, when there is no job, or at the output. */
export interface Rejection {
  readonly accountId: string;
  readonly jobId: string | null;
  readonly attemptedAt: Date;
  /** The token of the worker that reports a rejection at the output; null for the shared token. */
  readonly workerTokenId?: string | null;
}

/**
 * Records a rejection by either interface and suspends the account for 24 hours if too many of its recent attempts were
 * rejected. Returns where that leaves the account.
 */
export async function recordRejection(
  tx: Queryable,
  rejection: Rejection,
  at: Date,
): Promise<SuspensionState> {
  const { accountId, jobId, attemptedAt, workerTokenId = null } = rejection;
  await tx.query(
    `insert into key_attempts (account_id, job_id, attempted_at, worker_token_id) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [accountId, jobId, attemptedAt, workerTokenId],
  );
  await tx.query(
    `insert into suspensions (account_id, rejected_at) values ($1, $2)
     on conflict (account_id) do update set rejected_at = excluded.rejected_at`,
    [accountId, at],
  );
  const standing = await evaluateSuspension(tx, accountId, at);
  assert(standing !== undefined, 'an account whose request was rejected can be suspended');
  return standing;
}

/**
 * Suspends the account if more than half of its last 30 minutes' attempts, of ten or more, were
 * rejected. An accepted call is an attempt too, and may be the tenth. Undefined for an account without rejections.
 */
export async function evaluateSuspension(
  tx: Queryable,
  accountId: string,
  at: Date,
): Promise<SuspensionState | undefined> {
  // The lock makes the later of two concurrent rejections see both.
  const former = await lockSuspension(tx, accountId);
  if (former === undefined) return undefined;
  if (isSuspended(former.suspendedUntil, at)) return { suspendedUntil: former.suspendedUntil };
  const recent = await attemptsAfter(tx, accountId, startOfWindow(at, former.liftedAt));
  if (!shouldSuspend(recent)) return { rejectionsLeft: rejectionsLeft(recent) };
  const until = new Date(at.getTime() + SUSPENSION_MS);
  await tx.query('update suspensions set suspended_until = $2 where account_id = $1', [accountId, until]);
  const details = { suspended_until: until.toISOString() };
  await insertSecurityEvent(tx, { kind: 'account_suspended', accountId, network: null, details }, at);
  return { suspendedUntil: until };
}

interface Suspension {
  /** May be in the past. */
  readonly suspendedUntil: Date | null;
  readonly liftedAt: Date | null;
}

/** Locks the account's row for a change; undefined for an account without rejections. */
export async function lockSuspension(tx: Queryable, accountId: string): Promise<Suspension | undefined> {
  const [row] = await tx.query<Suspension>(
    `select suspended_until as "suspendedUntil", lifted_at as "liftedAt"
     from suspensions where account_id = $1 for no key update`,
    [accountId],
  );
  return row;
}

/**
 * Accepted calls are counted by their jobs, so that acceptance needs no extra write. Of the rejections that one
 * worker token reports, only `REJECTIONS_PER_WORKER` count.
 */
async function attemptsAfter(tx: Queryable, accountId: string, after: Date): Promise<RecentAttempts> {
  const [counts] = await tx.query<RecentAttempts>(
    `select
       (select count(*) from jobs where account_id = $1 and created_at > $2)
         + (select count(*) from key_attempts where account_id = $1 and attempted_at > $2 and job_id is null)
         as attempts,
       (select coalesce(sum(case when worker_token_id is null then n else least(n, $3) end), 0)::int from (
         select worker_token_id, count(*) as n from key_attempts
         where account_id = $1 and attempted_at > $2 group by worker_token_id
       ) as by_worker) as rejected`,
    [accountId, after, REJECTIONS_PER_WORKER],
  );
  return counts ?? { attempts: 0, rejected: 0 };
}

/** Whether an account is suspended until a time after now. */
export function isSuspended(until: Date | null, at: Date): until is Date {
  return until !== null && until > at;
}

/** Whether an account whose request was rejected at this time still has to be evaluated by its attempts. */
export function isRejectionRecent(rejectedAt: Date | null, at: Date): boolean {
  return rejectedAt !== null && at.getTime() - rejectedAt.getTime() < SUSPENSION_WINDOW_MS;
}

/** Deletes attempts that are older than the window. */
export async function sweepRejections(db: Queryable, at: Date): Promise<void> {
  await db.query('delete from key_attempts where attempted_at < $1', [
    new Date(at.getTime() - SUSPENSION_WINDOW_MS),
  ]);
}

/** Forgets that a job was blocked, for a block that was a mistake; a suspension that it led to stays. */
export async function forgetRejection(tx: Queryable, jobId: string): Promise<void> {
  await tx.query('delete from key_attempts where job_id = $1', [jobId]);
}
