import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type Database, isLockTimeout, openDatabase } from '../../src/db/database.ts';
import { reapExpiredLeases } from '../../src/jobs/reaper.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { acceptorOf, jobRequest, newAccount } from '../support/jobs-under-test.ts';
import { noBlobs } from '../support/no-blobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/**
 * Claims and expired leases while another transaction, such as another claim or one of a node that has vanished, has rows
 * locked.
 */

let books: TestDatabase;
let database: Database;
let account: string;
before(async () => {
  books = await createTestDatabase();
  database = books.database;
  account = await newAccount(database, 100_000);
});
after(() => books.close());
afterEach(() => database.query('delete from jobs'));

async function accept(): Promise<string> {
  const request = jobRequest(account);
  assert.ok((await acceptorOf(database)(request)).ok);
  return request.jobId;
}

/** Runs `work` while every job is locked. */
function whileLocked(work: () => Promise<unknown>): Promise<void> {
  return database.transaction(async (tx) => {
    await tx.query('select from open_jobs for update');
    await work();
  });
}

test('a job that is locked at the first try of a claim is claimed after a retry', async () => {
  const id = await accept();
  const firstTry = Promise.withResolvers<void>();
  const unlocked = Promise.withResolvers<void>();
  let queries = 0;
  const watched: Database = {
    ...database,
    async query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]> {
      queries += 1;
      if (queries > 1) await unlocked.promise;
      const rows = await database.query<Row>(sql, values);
      firstTry.resolve();
      return rows;
    },
  };
  let claim: ReturnType<typeof claimJob> | undefined;
  await whileLocked(async () => {
    claim = claimJob(watched, leaseRequest());
    await firstTry.promise;
  });
  unlocked.resolve();
  assert.equal((await claim)?.id, id);
});

test('a claim ends without a job when the job stays locked', async () => {
  await accept();
  await whileLocked(async () => assert.equal(await claimJob(database, leaseRequest()), undefined));
});

test('an expired lease of an account whose row is locked does not delay those of others', async () => {
  verifies('DEC-FAULT-01');
  const other = await newAccount(database, 100);
  await accept();
  const request = jobRequest(other);
  assert.ok((await acceptorOf(database)(request)).ok);
  for (const _ of [1, 2]) await claimJob(database, leaseRequest());
  // Both are at their last fault, so their prices are released; the one of the locked account expired first.
  await database.query(
    `update open_jobs set faults = 2, lease_until = now() - make_interval(secs => case account_id when $1 then 2 else 1 end)`,
    [account],
  );
  const node = openDatabase({ ...books, lockPatienceMs: 200, onError: () => {} });
  const reap = () =>
    reapExpiredLeases({ database: node, blobs: noBlobs, clock: systemClock, wake: () => {} });
  await database.transaction(async (tx) => {
    await tx.query('select from funding_accounts where account_id = $1 for update', [account]);
    await assert.rejects(reap(), isLockTimeout);
    const ended = 'select id from jobs where ended_at is not null';
    assert.deepEqual(await database.query(ended), [{ id: request.jobId }]);
  });
  await reap();
  assert.deepEqual(await database.query('select from jobs where ended_at is null'), []);
  await node.close();
});
