import path from 'node:path';
import type { Config } from '../config.ts';
import { requireTrueClock } from '../db/check-clock.ts';
import { checkConnection } from '../db/check-connection.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { stopWhenInterrupted } from '../db/stop-when-interrupted.ts';
import type { Secrets } from '../secrets/secrets-file.ts';

/** A connection to the configured database, or to an embedded PostgreSQL if none is configured. */
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
   * Whether this process is a server. A server limits the time of a query, and its embedded database runs as long
   * as it does. A command has no time limit.
   */
  readonly serves: boolean;
}

/** Starts the embedded database if none is configured, and migrates the schema. */
export async function connect(
  config: Config,
  secrets: Secrets,
  { onError, serves }: ConnectOptions,
): Promise<Connection> {
  const embedded =
    config.databaseUrl === undefined ? await startEmbedded(config, secrets, serves) : undefined;
  const connectionString = embedded?.connectionString ?? config.databaseUrl ?? '';
  const queryTimeoutMs = serves ? SERVER_QUERY_TIMEOUT_MS : 0;
  const database = openDatabase({ connectionString, onError, queryTimeoutMs });
  const close = async () => {
    await database.close();
    await embedded?.stop();
  };
  try {
    if (embedded === undefined) await checkConnection(database);
    if (serves) await requireTrueClock(database);
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

/** A server stops its database itself when it is asked to stop; a command that is interrupted does nothing else. */
async function startEmbedded(
  config: Config,
  secrets: Secrets,
  serves: boolean,
): Promise<Pick<EmbeddedPostgres, 'connectionString' | 'stop'>> {
  const starting = startEmbeddedPostgres(path.join(config.dataDir, 'postgres'), secrets.postgresPassword, {
    keepsRunning: serves,
  });
  if (serves) return starting;
  const interruption = stopWhenInterrupted(starting);
  try {
    const { connectionString, stop } = await starting;
    return {
      connectionString,
      async stop() {
        await stop();
        interruption.ignore();
      },
    };
  } catch (error) {
    // Ctrl-C also ends the program that creates the database, which is no failure to report.
    if (interruption.hasBegun()) await new Promise(() => {});
    interruption.ignore();
    throw error;
  }
}

/** Uses connections without time limits, because migrating a large table may take long. */
async function migrateOnce(connectionString: string, onError: (error: Error) => void): Promise<string[]> {
  const database = openDatabase({
    connectionString,
    maxConnections: 3,
    queryTimeoutMs: 0,
    idleTimeoutMs: 0,
    onError,
  });
  try {
    return await migrate(database);
  } finally {
    await database.close();
  }
}
