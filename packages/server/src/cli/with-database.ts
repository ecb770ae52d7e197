import { type Config, readConfig } from '../config.ts';
import type { Database } from '../db/database.ts';
import { loadSecrets } from '../secrets/secrets-file.ts';
import { connect } from '../wiring/connect.ts';

/** Runs `work` with the configured database, which a running service may be using, and closes it afterwards. */
export async function withDatabase<Value>(
  work: (database: Database, applied: readonly string[], config: Config) => Promise<Value>,
): Promise<Value> {
  const config = readConfig();
  const secrets = await loadSecrets(config.dataDir);
  const { database, migrationsApplied, close } = await connect(config, secrets, {
    onError: () => {},
    serves: false,
  });
  try {
    return await work(database, migrationsApplied, config);
  } finally {
    await close();
  }
}
