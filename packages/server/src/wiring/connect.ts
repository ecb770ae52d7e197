import path from 'node:path';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import type { Secrets } from '../secrets.ts';

/** The database of this configuration, migrated, with the embedded server behind it where none is set. */
export interface Connection {
  readonly database: Database;
  readonly connectionString: string;
  readonly migrationsApplied: readonly string[];
  close(): Promise<void>;
}

const SERVER_QUERY_TIMEOUT_MS = 10_000;

interface ConnectOptions {
  readonly onError: (error: Error) => void;
  /**
   * Whether this is a server: it must not hang on one connection, and its database must run as long as it does.
   * A command may take its time.
   */
  readonly serves: boolean;
}

export async function connect(
  config: Config,
  secrets: Secrets,
  { onError, serves }: ConnectOptions,
): Promise<Connection> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres(path.join(config.dataDir, 'postgres'), secrets.postgresPassword, {
          keepsRunning: serves,
        })
      : undefined;
  const connectionString = embedded?.connectionString ?? config.databaseUrl ?? '';
  const queryTimeoutMs = serves ? SERVER_QUERY_TIMEOUT_MS : 0;
  const database = openDatabase({ connectionString, onError, queryTimeoutMs });
  const close = async () => {
    await database.close();
    await embedded?.stop();
  };
  try {
    return {
      database,
      connectionString,
      migrationsApplied: await migrateOnce(connectionString, onError),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** On a connection without a time limit: a migration of a large table takes as long as it takes. */
async function migrateOnce(connectionString: string, onError: (error: Error) => void): Promise<string[]> {
  const database = openDatabase({ connectionString, maxConnections: 3, queryTimeoutMs: 0, onError });
  try {
    return await migrate(database);
  } finally {
    await database.close();
  }
}
