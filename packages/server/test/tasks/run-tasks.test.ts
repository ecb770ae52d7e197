import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
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
beforeEach(async () => {
  await scene.database.query('delete from graphile_worker._private_jobs');
  await scene.database.query('delete from task_runners');
});

const EMAIL = { to: 'ann@example.com', name: 'account_deleted', data: {} } as const;

function run(
  sendMail: () => Promise<void>,
  log: (line: string) => void = () => {},
  options: { readonly queryTimeoutMs?: number } = {},
) {
  return runTasks({
    ...scene,
    ...options,
    taskList: { send_email: sendMail } as unknown as TaskList,
    schedule: [],
    heartbeatMs: 100,
    logger: pino({ level: 'debug' }, { write: log }) as FastifyBaseLogger,
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
  await addTask(scene.database, 'send_email', EMAIL);
  await within(() => 'the task', started.promise);
  const stopped = runner.stop();
  released.resolve();
  await stopped;
  assert.equal(await waiting(), 0);
});

// The test runner fails this file on an unhandled rejection, which would end a server.
test('the end of a task that cannot be recorded does not end the process, and tasks go on', async () => {
  verifies('DEC-TASK-01');
  const { runner, runs } = await loseFirstEnd();
  await addTask(scene.database, 'send_email', EMAIL);
  await until(() => runs() >= 2);
  await runner.stop();
});

test('a task whose end could not be recorded runs again', async () => {
  verifies('DEC-TASK-02');
  const { runner, runs } = await loseFirstEnd();
  await untilRunnersAre(2);
  await letMinutesPass();
  await until(() => runs() === 2);
  await until(async () => (await waiting()) === 0);
  await runner.stop();
});

test('a task runs although the response to its claim was lost', async () => {
  verifies('DEC-TASK-02');
  let runs = 0;
  let hasFailed = false;
  const runner = await run(
    async () => {
      runs += 1;
    },
    (line) => {
      hasFailed ||= line.includes('Failed to acquire job');
    },
  );
  await untilRunnersAre(1);
  // As the library leaves it: the claim is committed, and the poll has failed.
  const [pool] = await scene.database.query<{ id: string }>('select id from task_runners');
  const table = 'graphile_worker._private_jobs';
  const later = new Date(Date.now() + 3_600_000);
  await addTask(scene.database, 'send_email', EMAIL, { runAt: later });
  await scene.database.query(`update ${table} set run_at = now(), locked_at = now(), locked_by = $1`, [
    pool?.id,
  ]);
  await scene.database.query(`alter table ${table} rename to _private_missing`);
  await until(() => hasFailed);
  await scene.database.query('alter table graphile_worker._private_missing rename to _private_jobs');
  await untilRunnersAre(2);
  await letMinutesPass();
  await until(() => runs === 1);
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
  await addTask(scene.database, 'send_email', EMAIL);
  await until(() => runs > 0);
  await runner.stop();
});

test('a statement of the library that gets no answer is given up, and tasks go on', async () => {
  verifies('DEC-TASK-02');
  let hasFailed = false;
  const ran = Promise.withResolvers<void>();
  const log = (line: string) => {
    hasFailed ||= line.includes('Failed to acquire job');
  };
  const runner = await run(async () => ran.resolve(), log, { queryTimeoutMs: 500 });
  await untilRunnersAre(1);
  await addTask(scene.database, 'send_email', EMAIL, { runAt: new Date(Date.now() + 1000) });
  await scene.database.transaction(async (tx) => {
    // As a machine that lost power: the claim of a task waits, and nothing refuses it.
    await tx.query('lock table graphile_worker._private_jobs in access exclusive mode');
    const open = setInterval(() => void tx.query('select').catch(() => {}), 1000);
    await until(() => hasFailed).finally(() => clearInterval(open));
  });
  await within(() => 'the task', ran.promise);
  await runner.stop();
});

/** The library has a new id after each start; heartbeats record them. */
async function untilRunnersAre(count: number): Promise<void> {
  await until(async () => (await scene.database.query('select from task_runners')).length === count);
}

/** All locks and heartbeats so far are old. */
async function letMinutesPass(): Promise<void> {
  await scene.database.query(
    `update graphile_worker._private_jobs set locked_at = locked_at - interval '5 minutes'`,
  );
  await scene.database.query(`update task_runners set seen_at = seen_at - interval '5 minutes'`);
}

async function sessionsOfLibrary(): Promise<number> {
  const rows = await scene.database.query(
    `select from pg_stat_activity where datname = current_database() and query like '%_private_tasks%'
       and query !~ '^(alter table|select from pg_stat_activity)'`,
  );
  return rows.length;
}

/** A runner, and how often its task has run, after PostgreSQL refused to record the first end. */
async function loseFirstEnd() {
  await refuseEnds();
  let runs = 0;
  const runner = await run(async () => {
    runs += 1;
  });
  await addTask(scene.database, 'send_email', EMAIL);
  await until(async () => (await refusedEnds()) > 0);
  await allowEnds();
  return { runner, runs: () => runs };
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

async function allowEnds(): Promise<void> {
  await scene.database.query('drop trigger refuse_end on graphile_worker._private_jobs');
  await scene.database.query('drop function refuse_end');
  await scene.database.query('drop sequence refused_ends');
}

async function refusedEnds(): Promise<number> {
  const [row] = await scene.database.query<{ count: number }>(
    'select case when is_called then last_value else 0 end::int as count from refused_ends',
  );
  return row?.count ?? 0;
}

test('periodic tasks wait while the clock of the process is days ahead of the database, and others go on', async () => {
  const done: string[] = [];
  const lines: string[] = [];
  const note = (name: string) => async () => void done.push(name);
  const runner = await runTasks({
    ...scene,
    taskList: { send_email: note('mail'), purge_expired: note('purge') } as unknown as TaskList,
    schedule: [{ task: 'purge_expired', match: '0 0 1 1 *' }],
    logger: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }) as FastifyBaseLogger,
    onError: () => {},
  });
  const realNow = Date.now;
  try {
    Date.now = () => realNow() + 40 * 86_400_000;
    await addTask(scene.database, 'purge_expired', {});
    await addTask(scene.database, 'send_email', EMAIL);
    await until(async () => (await waiting()) === 0);
    assert.deepEqual(done, ['mail']);
    assert.match(
      lines.join(''),
      /nothing is billed or deleted now: the clock of this machine is 40 days ahead of/,
    );
    Date.now = realNow;
    await addTask(scene.database, 'purge_expired', {});
    await until(() => done.includes('purge'));
  } finally {
    Date.now = realNow;
    await runner.stop();
  }
});
