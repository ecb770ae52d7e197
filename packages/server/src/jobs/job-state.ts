import type { JobStatus } from '@kinora/contract';

/** queued -> running -> completed | failed | blocked; running goes back to queued when a lease is lost. */
export type JobState = 'queued' | 'running' | 'completed' | 'failed' | 'blocked';

/** Attempts that may end in a fault before the job fails for good and its money goes back. */
const FAULTS_ALLOWED = 3;

export function hasEnded(state: JobState): boolean {
  return state === 'completed' || state === 'failed' || state === 'blocked';
}

export const RETENTION_MS = 7 * 86_400_000;

/** Jobs that ended before this are gone for their owners: 7 days, whether or not the sweep has come by. */
export function retainedSince(now: Date): Date {
  return new Date(now.getTime() - RETENTION_MS);
}

/** The v1 interface reports a job as queued while it waits and while it runs. */
export function v1Status(state: JobState): JobStatus['status'] {
  return state === 'running' ? 'queued' : state;
}

export type FaultOutcome = 'retry' | 'fail';

/** What becomes of a job whose attempt ended in a fault, `faults` counting this one. */
export function afterFault(faults: number, retryable: boolean): FaultOutcome {
  return retryable && faults < FAULTS_ALLOWED ? 'retry' : 'fail';
}
