import pg from 'pg';
import type { Database } from './database.ts';
import { isDatabaseUnavailable } from './errors.ts';

/** Opens a connection to the database that DATABASE_URL names. Throws an error with the remedy. */
export async function checkConnection(database: Database): Promise<void> {
  try {
    const client = await database.pool.connect();
    client.release();
  } catch (error) {
    throw new Error(`DATABASE_URL: ${remedyOf(error)}`, { cause: error });
  }
}

const WRONG_CREDENTIALS = new Set(['28P01', '28000']);
const NO_SUCH_DATABASE = '3D000';

function remedyOf(error: unknown): string {
  const reason = reasonOf(error);
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  if (WRONG_CREDENTIALS.has(code)) {
    return `PostgreSQL does not let this user in (${reason}); correct user and password, with special characters percent-encoded (@ is %40)`;
  }
  if (code === NO_SUCH_DATABASE) return `${reason}; create it, or correct its name`;
  if (isDatabaseUnavailable(error)) {
    return `PostgreSQL cannot be reached (${reason}); start it, or correct host and port`;
  }
  return `no connection could be made (${reason}); docs/guides/postgresql.md has examples`;
}

/** The error of a host with several addresses has no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
