import type { Database } from '../db/database.ts';
import { releaseLease } from '../jobs/attempts/leases.ts';
import { createFindCapacityProblem } from '../jobs/capacity/find-capacity-problem.ts';
import { createEphemeralJobs } from '../jobs/ephemeral-jobs.ts';
import { createClaimJob } from '../jobs/queue/claim-job.ts';
import { createLeaseBroker } from '../jobs/queue/lease-broker.ts';
import { createQueueView } from '../jobs/queue/queue-view.ts';
import { createExpectedSeconds } from '../jobs/queue/service-times.ts';
import { createWakeSignal } from '../jobs/queue/wake-signal.ts';
import { createJobWatch } from '../jobs/watch-jobs.ts';
import type { Clock } from '../kernel/clock.ts';

interface QueueDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly nodeUrl: string | undefined;
  readonly onError: (error: unknown) => void;
}

/** Wires the queue: the broker that leases jobs to workers, woken by every node, and the queue view. */
export async function wireQueue(
  { database, clock, nodeUrl, onError }: QueueDependencies,
  started: AsyncDisposableStack,
) {
  const jobWatch = createJobWatch(database, onError);
  const ephemeralJobs = createEphemeralJobs(database, jobWatch, nodeUrl ?? null);
  const broker = createLeaseBroker(
    createClaimJob(database, ephemeralJobs.node.id),
    async ({ id, attempt }) => void (await releaseLease(database, { jobId: id, attempt })),
    onError,
  );
  const wakeSignal = await createWakeSignal(database, broker.wake, onError);
  started.defer(() => wakeSignal.stop());
  return {
    jobWatch,
    ephemeralJobs,
    broker,
    wake: wakeSignal.send,
    queueView: createQueueView(database, clock),
    findCapacityProblem: createFindCapacityProblem(database, clock),
    expectedSeconds: createExpectedSeconds(database, clock, onError),
  };
}
