import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Queryable } from '../../src/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** Work that goes on after its transaction has ended, beside a statement that failed. */

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
