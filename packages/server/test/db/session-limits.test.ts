import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { isDatabaseUnavailable, openDatabase } from '../../src/db/database.ts';
import { until } from '../support/deadline.ts';
import { newAccount } from '../support/jobs-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
});
after(() => books.close());

const LIMITS = {
  idle_in_transaction_session_timeout: '5s',
  statement_timeout: '9s',
  lock_timeout: '2s',
  client_connection_check_interval: '2s',
};

test('a session of the service has limits; a migration has none', async () => {
  verifies('DEC-FAULT-03');
  for (const [name, value] of Object.entries(LIMITS)) {
    assert.deepEqual(await books.database.query(`show ${name}`), [{ [name]: value }]);
  }
  const [{ timeouts } = { timeouts: -1 }] = await books.database.transaction((tx) =>
    tx.query<{ timeouts: string }>(`select current_setting('lock_timeout') as timeouts`),
  );
  assert.equal(timeouts, '250ms');
  const unlimited = openDatabase({ ...books, queryTimeoutMs: 0, idleTimeoutMs: 0, onError: () => {} });
  for (const name of ['idle_in_transaction_session_timeout', 'statement_timeout', 'lock_timeout']) {
    assert.deepEqual(await unlimited.query(`show ${name}`), [{ [name]: '0' }]);
  }
  await unlimited.close();
});

test('PostgreSQL ends a session that pauses within a transaction, and frees its locks', async () => {
  verifies('DEC-FAULT-03');
  const limited = openDatabase({ ...books, idleTimeoutMs: 100, onError: () => {} });
  const account = await newAccount(books.database, 100);
  const lock = 'select from funding_accounts where account_id = $1 for update skip locked';
  const isFree = async () => (await books.database.query(lock, [account])).length === 1;
  const paused = limited.transaction(async (tx) => {
    assert.equal((await tx.query(lock, [account])).length, 1);
    assert.equal(await isFree(), false);
    await until(isFree);
    await tx.query('select 1');
  });
  await assert.rejects(paused, isDatabaseUnavailable);
  await limited.close();
});

test('PostgreSQL cancels a statement that takes too long before this process gives it up', async () => {
  verifies('DEC-FAULT-03');
  const limited = openDatabase({ ...books, queryTimeoutMs: 1000, onError: () => {} });
  const cancelled = (error: unknown) =>
    (error as { code?: string }).code === '57014' && isDatabaseUnavailable(error);
  await assert.rejects(limited.query('select pg_sleep(60)'), cancelled);
  await limited.close();
});
