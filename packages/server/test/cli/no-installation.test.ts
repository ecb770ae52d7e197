import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { commands } from '../../src/cli/commands.ts';
import { loadSecrets } from '../../src/secrets/secrets-file.ts';
import { runCommandLines } from '../support/run-command-lines.ts';
import { kinora } from '../support/service-process.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** An operator's command whose settings are not those of the service: it creates nothing, and says what it read. */

const image = path.join(import.meta.dirname, '../../../../docs/images/demo.jpg');

/** A command line of every command that needs an installation. */
const NEEDING: Readonly<Record<string, readonly string[]>> = {
  account: ['create', '--email', 'ann@example.com', '--operator'],
  audit: [],
  catalogue: ['export'],
  code: ['create', '--usd', '5'],
  migrate: [],
  reports: ['list'],
  samples: [],
  secrets: ['rotate', 'links'],
  'security-log': [],
  watermark: ['verify', image, '--jobs'],
  'worker-token': ['create', '--name', 'gpu-1'],
};

/** They create an installation, check one, or need none. */
const OTHERS = ['serve', 'demo', 'doctor', 'worker', 'mail'];

const lines = Object.entries(NEEDING).map(([name, args]) => [name, ...args]);

let scene: TestDatabase;
let folder: string;
before(async () => {
  scene = await createTestDatabase();
});
after(() => scene.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-none-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function refusals(settings: Record<string, string>, args = lines): Promise<string[]> {
  const answers = await runCommandLines(args.map((line) => ({ args: line, settings })));
  return answers.map(({ code, output }, at) => {
    assert.equal(code, 1, `kinora ${args[at]?.join(' ')}\n${output}`);
    assert.match(output, /there is no installation: /);
    assert.match(output, /the settings of the service and as its user/);
    assert.match(output, /"kinora migrate --create"/);
    return output;
  });
}

test('every command of the operator is tried here', async () => {
  const { customerCommands } = await import('@kinora/cli/commands');
  const known = [...Object.keys(NEEDING), ...OTHERS, ...Object.keys(customerCommands)];
  assert.deepEqual(Object.keys(commands).sort(), known.sort());
});

test('without a data directory no command creates one, and each names what it read', async () => {
  verifies('DEC-COMMAND-17');
  const dataDir = path.join(folder, 'data');
  for (const output of await refusals({ KINORA_DATA_DIR: dataDir })) {
    assert.ok(output.includes(`KINORA_DATA_DIR: ${dataDir}; DATABASE_URL: not set`), output);
  }
  const { code, output } = await kinora(['doctor'], { KINORA_DATA_DIR: dataDir });
  assert.equal(code, 1);
  assert.match(output, /^database +PROBLEM: there is no installation/m);
  assert.deepEqual(await readdir(folder), []);
});

test('where the DATABASE_URL of the service is missing, no command creates an embedded database', async () => {
  verifies('DEC-COMMAND-17');
  await loadSecrets(folder);
  const needingDatabase = lines.filter(([name]) => name !== 'watermark');
  for (const output of await refusals({ KINORA_DATA_DIR: folder }, needingDatabase)) {
    assert.match(output, /has no database/);
  }
  assert.deepEqual(await readdir(folder), ['secrets.json']);
});

test('no command creates tables in an empty database, or prints its password', async () => {
  verifies('DEC-COMMAND-17');
  const empty = await createEmptyDatabase();
  try {
    await loadSecrets(folder);
    const settings = { KINORA_DATA_DIR: folder, DATABASE_URL: empty.connectionString };
    const needingDatabase = lines.filter(([name]) => name !== 'watermark');
    for (const output of await refusals(settings, needingDatabase)) {
      assert.match(output, /no tables of Kinora/);
      assert.ok(!output.includes(empty.password), output);
    }
    const tables = () => empty.database.query(`select from pg_tables where schemaname = 'public'`);
    assert.equal((await tables()).length, 0);

    const created = await kinora(['migrate', '--create'], settings);
    assert.equal(created.code, 0, created.output);
    assert.match((await kinora(['audit'], settings)).output, /All invariants hold/);
  } finally {
    await empty.close();
  }
});

test('an account is not created with secrets that the service does not have', async () => {
  verifies('DEC-COMMAND-17');
  const settings = { KINORA_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: scene.connectionString };
  const [output] = await refusals(settings, [['account', 'create', '--email', 'ann@example.com']]);
  assert.match(output ?? '', /has no secrets\.json/);
  assert.equal((await scene.database.query('select from accounts')).length, 0);
  // What signs nothing needs no data directory.
  assert.equal((await kinora(['audit'], settings)).code, 0);
  assert.deepEqual(await readdir(folder), []);
});

test('an older schema is migrated by "kinora migrate" and by no other command', async () => {
  verifies('DEC-COMMAND-17');
  const older = await createTestDatabase();
  try {
    // The row alone: the migration itself is not what this is about.
    await older.database.query(
      `delete from schema_migrations where version = (select max(version) from schema_migrations)`,
    );
    const { code, output } = await kinora(['audit'], { DATABASE_URL: older.connectionString });
    assert.equal(code, 1);
    assert.match(output, /schema of an earlier version \(1 migration is missing\).*"kinora migrate"/);
  } finally {
    await older.close();
  }
});

test('migrate --create creates a whole installation with an embedded database', async () => {
  verifies('DEC-COMMAND-17');
  const settings = { KINORA_DATA_DIR: path.join(folder, 'data') };
  const { code, output } = await kinora(['migrate', '--create'], settings);
  assert.equal(code, 0, output);
  const account = await kinora(['account', 'create', '--email', 'ann@example.com'], settings);
  assert.equal(account.code, 0, account.output);
});

test('a database without its secrets is not taken for a missing installation', async () => {
  await mkdir(path.join(folder, 'postgres', 'cluster'), { recursive: true });
  await writeFile(path.join(folder, 'postgres', 'cluster', 'PG_VERSION'), '18\n');
  const { code, output } = await kinora(['audit'], { KINORA_DATA_DIR: folder });
  assert.equal(code, 1);
  assert.match(output, /secrets\.json is missing, without which the database/);
});
