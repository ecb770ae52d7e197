import { repeat } from '../kernel/repeat.ts';
import type { FailDependencies } from './attempts/fail-attempt.ts';
import { reapAbandonedJobs, reapExpiredLeases } from './attempts/reaper.ts';
import type { EphemeralJobs } from './ephemeral-jobs.ts';
import type { QueueView } from './queue/queue-view.ts';
import type { DeleteDependencies } from './retention/delete-job.ts';

const REAP_MS = 1000;
/** Expected waits need regular readings, even while no caller asks for one. */
const READ_QUEUE_MS = 10_000;

export interface QueueMaintenance extends FailDependencies, DeleteDependencies {
  readonly ephemeralJobs: Pick<EphemeralJobs, 'keepAlive'>;
  readonly queueView: Pick<QueueView, 'countChanges'>;
  readonly onError: (error: unknown) => void;
}

/** Ends expired leases and abandoned ephemeral jobs, and keeps those of this node alive and the view of the queue current, until stopped. */
export function maintainQueue(dependencies: QueueMaintenance): { stop(): Promise<void> } {
  const { ephemeralJobs, queueView, onError } = dependencies;
  const leases = repeat(REAP_MS, onError, () => reapExpiredLeases(dependencies));
  const abandoned = repeat(REAP_MS, onError, () => reapAbandonedJobs(dependencies));
  const alive = repeat(REAP_MS, onError, () => ephemeralJobs.keepAlive());
  const readings = repeat(READ_QUEUE_MS, onError, () => queueView.countChanges());
  return {
    stop: async () =>
      void (await Promise.all([leases, abandoned, alive, readings].map((round) => round.stop()))),
  };
}
