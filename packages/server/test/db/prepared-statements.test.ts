import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { createStatementNames } from '../../src/db/statement-names.ts';
import { until } from '../support/deadline.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let scene: TestDatabase;
let single: Database;
before(async () => {
  scene = await createTestDatabase();
  single = openDatabase({
    connectionString: scene.connectionString,
    maxConnections: 1,
    onError: () => {},
  });
});
after(async () => {
  await single.close();
  await scene.close();
});

const PREPARED = 'select name, statement as text from pg_prepared_statements where statement like $1';

test('a statement with values is prepared once on a connection, and one without values never', async () => {
  for (let n = 0; n < 20; n++) {
    assert.deepEqual(await single.query('select $1::int as n, 1 as once', [n]), [{ n, once: 1 }]);
    await single.query(`select ${n} as never`);
  }
  await single.query('select 1 as never; select 2 as never');
  const prepared = await single.query<{ name: string; text: string }>(PREPARED, ['%never%']);
  assert.deepEqual(prepared, []);
  const once = await single.query<{ name: string; text: string }>(PREPARED, ['%as once%']);
  assert.equal(once.length, 1);
  assert.match(once[0]?.name ?? '', /^[0-9a-f]{32}_0$/);
});

test('a transaction uses the prepared statements of its connection, also after a failed one', async () => {
  const divide = (by: number) =>
    single.transaction((tx) => tx.query<{ n: number }>('select 10 / $1::int as n, 1 as divided', [by]));
  await assert.rejects(divide(0), /division by zero/);
  assert.equal((await divide(5))[0]?.n, 2);
  await assert.rejects(divide(0), /division by zero/);
  assert.equal((await divide(2))[0]?.n, 5);
  assert.equal((await single.query(PREPARED, ['%as divided%'])).length, 1);
});

test('a statement of a transaction is planned once, even for short arrays', async () => {
  const read = 'select id, 1 as planned from accounts where id = any($1::uuid[])';
  for (let n = 0; n < 20; n++) await single.transaction((tx) => tx.query(read, [[]]));
  const [plans] = await single.query<{ once: number; again: number }>(
    `select generic_plans as once, custom_plans as again from pg_prepared_statements where statement = $1`,
    [read],
  );
  assert.deepEqual(plans, { once: 20, again: 0 });
});

test('names depend on the text, are limited in number, and change after a renewal', () => {
  const names = createStatementNames(2);
  const [one, two] = [names.nameOf('select 1'), names.nameOf('select 2')];
  assert.ok(one !== undefined && two !== undefined && one !== two);
  assert.equal(names.nameOf('select 3'), undefined);
  assert.equal(names.nameOf('select 1'), one);
  assert.equal(createStatementNames().nameOf('select 2'), two, 'every process uses the same name');
  names.renew();
  assert.notEqual(names.nameOf('select 1'), one);
});

test('a lost connection is replaced by one that prepares its statements again', async () => {
  const backend = 'select pg_backend_pid() as pid, $1::int as n';
  const [lost] = await single.query<{ pid: number; n: number }>(backend, [1]);
  await scene.database.query('select pg_terminate_backend($1)', [lost?.pid]);
  let next: { pid: number; n: number } | undefined;
  // The pool may still return the lost connection once.
  await until(async () => {
    next = (await single.query<typeof lost>(backend, [2]).catch(() => []))[0];
    return next !== undefined;
  });
  assert.equal(next?.n, 2);
  assert.notEqual(next.pid, lost?.pid);
});

test('a migration that changes the result of a statement takes effect on every connection', async () => {
  const pool = openDatabase({
    connectionString: scene.connectionString,
    maxConnections: 6,
    onError: () => {},
  });
  await scene.database.query('create table grown as select 1 as id');
  const read = 'select * from grown where id = $1';
  const onAll = (work: () => Promise<unknown[]>) => Promise.all(Array.from({ length: 6 }, work));
  const alone = () => pool.query(read, [1]);
  const inTransaction = () => pool.transaction((tx) => tx.query(read, [1]));
  // Each waits for all the others before it ends, so each uses another connection.
  let reading = 0;
  const all = Promise.withResolvers<void>();
  await onAll(() =>
    pool.transaction(async (tx) => {
      const rows = await tx.query(read, [1]);
      reading += 1;
      if (reading === 6) all.resolve();
      await all.promise;
      return rows;
    }),
  );
  await scene.database.query('alter table grown add column more int default 2');
  const grown = Array.from({ length: 6 }, () => [{ id: 1, more: 2 }]);
  assert.deepEqual(await onAll(alone), grown);
  await scene.database.query('alter table grown add column most int default 3');
  assert.deepEqual(
    await onAll(inTransaction),
    grown.map(([row]) => [{ ...row, most: 3 }]),
  );
  await pool.close();
});
