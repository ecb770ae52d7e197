import { type Config, readConfig } from '../config.ts';
import type { Database } from '../db/database.ts';
import { type Creates, connect } from '../wiring/connect.ts';

/**
 * Runs `work` with the database of the installation, which a running service may be using, and closes it afterwards.
 * Creates nothing unless it is asked to.
 */
export async function withDatabase<Value>(
  work: (database: Database, applied: readonly string[], config: Config) => Promise<Value>,
  creates: Creates = 'nothing',
): Promise<Value> {
  const config = readConfig();
  const { database, migrationsApplied, close } = await connect(config, {
    onError: () => {},
    serves: false,
    creates,
  });
  try {
    return await work(database, migrationsApplied, config);
  } finally {
    await close();
  }
}
