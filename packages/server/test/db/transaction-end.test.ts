import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Queryable } from '../../src/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** Statements that fail, and the end of their transaction. */

let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
});
after(() => books.close());

test('a statement after the end of its transaction is refused, and not run on the connection of the next user', async () => {
  verifies('DEC-STATEMENT-02');
  const { database } = books;
  await database.query('create table late (n int)');
  for (const end of ['committed', 'rolled back'] as const) {
    let left: Queryable | undefined;
    const ended = database.transaction(async (tx) => {
      left = tx;
      if (end === 'rolled back') await tx.query('select 1 / 0');
    });
    await (end === 'rolled back' ? assert.rejects(ended, /division by zero/) : ended);
    await assert.rejects(
      async () => left?.query('insert into late values ($1)', [1]),
      /the transaction has ended/,
    );
  }
  assert.deepEqual(await database.query('select from late'), []);
});

test('a transaction runs again although a statement that was sent behind the failed one is awaited first', async () => {
  verifies('DEC-STATEMENT-02');
  const { database } = books;
  await database.query('create sequence tries');
  const value = await database.transaction(async (tx) => {
    const failing = tx.query(
      `do $$ begin if nextval('tries') = 1 then raise sqlstate '40001'; end if; end $$`,
    );
    failing.catch(() => {});
    const [row] = await tx.query<{ value: number }>('select 7 as value');
    await failing;
    return row?.value;
  });
  assert.equal(value, 7);
});

test('a transaction fails with what was wrong, not with what PostgreSQL refused because of it', async () => {
  verifies('DEC-STATEMENT-02');
  const failed = books.database.transaction(async (tx) => {
    const failing = tx.query('select 1 / 0');
    failing.catch(() => {});
    await tx.query('select 7');
    await failing;
  });
  await assert.rejects(failed, /division by zero/);
});

test('a transaction whose work ignores a failure was not committed, and says so', async () => {
  verifies('DEC-STATEMENT-03');
  const { database } = books;
  await database.query('create table ignored (n int)');
  const ended = database.transaction(async (tx) => {
    await tx.query('insert into ignored values ($1)', [1]);
    await tx.query('select 1 / 0').catch(() => {});
    return 'done';
  });
  await assert.rejects(ended, /division by zero/);
  assert.deepEqual(await database.query('select from ignored'), []);
});

test('writes that are sent together are committed all or none', async () => {
  verifies('DEC-STATEMENT-03');
  const { database } = books;
  await database.query('create table written (n int primary key)');
  const write = (...values: readonly number[]) =>
    database.transaction(async (tx) => {
      const insert = (n: number) => tx.query('insert into written values ($1)', [n]);
      await Promise.all(values.map(insert));
      return values;
    });
  assert.deepEqual(await write(1, 2), [1, 2]);
  await assert.rejects(write(3, 2, 4), /duplicate key/);
  assert.deepEqual(await database.query('select n from written order by n'), [{ n: 1 }, { n: 2 }]);
});

test('a write that cannot be sent rolls back those that were sent before it', async () => {
  verifies('DEC-STATEMENT-03');
  const { database } = books;
  await database.query('create table unsent (n int)');
  const cannotBuild = async () => {
    throw new Error('no parameters');
  };
  const circular: unknown[] = [];
  circular.push({ circular });
  const failures = [
    [cannotBuild, /no parameters/],
    // Several functions deep, as the writes of an acceptance are.
    [async () => Promise.all([(async () => cannotBuild())()]), /no parameters/],
    [(tx: Queryable) => tx.query('insert into unsent select $1', [circular[0]]), /circular/],
  ] as const;
  for (const [fail, message] of failures) {
    const ended = database.transaction(async (tx) => {
      await Promise.all([tx.query('insert into unsent values ($1)', [1]), fail(tx)]);
    });
    await assert.rejects(ended, message);
  }
  assert.deepEqual(await database.query('select from unsent'), []);
});
