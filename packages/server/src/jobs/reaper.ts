import type { Pool } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { findExpiredLeases } from './queue.ts';
import { failAttempt } from './settle-job.ts';

const MAX_ROUND = 100;
const SILENCE = { reason: 'the worker stopped answering', retryable: true };

/**
 * Takes back the leases whose worker has fallen silent: the job is queued again, or fails after its last
 * attempt and its money goes back. Answers the pools that got a job back. Safe on any number of nodes:
 * each lease ends once, by its attempt.
 */
export async function reapExpiredLeases(database: Database, clock: Clock): Promise<Set<Pool>> {
  const pools = new Set<Pool>();
  for (const lease of await findExpiredLeases(database, MAX_ROUND)) {
    const fault = await failAttempt(database, clock, lease, SILENCE, true);
    if (fault?.outcome === 'retry') pools.add(fault.pool);
  }
  return pools;
}
