import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { childEnvironment } from '../../src/config.ts';
import { SERVER_MAIN } from '../support/customer.ts';
import { SLOW_MS } from '../support/deadline.ts';
import { kinora } from '../support/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** What a start says when something around it is wrong: the setting and the remedy. */

const notLinux = process.platform === 'linux' ? false : 'there is no /proc';

let books: TestDatabase;
let folder: string;
before(async () => {
  books = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-start-'));
});
after(async () => {
  await books.close();
  await rm(folder, { recursive: true, force: true });
});

async function failedStart(settings: Readonly<Record<string, string>>): Promise<string> {
  const { code, output } = await kinora(['serve', '--no-worker'], {
    DATABASE_URL: books.connectionString,
    KINORA_DATA_DIR: path.join(folder, 'data'),
    KINORA_PORT: '0',
    KINORA_LOG_LEVEL: 'error',
    ...settings,
  });
  assert.equal(code, 1, output);
  assert.equal(output.split('\n').length, 1, output);
  return output;
}

test('a port in use and an address of another machine are named with their settings', async () => {
  const other = createServer().listen({ port: 0, host: '127.0.0.1' });
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  assert.match(
    await failedStart({ KINORA_PORT: String(port) }),
    new RegExp(`KINORA_PORT: another program listens at port ${port} `),
  );
  other.close();
  for (const host of ['192.0.2.1', 'nowhere.invalid']) {
    assert.match(
      await failedStart({ KINORA_HOST: host }),
      new RegExp(`KINORA_HOST: ${host} is not an address of this machine`),
    );
  }
});

test('a database that lets nobody in, does not exist or is no PostgreSQL is named with DATABASE_URL', async () => {
  const as = (change: (url: URL) => void): { DATABASE_URL: string } => {
    const url = new URL(books.connectionString.replace('@/', '@none/'));
    change(url);
    return { DATABASE_URL: url.href.replace('@none/', '@/') };
  };
  const refused = await failedStart(
    as((url) => {
      url.password = 'wrong';
    }),
  );
  assert.match(refused, /DATABASE_URL: PostgreSQL does not let this user in .*percent-encoded/);
  const missing = await failedStart(
    as((url) => {
      url.pathname = '/none';
    }),
  );
  assert.match(missing, /DATABASE_URL: .*"none" does not exist; create it/);
  const unreadable = await failedStart({ DATABASE_URL: 'postgresql://kinora@127.0.0.1:99999/kinora' });
  assert.match(unreadable, /DATABASE_URL: no connection could be made/);
});

test('a data directory that is a file is named with KINORA_DATA_DIR', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  for (const dataDir of [file, path.join(file, 'data')]) {
    assert.match(await failedStart({ KINORA_DATA_DIR: dataDir }), /KINORA_DATA_DIR: .* below a file/);
  }
});

test('a data directory where nothing can be created is named with KINORA_DATA_DIR at once', {
  skip: notLinux,
}, async () => {
  // Node's recursive mkdir never ends there: the kernel says that the folder above is missing, which it is not.
  for (const dataDir of ['/proc/kinora', '/proc/kinora/data', '/proc/self/data']) {
    assert.match(
      await failedStart({ KINORA_DATA_DIR: dataDir }),
      new RegExp(`KINORA_DATA_DIR: ${dataDir} cannot be used; name another folder \\(ENOENT\\)`),
    );
  }
});

test('a folder of results that is a file is named before orders are accepted', async () => {
  const dataDir = path.join(folder, 'without-results');
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'blobs'), '');
  assert.match(
    await failedStart({ KINORA_DATA_DIR: dataDir }),
    /KINORA_DATA_DIR: .*blobs is or is below a file/,
  );
});

test('a server whose clock is days away from the clock of the database does not start', async () => {
  const shift = path.join(folder, 'shift.cjs');
  await writeFile(shift, 'const now = Date.now; Date.now = () => now() + Number(process.env.SHIFT_MS);');
  for (const [days, said] of [
    [40, '40 days ahead of'],
    [-3, '3 days behind'],
  ] as const) {
    const output = await failedStart({
      NODE_OPTIONS: `--require ${shift}`,
      SHIFT_MS: String(days * 86_400_000 + Math.sign(days) * 60_000),
    });
    assert.ok(
      output.includes(`the clock of this machine is ${said} the database's; set the wrong one`),
      output,
    );
  }
});

const tmpfs = (size: string) => [
  '--mount',
  '--map-root-user',
  '--user',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`,
];
const hasTmpfs = spawnSync('unshare', [...tmpfs('1m'), '/mnt', 'true']).status === 0;

for (const [when, size] of [
  ['before the database', '16k'],
  ['within initdb', '20m'],
  ['within the migrations', '41m'],
] as const) {
  test(`a disk that is full ${when} is named with KINORA_DATA_DIR`, {
    skip: !hasTmpfs && 'no file system can be mounted',
    timeout: SLOW_MS,
  }, async () => {
    verifies('DEC-SETTING-33');
    const place = path.join(folder, 'full');
    await mkdir(place, { recursive: true });
    const serve = [process.execPath, SERVER_MAIN, 'serve', '--no-worker'];
    const { status, stdout, stderr } = spawnSync('unshare', [...tmpfs(size), place, ...serve], {
      env: childEnvironment({
        KINORA_DATA_DIR: path.join(place, 'data'),
        KINORA_PORT: '0',
        KINORA_LOG_LEVEL: 'error',
      }),
      encoding: 'utf8',
    });
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^kinora serve: KINORA_DATA_DIR: \S+ is on a full disk; free some space, or .*\n$/);
    const { stdout: processes } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    assert.ok(!processes.includes(path.join(place, 'data', 'postgres')), 'PostgreSQL still runs');
  });
}

test('damaged secrets are named with their file', async () => {
  const dataDir = path.join(folder, 'damaged');
  await mkdir(dataDir);
  const file = path.join(dataDir, 'secrets.json');
  for (const content of ['', '{', 'null', '{}', '{"postgresPassword": 1, "workerToken": "x"}']) {
    await writeFile(file, content);
    const output = await failedStart({ KINORA_DATA_DIR: dataDir });
    assert.ok(output.includes(`${file} is damaged; put the file of your backup`), output);
  }
});

test('no new secrets are made for an embedded database that was created with others', async () => {
  const dataDir = path.join(folder, 'without-secrets');
  const cluster = path.join(dataDir, 'postgres', 'cluster');
  await mkdir(cluster, { recursive: true });
  await writeFile(path.join(cluster, 'PG_VERSION'), '18\n');
  assert.match(
    await failedStart({ KINORA_DATA_DIR: dataDir, DATABASE_URL: '' }),
    /secrets\.json is missing, without which the database in .* cannot be opened/,
  );
  assert.deepEqual(await readdir(dataDir), ['postgres']);
});
