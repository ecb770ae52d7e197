import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { verifies } from '@kinora/testing/requirements';
import pg from 'pg';
import { openDatabase } from '../../src/db/database.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts';
import { until } from '../support/deadline.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-pg-test-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const PASSWORD = 'a secret';
const pidFile = (of: string): string => path.join(of, 'cluster', 'postmaster.pid');
const pidOf = async (of: string): Promise<number> =>
  Number((await readFile(pidFile(of), 'utf8')).split('\n')[0]);

async function query<Row>(connectionString: string, sql: string): Promise<Row[]> {
  const database = openDatabase({ connectionString, onError: () => {} });
  try {
    return await database.query<Row>(sql);
  } finally {
    await database.close();
  }
}

test('the cluster is private, requires its password, and is durable', async () => {
  const place = path.join(folder, 'private');
  const postgres = await startEmbeddedPostgres(place, PASSWORD);
  assert.equal((await stat(place)).mode & 0o777, 0o700);
  assert.equal((await stat(path.join(place, 'cluster'))).mode & 0o777, 0o700);
  const settings = await query<Record<string, string>>(
    postgres.connectionString,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
       current_setting('listen_addresses') as tcp`,
  );
  assert.deepEqual(settings, [{ fsync: 'on', sync: 'on', tcp: '' }]);
  const wrong = postgres.connectionString.replace(encodeURIComponent(PASSWORD), 'wrong');
  await assert.rejects(query(wrong, 'select 1'), /password authentication failed/);
  await postgres.stop();
  assert.equal(existsSync(pidFile(place)), false);
});

test('a start with the password of another cluster says so, and leaves no server running', async () => {
  const place = path.join(folder, 'foreign');
  await (await startEmbeddedPostgres(place, PASSWORD)).stop();
  await assert.rejects(startEmbeddedPostgres(place, 'another secret'), /created with another secrets\.json/);
  await until(() => !existsSync(pidFile(place)));
});

test('the server of a killed Kinora process is reused, with all committed data', async () => {
  const place = path.join(folder, 'reused');
  const first = await startEmbeddedPostgres(place, PASSWORD);
  await query(first.connectionString, 'create table t as select 42 as n');
  const pid = await pidOf(place);
  // The first server still runs, as after a SIGKILL of its Kinora process.
  const second = await startEmbeddedPostgres(place, PASSWORD);
  assert.equal(await pidOf(place), pid);
  assert.deepEqual(await query(second.connectionString, 'select n from t'), [{ n: 42 }]);
  await second.stop();
});

test('the database recovers after a SIGKILL', async () => {
  const place = path.join(folder, 'killed');
  const first = await startEmbeddedPostgres(place, PASSWORD);
  await query(first.connectionString, 'create table t as select 7 as n');
  process.kill(await pidOf(place), 'SIGKILL');
  const second = await startEmbeddedPostgres(place, PASSWORD);
  assert.deepEqual(await query(second.connectionString, 'select n from t'), [{ n: 7 }]);
  await second.stop();
});

test('a start waits for processes of a killed server that have not ended yet', async () => {
  const place = path.join(folder, 'lingering');
  const first = await startEmbeddedPostgres(place, PASSWORD);
  const client = openDatabase({ connectionString: first.connectionString, onError: () => {} });
  const [backend] = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  assert.ok(backend !== undefined);
  // A stopped process keeps the shared memory, as does a process that gets no processor time to end.
  process.kill(backend.pid, 'SIGSTOP');
  process.kill(await pidOf(place), 'SIGKILL');
  const starting = startEmbeddedPostgres(place, PASSWORD);
  await until(async () =>
    (await readFile(path.join(place, 'start.log'), 'utf8')).includes('pre-existing shared memory block'),
  );
  process.kill(backend.pid, 'SIGKILL');
  const second = await starting;
  assert.deepEqual(await query(second.connectionString, 'select 1 as n'), [{ n: 1 }]);
  await client.close();
  await second.stop();
});

test('with keepsRunning a server that dies is restarted at the same address', async () => {
  const place = path.join(folder, 'kept');
  const postgres = await startEmbeddedPostgres(place, PASSWORD, { keepsRunning: true });
  await query(postgres.connectionString, 'create table t as select 3 as n');
  const killed = await pidOf(place);
  process.kill(killed, 'SIGKILL');
  const responds = async (): Promise<boolean> =>
    query<{ n: number }>(postgres.connectionString, 'select n from t').then(
      (rows) => rows[0]?.n === 3,
      () => false,
    );
  await until(responds);
  assert.notEqual(await pidOf(place), killed);
  await postgres.stop();
});

test('two concurrent starts share one server, and the last one to stop ends it', async () => {
  verifies('DEC-SETTING-05');
  const place = path.join(folder, 'shared');
  const [one, two] = await Promise.all([
    startEmbeddedPostgres(place, PASSWORD),
    startEmbeddedPostgres(place, PASSWORD),
  ]);
  const user = openDatabase({ connectionString: two.connectionString, onError: () => {} });
  await user.query('select 1');
  await one.stop();
  assert.deepEqual(await user.query('select 1 as n'), [{ n: 1 }]);
  await user.close();
  await two.stop();
  assert.equal(existsSync(pidFile(place)), false);
});

test('a connection that was closed just before the stop does not keep the server running', async () => {
  verifies('DEC-SETTING-05');
  const place = path.join(folder, 'closing');
  const postgres = await startEmbeddedPostgres(place, PASSWORD);
  const client = new pg.Client({ connectionString: postgres.connectionString });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]?.pid;
  assert.ok(backend !== undefined);
  // A stopped process ends late, as does one that gets no processor time.
  process.kill(backend, 'SIGSTOP');
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  const stopped = postgres.stop();
  await pause(200);
  process.kill(backend, 'SIGCONT');
  await stopped;
  assert.equal(existsSync(pidFile(place)), false);
});

test('a copied cluster that other users can read is made private again', async () => {
  const place = path.join(folder, 'copied');
  await (await startEmbeddedPostgres(place, PASSWORD)).stop();
  await chmod(path.join(place, 'cluster'), 0o755);
  const postgres = await startEmbeddedPostgres(place, PASSWORD);
  assert.equal((await stat(path.join(place, 'cluster'))).mode & 0o777, 0o700);
  await postgres.stop();
});

test('the error of a cluster that cannot start contains the reason', async () => {
  const place = path.join(folder, 'damaged');
  await (await startEmbeddedPostgres(place, PASSWORD)).stop();
  await rm(path.join(place, 'cluster', 'global', 'pg_control'));
  await assert.rejects(
    startEmbeddedPostgres(place, PASSWORD),
    /could not start in .*: the database is damaged; restore a backup/,
  );
});

test('a folder whose path is too long for a socket still works', async () => {
  const place = path.join(folder, 'x'.repeat(90));
  const postgres = await startEmbeddedPostgres(place, PASSWORD);
  assert.deepEqual(await query(postgres.connectionString, 'select 1 as n'), [{ n: 1 }]);
  await postgres.stop();
});
