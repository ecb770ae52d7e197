import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import { deleteExpiredAnswers } from '../jobs/accept/idempotency.ts';
import { sweepIfDeleted } from '../jobs/attempts/store-artifact.ts';
import { deleteStaleWorkers } from '../jobs/capacity/worker-health.ts';
import type { DeleteDependencies } from '../jobs/retention/delete-job.ts';
import { purgeExpired } from '../jobs/retention/purge-expired.ts';
import { sweepStorage } from '../jobs/retention/sweep-storage.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Blobs } from '../storage/blobs.ts';
import { addTask } from '../tasks/add-task.ts';
import type { TaskList } from '../tasks/task.ts';

export interface Retention {
  readonly deletion: DeleteDependencies;
  readonly tasks: TaskList;
}

interface Surroundings {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
}

/** Builds what lets go of things: deletion by owners, and the tasks that purge and sweep. */
export function wireRetention({ database, blobs, clock, logger }: Surroundings): Retention {
  return {
    deletion: {
      database,
      blobs,
      clock,
      async purgeLater(jobId, error) {
        logger.warn({ err: error, jobId }, 'the bytes of a deleted job stay until they can be deleted');
        await addTask(database, 'purge_deleted', { jobId });
      },
    },
    tasks: {
      async purge_expired() {
        const purged = await purgeExpired({ database, blobs, clock });
        if (purged > 0) logger.info({ purged }, 'jobs past their 7 days were purged');
      },
      async purge_deleted({ jobId }) {
        await sweepIfDeleted({ database, blobs }, jobId);
      },
      async sweep_storage() {
        await deleteExpiredAnswers(database, clock.now());
        await deleteStaleWorkers(database);
        // By the true time: blobs are dated by their store, whatever the operator set our clock to.
        const swept = await sweepStorage({ database, blobs }, new Date());
        if (swept > 0) logger.info({ swept }, 'blobs that no job needs were swept');
      },
    },
  };
}
