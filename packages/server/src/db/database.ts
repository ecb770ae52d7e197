import pg from 'pg';
import { createStatementNames, type StatementNames } from './statement-names.ts';

/** Only the files of this folder import the PostgreSQL driver. */

export interface Queryable {
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

type DriverPool = pg.Pool;

export interface Database extends Queryable {
  /** Runs `work` in one READ COMMITTED transaction; retries after a deadlock or serialisation failure. */
  transaction<Value>(work: (tx: Queryable) => Promise<Value>): Promise<Value>;
  /** Calls `onPayload` for each notification on `channel`, and `onReconnect` after a gap in listening. */
  listen(channel: string, onPayload: (payload: string) => void, onReconnect: () => void): Promise<void>;
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

const RETRIED_STATES = new Set(['40001', '40P01']);
const LOCK_TIMEOUT = '55P03';
const TRANSACTION_TRIES = 4;
const RELISTEN_MS = 500;
const KEEP_ALIVE_MS = 10_000;
const LOCK_TIMEOUT_MS = 2_000;

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly maxConnections?: number;
  /** Timeout of a query, as on a half-open connection; 0 for none. */
  readonly queryTimeoutMs?: number;
  /** Timeout of a wait for a lock; 0 for none. */
  readonly lockTimeoutMs?: number;
  readonly onError: (error: Error) => void;
}

export function openDatabase(options: DatabaseOptions): Database {
  const { connectionString, maxConnections = 16, queryTimeoutMs = 10_000, onError } = options;
  const { lockTimeoutMs = queryTimeoutMs === 0 ? 0 : LOCK_TIMEOUT_MS } = options;
  const settings = {
    connectionString,
    types,
    application_name: 'kinora',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    query_timeout: queryTimeoutMs,
    lock_timeout: lockTimeoutMs,
  };
  const pool = new pg.Pool({ ...settings, max: maxConnections, connectionTimeoutMillis: 10_000 });
  pool.on('error', onError);
  // The pool adds no error listener to a connection in use. Without one, a lost connection would end the process.
  // The running query fails with the same error.
  pool.on('connect', (client) => client.on('error', () => {}));
  const names = createStatementNames();
  let listener: pg.Client | undefined;
  let closed = false;

  async function transaction<Value>(work: (tx: Queryable) => Promise<Value>): Promise<Value> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runTransaction(pool, names, work);
      } catch (error) {
        if (isStalePlan(error)) names.renew();
        else if (!isRetried(error)) throw error;
        if (attempt === TRANSACTION_TRIES) throw error;
        await sleep(Math.random() * 20 * attempt);
      }
    }
  }

  async function queryWithRetry<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    try {
      return await query<Row>(pool, names, sql, values);
    } catch (error) {
      // The statement failed before it ran, so it can be retried.
      if (!isStalePlan(error)) throw error;
      names.renew();
      return query<Row>(pool, names, sql, values);
    }
  }

  async function listen(channel: string, onPayload: (p: string) => void, onReconnect: () => void) {
    const client = new pg.Client(settings);
    client.on('notification', (message) => onPayload(message.payload ?? ''));
    client.on('error', () => {
      if (closed || listener !== client) return;
      listener = undefined;
      setTimeout(relisten, RELISTEN_MS).unref();
    });
    const relisten = () => {
      if (closed) return;
      listen(channel, onPayload, onReconnect).then(onReconnect, () =>
        setTimeout(relisten, RELISTEN_MS).unref(),
      );
    };
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    listener = client;
  }

  return {
    query: queryWithRetry,
    transaction,
    listen,
    pool,
    async close() {
      closed = true;
      await listener?.end();
      await pool.end();
    },
  };
}

/**
 * Only statements with values are prepared: a text without them may have several statements, as a migration
 * has.
 */
async function query<Row>(
  on: pg.Pool | pg.PoolClient,
  names: StatementNames,
  sql: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  if (values === undefined) return (await on.query(sql)).rows as Row[];
  const name = names.nameOf(sql);
  const statement = { text: sql, values: values as unknown[], ...(name !== undefined && { name }) };
  return (await on.query(statement)).rows as Row[];
}

// Transactions select rows by id, so a generic plan suits all values. By default the server assumes that an
// array parameter has ten elements, prefers a custom plan for a shorter one, and so plans the statement at
// each use.
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan';

/** COMMIT got no response in time: the transaction may or may not be committed. */
export class CommitUnknown extends Error {}

async function runTransaction<Value>(
  pool: pg.Pool,
  names: StatementNames,
  work: (tx: Queryable) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let committing = false;
  try {
    await client.query(BEGIN);
    const value = await work({ query: (sql, values) => query(client, names, sql, values) });
    committing = true;
    await client.query('commit');
    return value;
  } catch (error) {
    // A connection that cannot roll back is discarded, not returned to the pool.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    // After a timeout the rollback may succeed although the server has committed meanwhile.
    const isKnown = error instanceof pg.DatabaseError && broken === undefined;
    if (committing && !isKnown) throw new CommitUnknown('COMMIT got no response', { cause: error });
    throw error;
  } finally {
    client.release(broken);
  }
}

function isRetried(error: unknown): boolean {
  return error instanceof pg.DatabaseError && RETRIED_STATES.has(error.code ?? '');
}

/**
 * Whether a migration, such as that of a newer node, has changed the result of a prepared statement. Detected
 * by the routine, as the error code has other meanings and the message depends on the server's language.
 */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const UNREACHABLE_STATES = new Set([
  ...['57P01', '57P02', '57P03', '08006', '08001', '08003'],
  // Out of connections, disk or memory; read-only after a failover.
  ...['53300', '53100', '53200', '25006'],
]);
const UNREACHABLE_ERRORS =
  /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|not queryable|timeout exceeded|Query read timeout/;

/** Whether `error` means that the database is unreachable or out of resources, not that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    return UNREACHABLE_STATES.has(code) || RETRIED_STATES.has(code) || code === LOCK_TIMEOUT;
  }
  if (error instanceof CommitUnknown) return true;
  if (!(error instanceof Error)) return false;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  // A missing socket has the error code of a missing file, which has nothing to do with the database.
  if (code === 'ENOENT') return syscall === 'connect';
  return UNREACHABLE_ERRORS.test(`${code} ${message}`);
}

/** Whether `error` is a timeout of a wait for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_TIMEOUT;
}

/** Whether `error` is a unique violation of the named constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}
