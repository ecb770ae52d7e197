import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Longer than PostgreSQL keeps the transaction of a vanished session open. */
const PATIENCE_MS = 8_000;
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 500;

/**
 * Whether the transaction with this id was committed, asked on another connection after COMMIT got no response. A
 * transaction still in progress is waited for, as is a database that restarts. `unknown` when neither ends in time.
 */
export async function findCommitOutcome(
  pool: pg.Pool,
  transactionId: string,
): Promise<'committed' | 'aborted' | 'unknown'> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; performance.now() < deadline; pauseMs *= 2) {
    const status = await readStatus(pool, transactionId).catch(() => undefined);
    if (status === 'committed' || status === 'aborted') return status;
    await pause(Math.min(MAX_PAUSE_MS, pauseMs));
  }
  return 'unknown';
}

async function readStatus(pool: pg.Pool, transactionId: string): Promise<string | null | undefined> {
  const { rows } = await pool.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [
    transactionId,
  ]);
  return rows[0]?.status;
}
