import path from 'node:path';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import type { Secrets } from './secrets.ts';

/** The database of this configuration, migrated, with the embedded server behind it where none is set. */
export interface Connection {
  readonly database: Database;
  readonly migrationsApplied: readonly string[];
  close(): Promise<void>;
}

export async function connect(
  config: Config,
  secrets: Secrets,
  onError: (error: Error) => void,
): Promise<Connection> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres(path.join(config.dataDir, 'postgres'), secrets.postgresPassword)
      : undefined;
  const connectionString = embedded?.connectionString ?? config.databaseUrl ?? '';
  const database = openDatabase({ connectionString, onError });
  const close = async () => {
    await database.close();
    await embedded?.stop();
  };
  try {
    return { database, migrationsApplied: await migrate(database), close };
  } catch (error) {
    await close();
    throw error;
  }
}
