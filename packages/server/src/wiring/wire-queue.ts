import { requeueJob } from '../attempt/requeue.ts';
import { expectedJobs } from '../catalogue/expected-jobs.ts';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import type { Database } from '../db/database.ts';
import { createEphemeralJobs } from '../jobs/ephemeral-jobs.ts';
import { createJobWatch } from '../jobs/watch-jobs.ts';
import type { Clock } from '../kernel/clock.ts';
import { createClaimJob } from '../queue/claim-job.ts';
import { createYieldsOf } from '../queue/fill-first.ts';
import { createLeaseBroker } from '../queue/lease-broker.ts';
import { createQueueView } from '../queue/queue-view.ts';
import { createExpectedSeconds } from '../queue/service-times.ts';
import { createWakeSignal } from '../queue/wake-signal.ts';
import { createFindCapacityProblem } from '../workers/find-capacity-problem.ts';

interface QueueDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly catalogue: OpenCatalogue;
  readonly nodeUrl: string | undefined;
  /** How much longer a job may wait because others, whose model is loaded, come first. */
  readonly loadedFirstSeconds: number;
  /** How long a job waits for the workers that are filled first before others may take it. */
  readonly fallbackSeconds: number;
  readonly onError: (error: unknown) => void;
}

/** Why a lease ends whose request was closed while its job was claimed. */
const DISCONNECTED = 'the worker disconnected before it had the lease';

/** Wires the queue: the broker that leases jobs to workers, woken by every node, and the queue view. */
export async function wireQueue(
  { database, clock, catalogue, nodeUrl, loadedFirstSeconds, fallbackSeconds, onError }: QueueDependencies,
  started: AsyncDisposableStack,
) {
  const expected = () => expectedJobs(catalogue.now().models);
  const startSecondsOf = (model: string) => catalogue.now().model(model)?.startSeconds ?? 0;
  const jobWatch = createJobWatch(database, onError);
  const ephemeralJobs = createEphemeralJobs(database, jobWatch, nodeUrl ?? null);
  const broker = createLeaseBroker(
    createClaimJob(
      database,
      ephemeralJobs.node.id,
      loadedFirstSeconds,
      createYieldsOf(database, clock, fallbackSeconds),
    ),
    async ({ id, attempt }) =>
      void (await requeueJob(database, { jobId: id, attempt }, { outcome: 'lost', reason: DISCONNECTED })),
    onError,
  );
  const wakeSignal = await createWakeSignal(database, broker.wake, onError);
  started.defer(() => wakeSignal.stop());
  return {
    jobWatch,
    ephemeralJobs,
    broker,
    wake: wakeSignal.send,
    queueView: createQueueView(database, clock, expected, {
      loadedFirstSeconds,
      fallbackSeconds,
      startSecondsOf,
    }),
    findCapacityProblem: createFindCapacityProblem(database, clock),
    expectedSeconds: createExpectedSeconds(database, clock, onError, expected),
  };
}
