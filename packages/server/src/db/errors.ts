import pg from 'pg';
import { ReadOnlyServer } from './writable-sessions.ts';

/** COMMIT got no response in time: the transaction may or may not be committed. */
export class CommitUnknown extends Error {}

/** COMMIT got no response, and the transaction was found to be rolled back. */
export class CommitLost extends Error {}

const READ_ONLY = '25006';
// A session that is read-only has ended, and the next one is to a server that takes writes.
const RETRIED_STATES = new Set(['40001', '40P01', READ_ONLY]);
const LOCK_TIMEOUT = '55P03';
const DISK_FULL = '53100';

/**
 * Classes and codes of errors: the connection, the rights to connect, or the database itself, as after a failover; out of
 * connections, disk or memory; stopped or starting; its files. And limits of the session: the statement or the transaction
 * took too long, or this process paused within one.
 */
const UNREACHABLE_STATES = /^(08|28|3D|53|57P|58)|^(57014|25P03|25P04)$/;
const UNREACHABLE_ERRORS = new RegExp(
  [
    ...[
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ENETDOWN',
      'ERR_STREAM_DESTROYED',
    ],
    'ECONNREFUSED',
    // Its name, which changes in a failover.
    ...['ENOTFOUND', 'EAI_AGAIN'],
    ...['Connection terminated', 'not queryable', 'timeout exceeded', 'Query read timeout'],
  ].join('|'),
);

/** Whether `error` means that the database is unreachable or out of resources, not that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    return UNREACHABLE_STATES.test(code) || RETRIED_STATES.has(code) || code === LOCK_TIMEOUT;
  }
  if (error instanceof CommitUnknown || error instanceof CommitLost || error instanceof ReadOnlyServer)
    return true;
  if (!(error instanceof Error)) return false;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  // A missing socket has the error code of a missing file, which has nothing to do with the database.
  return syscall === 'connect' || UNREACHABLE_ERRORS.test(`${code} ${message}`);
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DISK_FULL;
}

/** Whether a transaction that failed with `error` has changed nothing and can be run again at once. */
export function isRetried(error: unknown): boolean {
  if (error instanceof CommitLost) return true;
  return error instanceof pg.DatabaseError && RETRIED_STATES.has(error.code ?? '');
}

/**
 * Whether a migration, such as that of a newer node, has changed the result of a prepared statement. Detected
 * by the routine, as the error code has other meanings and the message depends on the server's language.
 */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

/** Whether a statement was refused because its session is read-only, as one to a demoted primary. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY;
}

/** Whether a statement was refused because one before it in its transaction has failed. */
export function isAbortedBefore(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}

/** Whether `error` is a timeout of a wait for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_TIMEOUT;
}

/** Whether `error` is a unique violation of the named constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}
