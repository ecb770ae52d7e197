import type { JobStatus } from '@kinora/contract';

/** Why a job failed, where its owner should know: its result could not be stored, or the operator or they cancelled it. */
export type FailureCause = 'storage' | 'cancelled';

/**
 * queued -> running -> completed | failed | blocked; running becomes queued again when a lease is lost. A row of `jobs` has only
 * the end: until then it is `open`, and its row of `open_jobs` says whether it waits or runs. `current_jobs` has both.
 */
export type JobState = 'queued' | 'running' | 'completed' | 'failed' | 'blocked';

/** The state of a job as people are shown it: one that was cancelled did not fail. */
export type ShownState = JobState | 'cancelled';

/** In SQL, of a row of current_jobs. */
export const SHOWN_STATE = `case when failure_cause = 'cancelled' then 'cancelled' else state end`;

/** Faults after which a job fails and its price is released. */
const FAULTS_ALLOWED = 3;

export function hasEnded(state: JobState): boolean {
  return state === 'completed' || state === 'failed' || state === 'blocked';
}

export const RETENTION_MS = 7 * 86_400_000;

/** Jobs that ended before this time are expired for their owners, 7 days after their end, even if not purged yet. */
export function retainedSince(now: Date): Date {
  return new Date(now.getTime() - RETENTION_MS);
}

/** v1 reports a job as queued until it has ended. */
export function v1Status(state: JobState): JobStatus['status'] {
  return state === 'running' ? 'queued' : state;
}

export type FaultOutcome = 'retry' | 'fail';

/** The outcome for a job whose attempt ended with a fault; `faults` includes this one. */
export function afterFault(faults: number, retryable: boolean): FaultOutcome {
  return retryable && faults < FAULTS_ALLOWED ? 'retry' : 'fail';
}
