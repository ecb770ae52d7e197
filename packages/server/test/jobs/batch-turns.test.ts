import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createBatchTurns, takeTurn } from '../../src/admit/accept/batch-turns.ts';
import { countTransactions } from '../support/count-transactions.ts';
import { acceptorOf, jobRequest, newAccount, violations } from '../support/jobs-under-test.ts';
import { createTestDatabase, type TestDatabase, untilBlocked } from '../support/test-database.ts';

let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
});
after(() => books.close());

test('batches take turns for ten seconds after one that found rows locked, and not after a turn that never came', () => {
  let now = 0;
  const turns = createBatchTurns(() => now);
  assert.equal(turns.areTaken(), false);
  turns.noteLockedRows();
  assert.equal(turns.areTaken(), true);
  now = 9_999;
  assert.equal(turns.areTaken(), true);
  turns.noteTimeout();
  now = 12_000;
  turns.noteLockedRows();
  assert.equal(turns.areTaken(), false);
  now = 9_999 + 10_000;
  assert.equal(turns.areTaken(), true);
  now = 12_000 + 10_000;
  assert.equal(turns.areTaken(), false);
});

/** An acceptor whose batches take turns, and five accounts. */
async function takingTurns() {
  const { database } = books;
  const { counted, count } = countTransactions(database);
  const accept = acceptorOf(counted);
  const accounts: string[] = [];
  for (let at = 0; at < 5; at++) accounts.push(await newAccount(database, 100));
  const [locked = ''] = accounts;
  let late: ReturnType<typeof accept> | undefined;
  await database.transaction(async (tx) => {
    await tx.query('select from funding_accounts where account_id = $1 for update', [locked]);
    late = accept(jobRequest(locked));
    await untilBlocked(database);
  });
  assert.ok((await late)?.ok);
  const before = count();
  const orderAll = () => Promise.all(accounts.map((accountId) => accept(jobRequest(accountId))));
  return { orderAll, transactions: () => count() - before };
}

test('a batch waits for that of another server, and is then accepted as one', async () => {
  const { orderAll, transactions } = await takingTurns();
  let accepted: ReturnType<typeof orderAll> | undefined;
  let isAccepted = false;
  await books.database.transaction(async (tx) => {
    await takeTurn(tx);
    accepted = orderAll();
    void accepted.then(() => {
      isAccepted = true;
    });
    await untilBlocked(books.database);
    assert.equal(isAccepted, false);
  });
  assert.ok((await accepted)?.every(({ ok }) => ok));
  assert.equal(transactions(), 1);
});

test('the orders of a batch that gets no turn are accepted account by account, and the next ones wait for none', async () => {
  const { orderAll, transactions } = await takingTurns();
  await books.database.transaction(async (tx) => {
    await takeTurn(tx);
    assert.ok((await orderAll()).every(({ ok }) => ok));
    assert.equal(transactions(), 6);
    assert.ok((await orderAll()).every(({ ok }) => ok));
    assert.equal(transactions(), 7);
  });
  assert.deepEqual(await violations(books.database), []);
});
