import type { FastifyBaseLogger } from 'fastify';
import { eraseAccount } from '../account-data/erase-account.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { DeleteDependencies } from '../jobs/retention/delete-job.ts';
import { createPurgeLater } from '../jobs/retention/retention-tasks.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Blobs } from '../storage/blobs.ts';
import { addTask } from '../tasks/add-task.ts';
import type { TaskList } from '../tasks/task.ts';

type Erasure = Pick<DeleteDependencies, 'purgeCaches' | 'purgeLater'> & { readonly tasks: TaskList };

interface ErasureDependencies {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
}

/** Wires the deletion of jobs and accounts: what is deleted later, and from which caches. */
export function wireErasure({ logger, ...services }: ErasureDependencies): Erasure {
  const { database } = services;
  const purging = {
    purgeCaches: (tx: Queryable, path: string) => addTask(tx, 'purge_caches', { path }),
    purgeLater: createPurgeLater(logger, (jobId) => addTask(database, 'purge_deleted', { jobId })),
  };
  return {
    ...purging,
    tasks: { erase_account: ({ accountId }) => eraseAccount({ ...services, ...purging }, accountId) },
  };
}
