import type { LeaseRequest } from '@kinora/contract';
import type { Database } from '../../src/db/database.ts';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { leaseRequest } from './act-as-worker.ts';

/** Records a worker with every capability that counts as live forever. */
export async function keepWorkerReady(
  database: Database,
  overrides: Partial<LeaseRequest> = {},
): Promise<void> {
  const request = leaseRequest({ worker: 'ready-worker', ...overrides });
  await recordWorker(database, request);
  await database.query(`update workers set seen_at = 'infinity' where name = $1`, [request.worker]);
}
