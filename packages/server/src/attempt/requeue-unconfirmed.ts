import type { Pool } from '@kinora/contract';
import type { Database } from '../db/database.ts';

/** The worker that lost a response, and the token it uses; null for the shared token. */
interface LosingWorker {
  readonly worker: string;
  readonly tokenId: string | null;
  /** The jobs that it has. */
  readonly held: readonly string[];
}

/**
 * Queues again the jobs that were leased to a worker but never reached it, because the response was lost: it has sent
 * no heartbeat for them and does not say that it has them. Without this they would wait for their leases to expire.
 * Returns the pools of these jobs.
 */
export async function requeueUnconfirmed(
  database: Database,
  { worker, tokenId, held }: LosingWorker,
): Promise<readonly Pool[]> {
  const rows = await database.query<{ pool: Pool }>(
    `update open_jobs set state = 'queued', lease_until = null, worker = null
     where lease_until is not null and worker = $1 and worker_token_id is not distinct from $2 and id <> all($3::uuid[])
       and stage is null returning pool`,
    [worker, tokenId, held],
  );
  return rows.map(({ pool }) => pool);
}
