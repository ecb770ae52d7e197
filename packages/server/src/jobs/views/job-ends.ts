import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../db/database.ts';
import { hasEnded } from '../job-state.ts';
import type { FindJob, Job } from './find-job.ts';

/** The ends of stored jobs, for calls that keep their connection open until then. */
export interface JobEnds {
  /** The job once it has ended; `deleted`; or `left` when this server stops, or `signal` is aborted, before that. */
  of(jobId: string, signal: AbortSignal): Promise<Job | 'deleted' | 'left'>;
  /** Resolves when no call waits, or after `limitMs`. */
  finish(limitMs: number): Promise<void>;
  /** Ends every wait. */
  close(): void;
}

const POLL_MS = 250;

/** Calls that wait at the same time share their queries. */
export function createJobEnds(findJob: FindJob): JobEnds {
  const closing = new AbortController();
  let waiting = 0;

  async function waitFor(jobId: string, left: AbortSignal): Promise<Job | 'deleted' | 'left'> {
    while (!left.aborted) {
      const job = await findJob(jobId).catch((error: unknown) => {
        // The job continues without the database's response.
        if (isDatabaseUnavailable(error)) return 'unknown' as const;
        throw error;
      });
      if (job === undefined) return 'deleted';
      if (job !== 'unknown' && hasEnded(job.state)) return job;
      await pause(POLL_MS, undefined, { signal: left }).catch(() => {});
    }
    return 'left';
  }

  return {
    async of(jobId, signal) {
      waiting += 1;
      try {
        return await waitFor(jobId, AbortSignal.any([signal, closing.signal]));
      } finally {
        waiting -= 1;
      }
    },
    async finish(limitMs) {
      const start = performance.now();
      while (waiting > 0 && performance.now() - start < limitMs) await pause(POLL_MS);
    },
    close: () => closing.abort(),
  };
}
