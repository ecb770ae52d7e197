import type { Database } from '../db/database.ts';
import { repeat } from '../kernel/repeat.ts';

/**
 * When keys were last used, for their owners. It is written behind the requests, at most once a minute for each key.
 */
export interface KeyUses {
  /** `lastUsedAt` is what was read with the key. */
  note(key: { readonly rowId: string; readonly lastUsedAt: Date | null }, at: Date): void;
  stop(): Promise<void>;
}

const PERIOD_MS = 60_000;
const WRITE_MS = 5_000;

export function createKeyUses(database: Database, onError: (error: unknown) => void): KeyUses {
  let noted = new Map<string, Date>();

  async function write(): Promise<void> {
    if (noted.size === 0) return;
    const uses = [...noted];
    noted = new Map();
    // Locks the keys in the order of their ids. One that is locked elsewhere is being changed, or written by another node.
    await database.query(
      `with due as (
         select api_keys.id, uses.at from unnest($1::uuid[], $2::timestamptz[]) as uses (id, at)
           join api_keys on api_keys.id = uses.id
         where last_used_at is null or last_used_at <= uses.at - make_interval(secs => $3)
         order by api_keys.id for no key update of api_keys skip locked
       )
       update api_keys set last_used_at = due.at from due where api_keys.id = due.id`,
      [uses.map(([id]) => id), uses.map(([, at]) => at), PERIOD_MS / 1000],
    );
  }

  const writing = repeat(WRITE_MS, onError, write);
  return {
    note({ rowId, lastUsedAt }, at) {
      if (lastUsedAt === null || at.getTime() - lastUsedAt.getTime() >= PERIOD_MS) noted.set(rowId, at);
    },
    async stop() {
      await writing.stop();
      await write().catch(onError);
    },
  };
}
