import pg from 'pg';
import { isReadOnly, isStalePlan } from './errors.ts';
import { createListener, type Listen } from './listener.ts';
import { planOnce } from './plan-settings.ts';
import { runQuery } from './run-query.ts';
import { IDLE_IN_TRANSACTION_MS, limitNetworkWaits, sessionTimeouts } from './session-limits.ts';
import { createStatementNames } from './statement-names.ts';
import { createTransact, type TransactionOptions } from './transaction.ts';
import { createWritableSessions } from './writable-sessions.ts';

export { CommitUnknown, isDatabaseUnavailable, isLockTimeout, isUniqueViolation } from './errors.ts';

/** Only the files of this folder import the PostgreSQL driver. */

export interface Queryable {
  /**
   * In a transaction, statements that do not depend on each other's rows share a round trip when they are not awaited one
   * by one. They run in the order of the calls; after one that fails, the others fail too.
   */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

type DriverPool = pg.Pool;

export interface Database extends Queryable {
  /**
   * Runs `work` in one transaction, and again when it was rolled back by a deadlock, a serialisation failure or a lost
   * connection. Throws `CommitUnknown` when it cannot be found out whether it was committed.
   */
  transaction<Value>(work: (tx: Queryable) => Promise<Value>, options?: TransactionOptions): Promise<Value>;
  readonly listen: Listen;
  /** The driver's pool, for libraries that run their own SQL. */
  readonly pool: DriverPool;
  close(): Promise<void>;
}

// Cents and counts fit a double. A `date` stays text, so that no time zone can shift it.
const INT8 = 20;
const DATE = 1082;
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    if (oid === INT8) return Number;
    if (oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

const KEEP_ALIVE_MS = 10_000;
/** How long one statement waits for a lock. */
const LOCK_TIMEOUT_MS = 2_000;
/** Longer than PostgreSQL keeps the locks of a vanished node. */
const LOCK_PATIENCE_MS = 10_000;

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly maxConnections?: number;
  /** Timeout of a query, as on a half-open connection; 0 for none. */
  readonly queryTimeoutMs?: number;
  /** How long a transaction waits for locks in all, and a single statement at most; 0 for no limit. */
  readonly lockPatienceMs?: number;
  /** Timeout of a pause within a transaction, after which PostgreSQL ends the session; 0 for none. */
  readonly idleTimeoutMs?: number;
  readonly onError: (error: Error) => void;
}

export function openDatabase(options: DatabaseOptions): Database {
  const { connectionString, maxConnections = 16, queryTimeoutMs = 10_000, onError } = options;
  const { lockPatienceMs = queryTimeoutMs === 0 ? 0 : LOCK_PATIENCE_MS } = options;
  const { idleTimeoutMs = IDLE_IN_TRANSACTION_MS } = options;
  const lockTimeoutMs = Math.min(lockPatienceMs, LOCK_TIMEOUT_MS);
  const settings = {
    connectionString,
    types,
    application_name: 'kinora',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...sessionTimeouts({ queryTimeoutMs, lockTimeoutMs, idleTimeoutMs }),
  };
  const sessions = createWritableSessions();
  const pool = new pg.Pool({
    ...settings,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    async onConnect(client) {
      await limitNetworkWaits(client);
      await planOnce(client);
      await sessions.add(client);
    },
    // Queries of one connection that do not await each other are sent at once, and run in the order they were sent.
    pipeline: true,
  });
  pool.on('error', onError);
  // The pool adds no error listener to a connection in use. Without one, a lost connection would end the process.
  // The running query fails with the same error.
  pool.on('connect', (client) => client.on('error', () => {}));
  sessions.ofPool(pool);
  const names = createStatementNames();
  const transaction = createTransact({ pool, names, maxConnections, lockPatienceMs });
  const listener = createListener(settings, sessions);

  async function queryWithRetry<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    try {
      return await runQuery<Row>(pool, names, sql, values);
    } catch (error) {
      // The statement failed before it ran, so it can be retried.
      if (isStalePlan(error)) names.renew();
      else if (!isReadOnly(error)) throw error;
      return runQuery<Row>(pool, names, sql, values);
    }
  }

  return {
    query: queryWithRetry,
    transaction,
    listen: listener.listen,
    pool,
    async close() {
      await listener.close();
      await pool.end();
    },
  };
}
