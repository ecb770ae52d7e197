import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { isLockTimeout, openDatabase } from '../../src/db/database.ts';
import { settlePayment } from '../../src/settle/settle-job.ts';
import { countTransactions } from '../support/count-transactions.ts';
import { imageOf } from '../support/default-catalogue.ts';
import { acceptorOf, balanceOf, jobRequest, newAccount, violations } from '../support/jobs-under-test.ts';
import {
  countBlockedQueries,
  createTestDatabase,
  type TestDatabase,
  untilBlocked,
} from '../support/test-database.ts';

let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
});
after(() => books.close());

test('of three requests in one batch, one that cannot be written fails alone', async () => {
  const { database } = books;
  const [payer, other] = [await newAccount(database, 12), await newAccount(database, 100)];
  const accept = acceptorOf(database);
  const standing = jobRequest(other);
  await accept(standing);

  // The balance covers one of them: the order decides which.
  const [first, last] = [jobRequest(payer, { quote: imageOf(2048, 1024) }), jobRequest(payer)];
  const [one, two, three] = await Promise.allSettled([
    accept(first),
    accept(jobRequest(other, { jobId: standing.jobId })),
    accept(last),
  ]);
  assert.ok(one.status === 'fulfilled' && one.value.ok);
  assert.equal(one.value.value.answer.job_id, first.jobId);
  assert.ok(two.status === 'rejected');
  assert.match(String(two.reason), /jobs_pkey/);
  assert.ok(three.status === 'fulfilled' && !three.value.ok);
  assert.equal(three.value.problem.code, 'balance_insufficient');
  assert.deepEqual([await balanceOf(database, payer), await balanceOf(database, other)], [4, 95]);
  assert.deepEqual(await violations(database), []);
});

test('an account whose row is locked leaves its batch at once, and waits alone', async () => {
  verifies('DEC-FAULT-01');
  const database = openDatabase({ ...books, lockPatienceMs: 200, onError: () => {} });
  const [held, free] = [await newAccount(database, 100), await newAccount(database, 100)];
  const { counted, count } = countTransactions(database);
  const accept = acceptorOf(counted);
  await books.database.transaction(async (tx) => {
    await tx.query('select from funding_accounts where account_id = $1 for update', [held]);
    const rejected = Array.from({ length: 20 }, () => accept(jobRequest(held)));
    assert.ok((await accept(jobRequest(free))).ok);
    for (const result of rejected) await assert.rejects(result, isLockTimeout);
  });
  // Two transactions: the batch, and one for all requests of the locked account.
  assert.equal(count(), 2);
  assert.ok((await accept(jobRequest(held))).ok);
  assert.deepEqual([await balanceOf(database, held), await balanceOf(database, free)], [95, 95]);
  assert.deepEqual(await violations(database), []);
  await database.close();
});

test('a batch does not wait for an account whose job is just ending', async () => {
  verifies('DEC-FAULT-01');
  const { database } = books;
  const [held, free] = [await newAccount(database, 100), await newAccount(database, 100)];
  const ending = jobRequest(held);
  assert.ok((await acceptorOf(database)(ending)).ok);
  const { counted, count } = countTransactions(database);
  const accept = acceptorOf(counted);
  let waiting: ReturnType<typeof accept> | undefined;
  await database.transaction(async (tx) => {
    await settlePayment(tx, { jobId: ending.jobId, accountId: held, interface: 'v1' }, new Date());
    waiting = accept(jobRequest(held));
    assert.ok((await accept(jobRequest(free))).ok);
  });
  assert.ok((await waiting)?.ok);
  assert.equal(count(), 2, 'the batch, and the request that waited');
});

test('many accounts whose rows are locked leave connections for the others', async () => {
  verifies('DEC-FAULT-01');
  const database = openDatabase({ ...books, maxConnections: 4, onError: () => {} });
  const held = await Promise.all(Array.from({ length: 8 }, () => newAccount(database, 100)));
  const accept = acceptorOf(database);
  let waiting: readonly ReturnType<typeof accept>[] = [];
  await books.database.transaction(async (tx) => {
    await tx.query('select from funding_accounts where account_id = any($1) for update', [held]);
    waiting = held.map((account) => accept(jobRequest(account)));
    await untilBlocked(books.database);
    for (let look = 0; look < 100; look++) assert.ok((await countBlockedQueries(books.database)) <= 1);
  });
  assert.ok((await Promise.all(waiting)).every(({ ok }) => ok));
  await database.close();
});
