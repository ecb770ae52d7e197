import type { Pool } from '@kinora/contract';
import type { Database } from '../db/database.ts';

/** Notifies every node that a pool has a new job: this one at once, the others through the database. */
export interface WakeSignal {
  readonly send: (pool: Pool) => void;
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

  // Sent after the commit and not inside it: the lock of NOTIFY would serialise all commits. A lost notification
  // delays a job by one poll interval.
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
