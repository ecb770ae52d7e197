import pg from 'pg';
import { startTestPostgres } from './test-database.ts';

/**
 * Keeps the test server running for the whole run: while this connection is open, no test file stops the
 * server.
 */

let stop: (() => Promise<void>) | undefined;

export async function globalSetup(): Promise<void> {
  const server = await startTestPostgres();
  const connection = new pg.Client({ connectionString: server.connectionString });
  await connection.connect();
  stop = async () => {
    await connection.end();
    await server.stop();
  };
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
}
