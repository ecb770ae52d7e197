import type { JobState } from '../../queue/job-state.ts';

/** The state of a job as people are shown it: one that was cancelled did not fail. */
export type ShownState = JobState | 'cancelled';

/** The SQL reads a row of current_jobs as jobs. */
export const SHOWN_STATE = `case when jobs.failure_cause = 'cancelled' then 'cancelled' else jobs.state end`;
