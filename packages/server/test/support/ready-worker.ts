import type { LeaseRequest, WorkerCapability } from '@kinora/contract';
import type { Database } from '../../src/db/database.ts';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { leaseRequest } from './act-as-worker.ts';

/** Records a worker with every capability that counts as live forever. */
export async function keepWorkerReady(
  database: Database,
  overrides: Partial<LeaseRequest> = {},
): Promise<void> {
  await keepReady(database, leaseRequest({ worker: 'ready-worker', ...overrides }));
}

/** The same for the models of `operatorsOwn`. */
export async function keepOwnModelsReady(database: Database): Promise<void> {
  const request = leaseRequest({ worker: 'own-models-worker' });
  const operations: WorkerCapability[] = [
    { operation: 'video', model: 'draft', longest_side: 1280 },
    { operation: 'image', model: 'sketch', longest_side: 1280 },
  ];
  await keepReady(database, { ...request, capabilities: { ...request.capabilities, operations } });
}

async function keepReady(database: Database, request: LeaseRequest): Promise<void> {
  await recordWorker(database, request);
  await database.query(`update workers set seen_at = 'infinity' where name = $1`, [request.worker]);
}
