import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let empty: TestDatabase;
before(async () => {
  empty = await createTestDatabase();
});
after(() => empty.close());

async function emptySchema(): Promise<void> {
  await empty.database.query('drop schema public cascade');
  await empty.database.query('create schema public');
}

test('concurrent starts apply every migration exactly once', async () => {
  await emptySchema();
  const starts = [1, 2, 3].map(() =>
    openDatabase({ connectionString: empty.connectionString, onError: () => {} }),
  );
  const applied = await Promise.all(starts.map((database) => migrate(database)));
  await Promise.all(starts.map((database) => database.close()));
  const names = (await readMigrations()).map(({ name }) => name);
  assert.deepEqual(applied.flat().sort(), names);
});

test('a second run applies nothing', async () => {
  assert.deepEqual(await migrate(empty.database), []);
});

test('a failed migration is rolled back, and the next start retries it', async () => {
  await emptySchema();
  // This table makes the fourth migration fail.
  await empty.database.query('create table workers (name text)');
  await assert.rejects(migrate(empty.database), /already exists/);
  const [row] = await empty.database.query<{ version: number }>(
    'select max(version) as version from schema_migrations',
  );
  assert.equal(row?.version, 3);
  assert.deepEqual(
    await empty.database.query(`select from pg_tables where tablename in ('jobs', 'idempotency_keys')`),
    [],
  );
  await empty.database.query('drop table workers');
  assert.equal((await migrate(empty.database)).length, (await readMigrations()).length - 3);
});

test('a database of another set of migrations is refused with the remedy', async () => {
  await migrate(empty.database);
  await empty.database.query(`update schema_migrations set name = '0002_other.sql' where version = 2`);
  await assert.rejects(migrate(empty.database), /another build of Kinora \(migration 0002_other\.sql\)/);
});
