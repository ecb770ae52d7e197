import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isLockTimeout, openDatabase } from '../../src/db/database.ts';
import {
  acceptorOf,
  balanceOf,
  imageQuote,
  jobRequest,
  newAccount,
  violations,
} from '../support/jobs-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

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
  const [first, last] = [jobRequest(payer, { quote: imageQuote(8) }), jobRequest(payer)];
  const [one, two, three] = await Promise.allSettled([
    accept(first),
    accept(jobRequest(other, { jobId: standing.jobId })),
    accept(last),
  ]);
  assert.ok(one.status === 'fulfilled' && one.value.ok);
  assert.equal(one.value.value.response.job_id, first.jobId);
  assert.ok(two.status === 'rejected');
  assert.match(String(two.reason), /jobs_pkey/);
  assert.ok(three.status === 'fulfilled' && !three.value.ok);
  assert.equal(three.value.problem.code, 'balance_insufficient');
  assert.deepEqual([await balanceOf(database, payer), await balanceOf(database, other)], [4, 95]);
  assert.deepEqual(await violations(database), []);
});

test('an account whose row is locked does not delay other accounts', async () => {
  const database = openDatabase({
    connectionString: books.connectionString,
    lockTimeoutMs: 200,
    onError: () => {},
  });
  const [held, free] = [await newAccount(database, 100), await newAccount(database, 100)];
  let transactions = 0;
  const accept = acceptorOf({
    ...database,
    transaction(work) {
      transactions += 1;
      return database.transaction(work);
    },
  });
  await books.database.transaction(async (tx) => {
    await tx.query('select from funding_accounts where account_id = $1 for update', [held]);
    const rejected = Array.from({ length: 20 }, () => accept(jobRequest(held)));
    const accepted = accept(jobRequest(free));
    for (const result of rejected) await assert.rejects(result, isLockTimeout);
    assert.ok((await accepted).ok);
  });
  // Three transactions: the batch, one for the locked account, one for the unlocked account.
  assert.equal(transactions, 3);
  assert.ok((await accept(jobRequest(held))).ok);
  assert.deepEqual([await balanceOf(database, held), await balanceOf(database, free)], [95, 95]);
  assert.deepEqual(await violations(database), []);
  await database.close();
});
