import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { claimJob } from '../../src/jobs/queue/claim-job.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { acceptorOf, jobRequest, newAccount } from '../support/jobs-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** Claims while jobs are locked by another transaction, such as a heartbeat of an owning node or another claim. */

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
    await tx.query('select from jobs for update');
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
