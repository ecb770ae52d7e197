import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import manifest from '../../package.json' with { type: 'json' };
import { type Database, openDatabase } from '../../src/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { until } from './deadline.ts';
import { catalogue, writeFirstCatalogue } from './default-catalogue.ts';

/**
 * A real PostgreSQL for the tests: one server for the whole run, and a separate database for each caller,
 * cloned from a migrated template that has the first version of the catalogue.
 */

const ON_DISK = fileURLToPath(new URL('../../../../.kinora-test/postgres', import.meta.url));
const IN_MEMORY = path.join(
  '/dev/shm',
  `kinora-test-${createHash('sha256').update(ON_DISK).digest('hex').slice(0, 8)}`,
);
/** Far more than a run uses, a few hundred megabytes. */
const MEMORY_MIN_BYTES = 4 * 2 ** 30;
const PASSWORD = 'only-for-tests-behind-a-unix-socket';
const TEMPLATE_LOCK = 7_215_309;

export interface TestDatabase {
  readonly database: Database;
  readonly connectionString: string;
  close(): Promise<void>;
}

let server: ReturnType<typeof startTestPostgres> | undefined;
let template: Promise<string> | undefined;
let openDatabases = 0;

/** The address of the server of the whole run, for the processes of test files; starting it would take each a second. */
const HELD = 'KINORA_TEST_POSTGRES';

async function startTestPostgres(): Promise<Pick<EmbeddedPostgres, 'connectionString' | 'stop'>> {
  const held = process.env[HELD];
  if (held !== undefined) return { connectionString: held, stop: async () => {} };
  const folder = await folderOfCluster();
  const started = await startEmbeddedPostgres(folder, PASSWORD);
  // Nothing here has to survive a power failure; flushing each database that is created and dropped takes long.
  await withClient(started.connectionString, async (client) => {
    await client.query('alter system set fsync = off');
    await client.query('select pg_reload_conf()');
  });
  return {
    connectionString: started.connectionString,
    async stop() {
      await started.stop();
      const isShared = existsSync(path.join(folder, 'cluster/postmaster.pid'));
      if (!isShared) await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * In memory where there is enough: each database has 700 files, which take 50 ms there, and up to a second on a disk from which
 * as many were deleted a moment ago (ext4 without a journal looks for inodes that were not).
 */
async function folderOfCluster(): Promise<string> {
  const memory = await statfs(path.dirname(IN_MEMORY)).catch(() => undefined);
  return memory !== undefined && memory.bavail * memory.bsize > MEMORY_MIN_BYTES ? IN_MEMORY : ON_DISK;
}

/** Starts the server for a whole run; `env` has its address for test files. */
export async function holdTestPostgres(): Promise<{
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}> {
  const { connectionString, stop } = await startTestPostgres();
  return { env: { [HELD]: connectionString }, stop };
}

export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase((adminUrl) => {
    template ??= ensureTemplate(adminUrl);
    return template;
  });
}

/** A database without tables, as an operator creates it. */
export async function createEmptyDatabase(): Promise<TestDatabase & { readonly password: string }> {
  return { ...(await createDatabase(async () => 'template0')), password: PASSWORD };
}

async function createDatabase(templateOf: (adminUrl: string) => Promise<string>): Promise<TestDatabase> {
  server ??= startTestPostgres();
  openDatabases += 1;
  const { connectionString: adminUrl } = await server;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(
    adminUrl,
    `create database ${name} template ${await templateOf(adminUrl)} strategy file_copy`,
  );
  const connectionString = databaseUrl(adminUrl, name);
  const database = openDatabase({ connectionString, onError: () => {} });
  return {
    database,
    connectionString,
    async close() {
      await database.close();
      await administer(adminUrl, `drop database if exists ${name} with (force)`);
      openDatabases -= 1;
      if (openDatabases > 0) return;
      const stopping = server;
      server = undefined;
      await (await stopping)?.stop();
    },
  };
}

function databaseUrl(adminUrl: string, name: string): string {
  return adminUrl.replace(/@\/[^?]*/, `@/${name}`);
}

/**
 * Named by a hash of the migrations, of the task library's version and of the first catalogue, so that a change creates a
 * new template.
 */
async function ensureTemplate(adminUrl: string): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, sql } of await readMigrations()) hash.update(name).update(sql);
  hash.update(manifest.dependencies['graphile-worker']);
  hash.update(JSON.stringify(catalogue.document));
  const template = `template_${hash.digest('hex').slice(0, 16)}`;
  await withClient(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount !== 0) return;
    const draft = `${template}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    const database = openDatabase({ connectionString: databaseUrl(adminUrl, draft), onError: () => {} });
    await migrate(database);
    await writeFirstCatalogue(database);
    await database.close();
    await client.query(`alter database ${draft} rename to ${template}`);
  });
  return template;
}

async function administer(adminUrl: string, sql: string): Promise<void> {
  await withClient(adminUrl, (client) => client.query(sql));
}

async function withClient<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** How many sessions of this test's database wait for a lock. */
export async function countBlockedQueries(database: Database): Promise<number> {
  const rows = await database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** Waits until a session of this test's database waits for a lock. */
export function untilBlocked(database: Database): Promise<void> {
  return until(async () => (await countBlockedQueries(database)) > 0);
}
