import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { claimJob } from '../../src/jobs/queue/claim-job.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { acceptorOf, jobRequest, newAccount } from '../support/jobs-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** Claims that meet jobs locked by somebody else, as the keep-alive of their server or another claim does. */

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

/** Does `work` while every job is locked. */
function whileLocked(work: () => Promise<unknown>): Promise<void> {
  return database.transaction(async (tx) => {
    await tx.query('select from jobs for update');
    await work();
  });
}

test('a job that was locked when a claim first looked is claimed all the same', async () => {
  const id = await accept();
  const firstLook = Promise.withResolvers<void>();
  const unlocked = Promise.withResolvers<void>();
  let looks = 0;
  const watched: Database = {
    ...database,
    async query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]> {
      looks += 1;
      if (looks > 1) await unlocked.promise;
      const rows = await database.query<Row>(sql, values);
      firstLook.resolve();
      return rows;
    },
  };
  let claim: ReturnType<typeof claimJob> | undefined;
  await whileLocked(async () => {
    claim = claimJob(watched, leaseRequest());
    await firstLook.promise;
  });
  unlocked.resolve();
  assert.equal((await claim)?.id, id);
});

test('a job that stays locked is left, and the claim ends', async () => {
  await accept();
  await whileLocked(async () => assert.equal(await claimJob(database, leaseRequest()), undefined));
});
