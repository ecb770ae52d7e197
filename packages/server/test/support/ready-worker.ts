import type { Database } from '../../src/db/database.ts';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { leaseRequest } from './act-as-worker.ts';

/** Records a worker with every capability that counts as live forever. */
export async function keepWorkerReady(database: Database): Promise<void> {
  await recordWorker(database, leaseRequest({ worker: 'ready-worker' }));
  await database.query(`update workers set seen_at = 'infinity' where name = 'ready-worker'`);
}
