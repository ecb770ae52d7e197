import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Database } from '../../src/db/database.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { findEndedJob } from '../../src/jobs/views/find-job.ts';
import { createJobWatch, type JobWatch } from '../../src/jobs/watch-jobs.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { until } from '../support/deadline.ts';
import { acceptorOf, jobRequest, newAccount } from '../support/jobs-under-test.ts';
import { noStore } from '../support/no-blobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
});
after(() => books.close());

/** The database, counting statements; they fail while it is away. */
let statements = 0;
let failure: Error | undefined;
let database: Database;
let errors: unknown[] = [];
beforeEach(() => {
  statements = 0;
  failure = undefined;
  errors = [];
  database = {
    ...books.database,
    async query(sql, values) {
      statements += 1;
      if (failure !== undefined) throw failure;
      return books.database.query(sql, values);
    },
  };
});

const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Watches until the end of the test. */
function watchJobs(): JobWatch {
  const watch = createJobWatch(database, (error) => errors.push(error));
  return {
    ...watch,
    watch(...of) {
      const end = watch.watch(...of);
      ends.push(end);
      return end;
    },
  };
}
const never = new AbortController().signal;

async function newJob() {
  const accountId = await newAccount(books.database, 1000);
  const job = jobRequest(accountId);
  assert.equal((await acceptorOf(books.database)(job)).ok, true);
  return job;
}

/** Ends the job as another server does. */
async function end({ accountId, jobId }: { readonly accountId: string; readonly jobId: string }) {
  const dependencies = { ...noStore, database: books.database, clock: systemClock };
  assert.equal(await deleteJob(dependencies, accountId, jobId), true);
}

const endOf = (jobId: string) => async () => (await findEndedJob(books.database, jobId))?.state;

test('one statement per reading serves all that wait, whatever they wait for', async () => {
  verifies('DEC-FOLLOW-05');
  const watch = watchJobs();
  const jobs = [await newJob(), await newJob(), await newJob()];
  const readings = jobs.map(() => 0);
  for (let at = 0; at < 3000; at += 1) {
    watch.watch(jobs[at % 3]?.jobId ?? '', 250, async (job) => {
      assert.equal(job?.state, 'queued');
      if (at < 3) readings[at] = (readings[at] ?? 0) + 1;
    });
  }
  const call = watch.untilEnd(jobs[0]?.jobId ?? '', async () => undefined, never);
  await until(() => readings.every((count) => count >= 4));
  assert.ok(statements <= Math.max(...readings) + 1, `${statements} statements for ${readings} readings`);
  watch.close();
  assert.equal(await call, 'left');
  assert.deepEqual(errors, []);
});

test('watchers of a slower interval are read with the others, and no more often than they asked', async () => {
  verifies('DEC-FOLLOW-05');
  const watch = watchJobs();
  const { jobId } = await newJob();
  let [fast, slow] = [0, 0];
  watch.watch(jobId, 250, async () => {
    fast += 1;
  });
  watch.watch(jobId, 1000, async () => {
    slow += 1;
  });
  await until(() => slow >= 3);
  assert.ok(fast >= slow, `${fast} and ${slow}`);
  assert.ok(statements <= fast + 1, `${statements} statements for ${fast} readings`);
});

test('nothing is read while nobody waits', async () => {
  verifies('DEC-FOLLOW-05');
  const watch = watchJobs();
  const { jobId } = await newJob();
  const other = watch.watch(jobId, 1000, async () => {});
  other();
  const left = new AbortController();
  const call = watch.untilEnd(jobId, async () => undefined, left.signal);
  left.abort();
  assert.equal(await call, 'left');
  const before = statements;
  // A watch of another process of the same age has been read twice.
  let readings = 0;
  const another = createJobWatch(books.database, (error) => assert.fail(`${error}`));
  ends.push(
    another.watch(jobId, 250, async () => {
      readings += 1;
    }),
  );
  await until(() => readings >= 2);
  assert.equal(statements, before);
});

test('a call learns the end that another server wrote, and the end of a job that had ended before', async () => {
  const watch = watchJobs();
  const job = await newJob();
  const call = watch.untilEnd(job.jobId, endOf(job.jobId), never);
  await end(job);
  assert.equal(await call, 'failed');
  assert.equal(await watch.untilEnd(job.jobId, endOf(job.jobId), never), 'failed');
  watch.close();
  assert.equal(await watch.untilEnd(job.jobId, endOf(job.jobId), never), 'left');
});

test('a call waits on while the database is away, and gets the error of a bug', async () => {
  verifies('DEC-FOLLOW-05');
  const watch = watchJobs();
  const job = await newJob();
  failure = AWAY;
  let asked = 0;
  const call = watch.untilEnd(
    job.jobId,
    async () => {
      asked += 1;
      if (failure !== undefined) throw failure;
      return endOf(job.jobId)();
    },
    never,
  );
  await until(() => errors.length >= 2);
  assert.equal(asked, 1, 'nobody knows that it has ended');
  await end(job);
  failure = undefined;
  assert.equal(await call, 'failed');
  const bug = watch.untilEnd(job.jobId, () => Promise.reject(new Error('a bug')), never);
  await assert.rejects(bug, /a bug/);
});

test('a listener that is still busy is left out, and one that fails stops no other', async () => {
  const watch = watchJobs();
  const { jobId } = await newJob();
  let [busy, failed, readings] = [0, 0, 0];
  watch.watch(jobId, 250, () => {
    busy += 1;
    return new Promise(() => {});
  });
  watch.watch(jobId, 250, async () => {
    failed += 1;
    throw new Error('a listener');
  });
  watch.watch(jobId, 250, async () => {
    readings += 1;
  });
  await until(() => readings >= 3);
  assert.equal(busy, 1);
  assert.ok(failed >= 3);
  assert.ok(errors.length >= 2);
});

test('a server that stops waits for its calls, and takes none in the second half of that time', async () => {
  verifies('DEC-STOP-02');
  const watch = watchJobs();
  const job = await newJob();
  const call = watch.untilEnd(job.jobId, endOf(job.jobId), never);
  let isFinished = false;
  const finished = watch.finish(60_000).then(() => {
    isFinished = true;
  });
  assert.equal(watch.takesCalls(), true);
  await end(job);
  assert.equal(await call, 'failed');
  await finished;
  assert.equal(isFinished, true);

  const another = await newJob();
  const stuck = watch.untilEnd(another.jobId, endOf(another.jobId), never);
  await watch.finish(400);
  assert.equal(watch.takesCalls(), false);
  watch.close();
  assert.equal(await stuck, 'left');
});
