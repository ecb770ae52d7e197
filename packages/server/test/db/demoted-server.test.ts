import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { verifies } from '@kinora/testing/requirements';
import { type Database, isDatabaseUnavailable, openDatabase } from '../../src/db/database.ts';
import { until } from '../support/deadline.ts';
import { type DemotablePostgres, startDemotablePostgres } from '../support/demotable-postgres.ts';

let server: DemotablePostgres;
before(async () => {
  server = await startDemotablePostgres();
});
after(() => server.stop());

let database: Database;
let heard: string[];
let gaps: number;
beforeEach(async () => {
  database = openDatabase({ connectionString: server.connectionString, onError: () => {} });
  await database.query('create table if not exists notes (text text)');
  heard = [];
  gaps = 0;
  await database.listen(
    'notes',
    (payload) => heard.push(payload),
    () => (gaps += 1),
  );
  // Several sessions, idle by the time of the switch.
  await Promise.all(Array.from({ length: 4 }, () => database.query('select pg_sleep(0.05)')));
});
afterEach(async () => {
  await database.close();
  await server.promote();
});

test('a write to a demoted server goes to the new primary', async () => {
  verifies('DEC-FAULT-07');
  await server.demote();
  await database.query('insert into notes values ($1)', ['alone']);
  assert.deepEqual(await database.query(`select from notes where text = 'alone'`), [{}]);
});

test('a transaction with a demoted server runs again with the new primary', async () => {
  verifies('DEC-FAULT-07');
  await server.demote();
  let runs = 0;
  await database.transaction(async (tx) => {
    runs += 1;
    await tx.query('select from notes');
    await tx.query('insert into notes values ($1)', ['together']);
  });
  assert.deepEqual(await database.query(`select from notes where text = 'together'`), [{}]);
  assert.equal(runs, 2);
});

test('one statement ends all sessions with a demoted server, and one that only reads is enough', async () => {
  verifies('DEC-FAULT-07');
  await server.demote();
  assert.ok(database.pool.totalCount > 1);
  await database.query('select').catch(() => {});
  // The pool ends a session that nobody uses by itself, after 10 s.
  await until(() => database.pool.totalCount <= 1, 5_000);
  await until(async () => (await server.oldSessions()) === 0);
});

test('a session that only listens leaves a demoted server, and says that it may have missed something', async () => {
  verifies('DEC-FAULT-07');
  await server.demote();
  await until(async () => (await server.oldSessions()) === 0);
  await until(() => gaps > 0);
  await until(async () => {
    await database.query(`select pg_notify('notes', 'hello')`);
    return heard.includes('hello');
  });
});

test('while every server is read-only the database is unavailable, and then goes on by itself', async () => {
  verifies('DEC-FAULT-07');
  await server.demote({ forNewSessions: true });
  await assert.rejects(database.query(`insert into notes values ('x')`), isDatabaseUnavailable);
  await assert.rejects(database.query('select'), isDatabaseUnavailable);
  await server.promote();
  await until(() =>
    database.query('select').then(
      () => true,
      () => pause(50, false),
    ),
  );
  await database.query(`insert into notes values ('x')`);
});
