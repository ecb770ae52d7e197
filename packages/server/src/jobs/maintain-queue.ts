import type { FailDependencies } from '../attempt/fail-attempt.ts';
import { repeat } from '../kernel/repeat.ts';
import type { EphemeralJobs } from './ephemeral-jobs.ts';
import { failUnstartedJobs, reapAbandonedJobs, reapExpiredLeases } from './reaper.ts';
import type { DeleteDependencies } from './retention/delete-job.ts';

const REAP_MS = 1000;

export interface QueueMaintenance extends FailDependencies, DeleteDependencies {
  readonly ephemeralJobs: Pick<EphemeralJobs, 'keepAlive'>;
  readonly onError: (error: unknown) => void;
}

/** Ends expired leases, abandoned ephemeral jobs and jobs for which no worker starts, and keeps those of this node alive, until stopped. */
export function maintainQueue(dependencies: QueueMaintenance): { stop(): Promise<void> } {
  const { ephemeralJobs, onError } = dependencies;
  const leases = repeat(REAP_MS, onError, () => reapExpiredLeases(dependencies));
  const abandoned = repeat(REAP_MS, onError, () => reapAbandonedJobs(dependencies));
  const unstarted = repeat(REAP_MS, onError, () => failUnstartedJobs(dependencies));
  const alive = repeat(REAP_MS, onError, () => ephemeralJobs.keepAlive());
  return {
    stop: async () =>
      void (await Promise.all([leases, abandoned, unstarted, alive].map((round) => round.stop()))),
  };
}
