/** Why a job failed, where its owner should know: its result could not be stored, or the operator or they cancelled it. */
export type FailureCause = 'storage' | 'cancelled' | 'not_started';

/**
 * queued -> running -> completed | failed | blocked; running becomes queued again when a lease is lost. A row of `jobs` has only
 * the end: until then it is `open`, and its row of `open_jobs` says whether it waits or runs. `current_jobs` has both.
 */
export type JobState = 'queued' | 'running' | 'completed' | 'failed' | 'blocked';

/** Faults after which a job fails and its price is released. */
const FAULTS_ALLOWED = 3;

export function hasEnded(state: JobState): boolean {
  return state === 'completed' || state === 'failed' || state === 'blocked';
}

export type FaultOutcome = 'retry' | 'fail';

/** The outcome for a job whose attempt ended with a fault; `faults` includes this one. */
export function afterFault(faults: number, retryable: boolean): FaultOutcome {
  return retryable && faults < FAULTS_ALLOWED ? 'retry' : 'fail';
}
