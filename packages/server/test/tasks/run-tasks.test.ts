import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { addTask } from '../../src/tasks/add-task.ts';
import { runTasks } from '../../src/tasks/run-tasks.ts';
import type { TaskList } from '../../src/tasks/task.ts';
import { until, within } from '../support/deadline.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let scene: TestDatabase;
before(async () => {
  scene = await createTestDatabase();
});
after(() => scene.close());

const EMAIL = { to: 'ann@example.com', subject: 'Hello', text: 'Hello.' };

function run(sendMail: () => Promise<void>) {
  return runTasks({
    ...scene,
    taskList: { send_mail: sendMail } as unknown as TaskList,
    schedule: [],
    logger: pino({ level: 'silent' }) as FastifyBaseLogger,
    onError: () => {},
  });
}

async function waiting(): Promise<number> {
  const [row] = await scene.database.query<{ count: number }>('select count(*) from graphile_worker.jobs');
  return row?.count ?? -1;
}

test('a task that ends while the runner stops is recorded before the runner has stopped', async () => {
  verifies('DEC-TASK-01');
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const runner = await run(async () => {
    started.resolve();
    await released.promise;
  });
  await addTask(scene.database, 'send_mail', EMAIL);
  await within(() => 'the task', started.promise);
  const stopped = runner.stop();
  released.resolve();
  await stopped;
  assert.equal(await waiting(), 0);
});

// The test runner fails this file on an unhandled rejection, which would end a server.
test('the end of a task that cannot be recorded does not end the process, and tasks go on', async () => {
  verifies('DEC-TASK-01');
  await refuseEnds();
  let runs = 0;
  const runner = await run(async () => {
    runs += 1;
  });
  await addTask(scene.database, 'send_mail', EMAIL);
  await until(async () => (await refusedEnds()) > 0);
  await scene.database.query('drop trigger refuse_end on graphile_worker._private_jobs');
  await addTask(scene.database, 'send_mail', EMAIL);
  await until(() => runs >= 2);
  await runner.stop();
});

test('tasks run although the database failed when the library first read it', async () => {
  verifies('DEC-TASK-02');
  const table = 'graphile_worker._private_tasks';
  await scene.database.query(`alter table ${table} rename to _private_missing`);
  let runs = 0;
  const runner = await run(async () => {
    runs += 1;
  });
  // Long enough for the first look for a task, which fails.
  await until(async () => (await sessionsOfLibrary()) > 0);
  await scene.database.query('alter table graphile_worker._private_missing rename to _private_tasks');
  await addTask(scene.database, 'send_mail', EMAIL);
  await until(() => runs > 0);
  await runner.stop();
});

async function sessionsOfLibrary(): Promise<number> {
  const rows = await scene.database.query(
    `select from pg_stat_activity where datname = current_database() and query like '%_private_tasks%'
       and query !~ '^(alter table|select from pg_stat_activity)'`,
  );
  return rows.length;
}

/** Makes PostgreSQL refuse to delete ended tasks. The sequence counts the refusals, because no rollback resets it. */
async function refuseEnds(): Promise<void> {
  for (const statement of [
    'create sequence refused_ends',
    `create function refuse_end() returns trigger language plpgsql as $$
       begin perform nextval('public.refused_ends'); raise exception 'refused'; end $$`,
    `create trigger refuse_end before delete on graphile_worker._private_jobs
       for each row execute function refuse_end()`,
  ])
    await scene.database.query(statement);
}

async function refusedEnds(): Promise<number> {
  const [row] = await scene.database.query<{ count: number }>(
    'select case when is_called then last_value else 0 end::int as count from refused_ends',
  );
  return row?.count ?? 0;
}
