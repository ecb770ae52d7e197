import type { FastifyBaseLogger } from 'fastify';
import { sweepIfDeleted } from '../../attempt/store-artifact.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { deleteOldEvents } from '../../webhooks/delete-old-events.ts';
import { deleteStaleWorkers } from '../../workers/worker-health.ts';
import { deleteOldCounts } from '../../workers/worker-minutes.ts';
import type { DeleteDependencies } from './delete-job.ts';
import { deleteExpiredResponses } from './delete-responses.ts';
import { expireWaiting } from './expire-waiting.ts';
import { purgeExpired } from './purge-expired.ts';
import { sweepStorage } from './sweep-storage.ts';

interface RetentionDependencies {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
}

/** The background tasks that delete expired jobs and unused blobs; each may run any number of times. */
export function retentionTasks({ database, blobs, clock, logger }: RetentionDependencies) {
  return {
    async purge_expired() {
      const purged = await purgeExpired({ database, blobs, clock });
      if (purged > 0) logger.info({ purged }, 'purged jobs that ended more than 7 days ago');
      await expireWaiting({ database, blobs }, clock.now());
    },
    async purge_deleted({ jobId }: { readonly jobId: string }) {
      await sweepIfDeleted({ database, blobs }, jobId);
    },
    async sweep_storage() {
      await deleteExpiredResponses(database, clock.now());
      await deleteOldEvents(database, clock.now());
      await deleteStaleWorkers(database);
      await deleteOldCounts(database, clock.now());
      // Real time counts: the store dates blobs itself, whatever the test clock is set to.
      const swept = await sweepStorage({ database, blobs }, new Date());
      if (swept > 0) logger.info({ swept }, 'swept blobs that no job needs');
    },
  };
}

/** Logs that the blobs of a deleted job could not be deleted, and adds the task that retries. */
export function createPurgeLater(
  logger: FastifyBaseLogger,
  addPurge: (jobId: string) => Promise<void>,
): DeleteDependencies['purgeLater'] {
  return async (jobId, error) => {
    logger.warn({ err: error, jobId }, 'the blobs of a deleted job could not be deleted yet');
    await addPurge(jobId);
  };
}
