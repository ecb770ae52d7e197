import type { Pool } from '@kinora/contract';
import type { Database } from '../../db/database.ts';

/** Tells every node that a pool has work, this one at once and the others through the database. */
export interface WakeSignal {
  send(pool: Pool): void;
  stop(): Promise<void>;
}

const CHANNEL = 'kinora_jobs';
const COALESCE_MS = 5;

export async function createWakeSignal(
  database: Database,
  wake: (pool: Pool) => void,
  onError: (error: unknown) => void,
): Promise<WakeSignal> {
  const wakeAll = () => {
    wake('image');
    wake('video');
  };
  await database.listen(CHANNEL, (payload) => wake(payload as Pool), wakeAll);

  // Sent after the commit and not inside it: NOTIFY takes a lock that would make all commits wait in line.
  // A lost one costs a worker's poll interval, never a job.
  const pending = new Set<Pool>();
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();

  async function flush(): Promise<void> {
    await sending;
    timer = undefined;
    const pools = [...pending];
    pending.clear();
    await database
      .query('select pg_notify($1, pool) from unnest($2::text[]) as pool', [CHANNEL, pools])
      .then(() => {}, onError);
  }

  return {
    send(pool) {
      wake(pool);
      pending.add(pool);
      timer ??= setTimeout(() => {
        sending = flush();
      }, COALESCE_MS);
    },
    async stop() {
      clearTimeout(timer);
      await sending;
    },
  };
}
