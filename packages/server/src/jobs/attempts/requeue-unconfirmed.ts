import type { Pool } from '@kinora/contract';
import type { Database } from '../../db/database.ts';

/**
 * Queues again the jobs that were leased to `worker` but never reached it, because the response was lost: it has sent no
 * heartbeat for them. Without this they would wait for their leases to expire. Returns the pools of these jobs.
 */
export async function requeueUnconfirmed(database: Database, worker: string): Promise<readonly Pool[]> {
  const rows = await database.query<{ pool: Pool }>(
    `update jobs set state = 'queued', lease_until = null, worker = null
     where state = 'running' and worker = $1 and stage is null returning pool`,
    [worker],
  );
  return rows.map(({ pool }) => pool);
}
