import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { JobRequest } from '../../src/admit/accept/job-request.ts';
import { completeJob } from '../../src/attempt/complete-attempt.ts';
import { recordFault } from '../../src/attempt/fail-attempt.ts';
import type { Database } from '../../src/db/database.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { createReadQueueOrder, HEAD_JOBS } from '../../src/queue/queue-order.ts';
import { createQueueView, type QueueView } from '../../src/queue/queue-view.ts';
import { guessedSeconds, readServiceTimes } from '../../src/queue/service-times.ts';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { imageOf, nothingExpected } from '../support/default-catalogue.ts';
import { insertJobs, sql } from '../support/insert-jobs.ts';
import { acceptorOf, jobApiRequest, jobRequest, newAccount } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { noStore } from '../support/no-blobs.ts';
import { readOpenJobs } from '../support/open-jobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let books: TestDatabase;
let database: Database;
before(async () => {
  books = await createTestDatabase();
  database = books.database;
});
after(() => books.close());
beforeEach(async () => {
  await database.query('truncate jobs cascade');
  await database.query('delete from workers');
});

/** What a poll of the job returns; undefined when there is no such job. */
async function outlookOf(view: QueueView, id: string) {
  const [job] = await readOpenJobs(database, [id]);
  return job && view.outlookOf(job);
}

/** A view that reads the order at every call. */
function freshView() {
  const clock = manualClock('2026-01-01T00:00:00Z');
  const view = createQueueView(database, clock, nothingExpected);
  return {
    async outlookOf(id: string) {
      clock.advance(1000);
      return outlookOf(view, id);
    },
    async positionOf(id: string) {
      clock.advance(1000);
      return (await outlookOf(view, id))?.position;
    },
    queued() {
      clock.advance(1000);
      return view.queued();
    },
  };
}

/** Jobs whose sort keys are in clusters with gaps. */
async function queueMany(jobs: number): Promise<void> {
  const accountId = await newAccount(database, 0);
  const sortKey = 'random() ^ 3 * 5000 + case when seed % 3 = 0 then 60 else 0 end';
  const places = { sortKey, virtualStart: '0', serviceCost: 2 };
  await insertJobs(database, accountId, { seed: sql('n') }, jobs, places);
}

async function truePositions(): Promise<readonly { readonly id: string; readonly position: number }[]> {
  return database.query(
    `select id, row_number() over (order by sort_key, id) as position from open_jobs
     where state = 'queued' and pool = 'image' order by sort_key, id`,
  );
}

test('the next job to start has position 1, the one after it 2', async () => {
  verifies('DEC-QUEUE-06');
  const accept = acceptorOf(database);
  const [one, other] = [await newAccount(database, 1000), await newAccount(database, 1000)];
  const first = jobRequest(one);
  const second = jobRequest(one);
  const others = jobApiRequest(other, 'max');
  for (const request of [first, second, others]) assert.ok((await accept(request)).ok);
  const view = freshView();
  assert.equal(await view.positionOf(others.jobId), 1);
  assert.equal(await view.positionOf(first.jobId), 2);
  assert.equal(await view.positionOf(second.jobId), 3);
  assert.deepEqual(await view.queued(), { image: 3, video: 0 });
  assert.equal((await claimJob(database, leaseRequest()))?.id, others.jobId);
  assert.equal(await view.positionOf(others.jobId), undefined);
  assert.equal(await view.positionOf(first.jobId), 1);
  assert.equal(await view.positionOf(newId()), undefined);
});

test('a position in a long queue is exact in the first thousand and within one per cent after that', async () => {
  verifies('DEC-QUEUE-08');
  await queueMany(30_000);
  const clock = manualClock('2026-01-01T00:00:00Z');
  const view = createQueueView(database, clock, nothingExpected);
  const assertPositions = async (of: QueueView): Promise<void> => {
    for (const [at, { id, position }] of (await truePositions()).entries()) {
      if (at % 97 !== 0) continue;
      const found = (await outlookOf(of, id))?.position ?? Number.NaN;
      const allowed = at < HEAD_JOBS ? 0 : 0.01 * position;
      assert.ok(Math.abs(found - position) <= allowed, `${found} instead of ${position}`);
    }
  };
  const claimFirst = async (jobs: number): Promise<void> => {
    const first = (await truePositions()).slice(0, jobs).map(({ id }) => id);
    await database.query(
      `update open_jobs set state = 'running', lease_until = now() where id = any($1::uuid[])`,
      [first],
    );
  };
  await assertPositions(view);
  const { marks } = (await createReadQueueOrder(database, systemClock, nothingExpected)()).image;
  assert.ok(marks.length > 100 && marks.length < 2000, `${marks.length} marks`);

  // Marks from before the claims give the same positions.
  await claimFirst(2000);
  clock.advance(1000);
  await assertPositions(view);
  assert.ok(Math.abs((await view.queued()).image - 28_000) < 28);
  await claimFirst(23_000);
  await assertPositions(createQueueView(database, clock, nothingExpected));
});

test('a job that is queued again keeps its position', async () => {
  const accept = acceptorOf(database);
  const account = await newAccount(database, 1000);
  const [first, second] = [jobRequest(account), jobRequest(account)];
  for (const request of [first, second]) await accept(request);
  const job = await claimJob(database, leaseRequest());
  assert.equal(job?.id, first.jobId);
  await recordFault(
    database,
    systemClock,
    { jobId: first.jobId, attempt: 1 },
    { reason: 'a test', retryable: true },
  );
  assert.equal(await freshView().positionOf(first.jobId), 1);
});

const remove = (accountId: string, { jobId }: JobRequest): Promise<boolean> =>
  deleteJob({ database, ...noStore, clock: systemClock }, accountId, jobId);

test('the service cost of a job that was deleted before it started is returned to its account', async () => {
  const accept = acceptorOf(database);
  const [one, other] = [await newAccount(database, 1000), await newAccount(database, 1000)];
  const deleted = Array.from({ length: 5 }, () => jobRequest(one));
  for (const request of deleted) await accept(request);
  for (const request of deleted) assert.ok(await remove(one, request));
  const theirs = jobRequest(other);
  const mine = jobRequest(one);
  const behind = jobRequest(other);
  for (const request of [theirs, mine, behind]) await accept(request);
  const order: (string | undefined)[] = [];
  for (let i = 0; i < 3; i++) order.push((await claimJob(database, leaseRequest()))?.id);
  assert.equal(order[2], behind.jobId);
});

test('an account that deleted jobs still has its other jobs claimed in the order of their acceptance', async () => {
  verifies('DEC-QUEUE-16');
  const accept = acceptorOf(database);
  const account = await newAccount(database, 1000);
  const requests = Array.from({ length: 4 }, () => jobRequest(account));
  for (const request of requests) await accept(request);
  for (const request of requests.splice(0, 3)) assert.ok(await remove(account, request));
  const next = jobRequest(account);
  await accept(next);
  const claimed: (string | undefined)[] = [];
  for (let i = 0; i < 2; i++) claimed.push((await claimJob(database, leaseRequest()))?.id);
  assert.deepEqual(claimed, [requests[0]?.jobId, next.jobId]);
});

test('a wait is computed from measured service times and live workers', async () => {
  verifies('DEC-QUEUE-07');
  const account = await newAccount(database, 100_000);
  const size = { width: 768, height: 768 };
  const quote = imageOf(size.width, size.height);
  const shape = { operation: 'image', model: 'image', ...size, frames: null } as const;
  assert.ok(guessedSeconds(shape) < 5);

  // Measured: 40 seconds.
  const accept = acceptorOf(database);
  const request = jobRequest(account, { quote });
  await accept(request);
  const job = await claimJob(database, leaseRequest());
  assert.equal(job?.id, request.jobId);
  await database.query(`update open_jobs set started_at = now() - interval '40 seconds' where id = $1`, [
    job.id,
  ]);
  const result = { artifact: 'result.png', mime: 'image/png', ...size, duration_seconds: null } as const;
  await completeJob(
    database,
    systemClock,
    { jobId: job.id, attempt: job.attempt },
    { ...result, engine: 'test', engine_version: '1' },
    { key: 'a/key', bytes: 3 },
  );
  const measured = await readServiceTimes(database);
  assert.ok(Math.abs((measured.get('image/image/768/0')?.held ?? 0) - 40) < 1);

  for (const worker of ['one', 'two']) await recordWorker(database, leaseRequest({ worker }));
  const waiting = Array.from({ length: 4 }, () => jobRequest(account, { quote }));
  const measuring = acceptorOf(database, systemClock, () => measured.get('image/image/768/0')?.held ?? 0);
  for (const one of waiting) await measuring(one);
  const view = freshView();
  const waits: number[] = [];
  for (const { jobId } of waiting) waits.push((await view.outlookOf(jobId))?.secondsLeft ?? Number.NaN);
  // Two workers, 40 seconds each; slightly more later on, because such jobs arrived recently.
  for (const [at, wait] of waits.entries()) {
    const truth = at < 2 ? 40 : 80;
    assert.ok(wait >= truth && wait <= truth + 8 && Number.isInteger(wait), `${wait} instead of ${truth}`);
  }
});
