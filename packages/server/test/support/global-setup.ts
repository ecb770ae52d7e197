import pg from 'pg';
import { startTestPostgres } from './test-database.ts';

/** Holds the test server open for the whole run; its own connection keeps any test file from stopping it. */

let stop: (() => Promise<void>) | undefined;

export async function globalSetup(): Promise<void> {
  const server = await startTestPostgres();
  const holder = new pg.Client({ connectionString: server.connectionString });
  await holder.connect();
  stop = async () => {
    await holder.end();
    await server.stop();
  };
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
}
