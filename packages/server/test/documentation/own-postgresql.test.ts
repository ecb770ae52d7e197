import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { openDatabase } from '../../src/db/database.ts';
import { SLOW_MS } from '../support/deadline.ts';
import { findPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { createReader } from '../support/reader.ts';

/** The pages about PostgreSQL, followed on a machine that has one of its own, of its own version. */

const programs = findPostgres();
const options = { skip: programs === undefined && 'no PostgreSQL is installed', timeout: 3 * SLOW_MS };

test('the commands of the pages set up, dump and restore a database, over TLS', options, async (context) => {
  verifies('DEC-DOCS-07');
  assert.ok(programs !== undefined);
  const postgres = await startOwnPostgres(programs);
  context.after(() => postgres.stop());
  const reader = await createReader({ PATH: `${programs}:${process.env.PATH}`, KINORA_DATA_DIR: '.kinora' });
  context.after(() => reader.leave());
  reader.placeholders.set('sudo -u postgres psql', postgres.psql);
  reader.placeholders.set('db.example.com:5432', `localhost:${postgres.port}`);
  reader.placeholders.set('/etc/kinora/postgresql-ca.pem', postgres.authority);

  const [createRole, migrate] = blocksFor('docs/guides/postgresql.md', 'documentation/own-postgresql');
  const [dump, restore] = blocksFor('docs/guides/backup-and-upgrade.md', 'documentation/own-postgresql');
  assert.ok(createRole && migrate && dump && restore);
  await reader.run(createRole);
  const checked = await reader.run(migrate);
  const [, version] = /PostgreSQL (\S+)(?: \(.*\))? \(DATABASE_URL\), schema version \d+/.exec(checked) ?? [];
  context.diagnostic(`PostgreSQL ${version}`);
  assert.match(checked, /ledger +every invariant holds/);

  const secret = `postgresql://kinora:choose-a-long-one@localhost:${postgres.port}/kinora`;
  const connectionString = `${secret}?sslmode=verify-full&sslrootcert=${postgres.authority}`;
  await isEncrypted(connectionString);
  await assert.rejects(isEncrypted(`${secret}?sslmode=verify-full`), /certificate/);

  const more = (text: string) => reader.run({ ...createRole, text });
  await more('npm run -s kinora -- account create --email ann@example.com --balance-usd 10');
  await reader.run(dump);
  await more(`${postgres.psql} -c 'drop database kinora' -c 'create database kinora owner kinora'`);
  await reader.run(restore);
  assert.match(await more(`psql "$DATABASE_URL" -c 'select email from accounts'`), /ann@example\.com/);
});

async function isEncrypted(connectionString: string): Promise<void> {
  const database = openDatabase({ connectionString, maxConnections: 1, onError: () => {} });
  try {
    const [row] = await database.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    assert.deepEqual(row, { ssl: true });
  } finally {
    await database.close();
  }
}
