import path from 'node:path';
import type { Config } from '../config.ts';
import { requireTrueClock } from '../db/check-clock.ts';
import { checkConnection } from '../db/check-connection.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { isDiskFull } from '../db/errors.ts';
import { countMissingMigrations, migrate } from '../db/migrate.ts';
import { diskFull } from '../db/postgres-failure.ts';
import { stopWhenInterrupted } from '../db/stop-when-interrupted.ts';
import { loadSecrets } from '../secrets/secrets-file.ts';
import { namingDataDirectory } from '../storage/data-directory.ts';
import { noInstallation, requireCluster, requireSecrets } from './installation.ts';

/** A connection to the configured database, or to an embedded PostgreSQL if none is configured. */
export interface Connection {
  readonly database: Database;
  readonly connectionString: string;
  readonly migrationsApplied: readonly string[];
  close(): Promise<void>;
}

const SERVER_QUERY_TIMEOUT_MS = 10_000;

/** What a program may create: the whole installation, the migrations that an installation lacks, or nothing. */
export type Creates = 'installation' | 'migrations' | 'nothing';

interface ConnectOptions {
  readonly onError: (error: Error) => void;
  /**
   * Whether this process is a server. A server limits the time of a query, and its embedded database runs as long
   * as it does. A command has no time limit.
   */
  readonly serves: boolean;
  /** Without it, a server creates the installation, and a command nothing. */
  readonly creates?: Creates;
}

/** Starts the embedded database if none is configured, and migrates the schema. Problem: `NoInstallation`. */
export async function connect(config: Config, options: ConnectOptions): Promise<Connection> {
  const { onError, serves, creates = serves ? 'installation' : 'nothing' } = options;
  const embedded =
    config.databaseUrl === undefined ? await startEmbedded(config, serves, creates) : undefined;
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
    if (creates !== 'installation') await requireSchema(config, database, creates);
    const migrationsApplied = creates === 'nothing' ? [] : await migrateOnce(connectionString, onError);
    return { database, connectionString, migrationsApplied, close };
  } catch (error) {
    await close();
    if (!isDiskFull(error)) throw error;
    // The migrations are what first needs much space.
    if (embedded !== undefined) return namingDataDirectory(config.dataDir, () => Promise.reject(diskFull()));
    throw new Error('DATABASE_URL: the disk of this PostgreSQL is full; free some space there');
  }
}

/** A server stops its database itself when it is asked to stop; a command that is interrupted does nothing else. */
async function startEmbedded(
  config: Config,
  serves: boolean,
  creates: Creates,
): Promise<Pick<EmbeddedPostgres, 'connectionString' | 'stop'>> {
  if (creates !== 'installation') await requireCluster(config);
  const { postgresPassword } = await (creates === 'installation'
    ? loadSecrets(config.dataDir)
    : requireSecrets(config));
  const folder = path.join(config.dataDir, 'postgres');
  const starting = namingDataDirectory(config.dataDir, () =>
    startEmbeddedPostgres(folder, postgresPassword, { keepsRunning: serves }),
  );
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
    // Ctrl-C also ends the program that creates the database, which is not a failure to report.
    if (interruption.hasBegun()) await new Promise(() => {});
    interruption.ignore();
    throw error;
  }
}

/** A command of another version does not migrate: it would change the database below the servers, without a backup. */
async function requireSchema(config: Config, database: Database, creates: Creates): Promise<void> {
  const missing = await countMissingMigrations(database);
  if (missing === undefined) throw noInstallation(config, 'the database has no tables of Kinora');
  if (missing === 0 || creates === 'migrations') return;
  throw new Error(
    `the database has the schema of an earlier version (${missing} ${missing === 1 ? 'migration is' : 'migrations are'} missing); restart the service with this version, or run "kinora migrate", after a backup`,
  );
}

/** How long a migration tries to get its locks while earlier servers, or a backup, use the tables. */
const MIGRATION_PATIENCE_MS = 10 * 60_000;

/**
 * Uses connections without time limits, because migrating a large table may take long. A wait for a lock is short and repeated:
 * whatever comes after a statement that waits for a table waits behind it, so every request would.
 */
async function migrateOnce(connectionString: string, onError: (error: Error) => void): Promise<string[]> {
  const database = openDatabase({
    connectionString,
    maxConnections: 3,
    queryTimeoutMs: 0,
    idleTimeoutMs: 0,
    lockPatienceMs: MIGRATION_PATIENCE_MS,
    onError,
  });
  try {
    return await migrate(database);
  } finally {
    await database.close();
  }
}
