import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { addTask } from '../../src/tasks/add-task.ts';
import { type FaultScene, setFaultScene } from '../faults/fault-scene.ts';
import { until } from '../support/deadline.ts';
import { createTestDatabase } from '../support/test-database.ts';

let scene: FaultScene;
before(async () => {
  scene = await setFaultScene();
});
after(() => scene.end());

/** Its subject names the sum. */
const emailOf = (usd: number) =>
  ({ to: 'ann@example.com', name: 'refund_failed', data: { cents: 100 * usd } }) as const;
const subjectOf = (usd: number) => new RegExp(`"subject":"[^"]* ${usd}\\.00 USD`);

async function waiting(): Promise<number> {
  const [row] = await scene.database.query<{ count: number }>('select count(*) from graphile_worker.jobs');
  return row?.count ?? -1;
}

async function countEmails(): Promise<number> {
  const folder = path.join(scene.settings.KINORA_DATA_DIR ?? '', 'mail');
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.eml') && !name.startsWith('.')).length;
}

test('a task of a transaction that was rolled back never runs; one that was committed runs once', async () => {
  const service = await scene.start(['--no-worker']);
  await assert.rejects(
    scene.database.transaction(async (tx) => {
      await addTask(tx, 'send_email', emailOf(1));
      throw new Error('no');
    }),
  );
  assert.equal(await waiting(), 0);
  await scene.database.transaction((tx) => addTask(tx, 'send_email', emailOf(2)));
  await until(async () => (await waiting()) === 0);
  assert.equal(await countEmails(), 1);
  assert.match(service.output(), subjectOf(2));
  assert.doesNotMatch(service.output(), subjectOf(1));
  assert.equal(await service.end('SIGTERM'), 0);
});

test('a task that has not started survives kill -9', async () => {
  const before = await countEmails();
  const killed = await scene.start(['--no-worker']);
  await killed.end('SIGKILL');
  await scene.database.transaction((tx) => addTask(tx, 'send_email', emailOf(3)));
  assert.equal(await waiting(), 1);
  const revived = await scene.start(['--no-worker']);
  await until(async () => (await waiting()) === 0);
  assert.equal(await countEmails(), before + 1);
  await revived.end('SIGTERM');
});

test('the task of a killed process runs again in another one', async () => {
  const before = await countEmails();
  await scene.database.transaction((tx) => addTask(tx, 'send_email', emailOf(4)));
  // The state after a process was killed: locked, without a recent heartbeat.
  await scene.database.query(
    `update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '2 minutes'`,
  );
  const alive = await scene.start(['--no-worker']);
  await until(async () => (await waiting()) === 0);
  assert.equal(await countEmails(), before + 1);
  await alive.end('SIGTERM');
});

test('a task that is locked by a process with a recent heartbeat stays locked', async () => {
  await scene.database.transaction((tx) => addTask(tx, 'send_email', emailOf(5)));
  await scene.database.query(
    `update graphile_worker._private_jobs set locked_by = 'slow', locked_at = now() - interval '2 minutes'`,
  );
  await scene.database.query(`insert into task_runners values ('slow', now())`);
  const other = await scene.start(['--no-worker']);
  await scene.database.transaction((tx) => addTask(tx, 'send_email', emailOf(6)));
  await other.lineMatching(subjectOf(6));
  await until(async () => (await waiting()) === 1);
  const [task] = await scene.database.query<{ by: string }>(
    'select locked_by as by from graphile_worker.jobs',
  );
  assert.equal(task?.by, 'slow');
  await other.end('SIGTERM');
});

test('two concurrent starts migrate one empty database, with the tables of tasks', async () => {
  const { database, close } = await createTestDatabase();
  await database.query('drop schema public cascade');
  await database.query('drop schema graphile_worker cascade');
  await database.query('create schema public');
  const applied = await Promise.all([migrate(database), migrate(database)]);
  assert.ok(applied.flat().length > 0);
  assert.equal(new Set(applied.flat()).size, applied.flat().length);
  await addTask(database, 'send_email', emailOf(7));
  await close();
});

test('tasks continue to run after every connection to the database was cut', async () => {
  const before = await countEmails();
  const service = await scene.start(['--no-worker']);
  await scene.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await scene.database.transaction((tx) => addTask(tx, 'send_email', emailOf(8)));
  await service.lineMatching(subjectOf(8));
  assert.ok((await countEmails()) > before);
  assert.equal(await service.end('SIGTERM'), 0);
});
