import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type Database, openDatabase } from '../../src/db/database.ts';
import type { JobRequest } from '../../src/jobs/accept/job-request.ts';
import { completeJob } from '../../src/jobs/attempts/complete-attempt.ts';
import { recordFault } from '../../src/jobs/attempts/fail-attempt.ts';
import { releaseLease } from '../../src/jobs/attempts/leases.ts';
import { recordWorker } from '../../src/jobs/capacity/record-worker.ts';
import { claimJob } from '../../src/jobs/queue/claim-job.ts';
import { HEAD_JOBS, readQueueOrder } from '../../src/jobs/queue/queue-order.ts';
import { createQueueView, type QueueView } from '../../src/jobs/queue/queue-view.ts';
import { guessedSeconds, readServiceTimes } from '../../src/jobs/queue/service-times.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { acceptorOf, jobRequest, newAccount } from '../support/jobs-under-test.ts';
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
  await deleteJobs();
  await readQueueOrder(database);
  await database.query('delete from workers');
  await database.query('delete from queue_arrivals');
});

/** Of which a test may have left thousands, more than a busy machine deletes within the time of a statement. */
async function deleteJobs(): Promise<void> {
  const { connectionString } = books;
  const patient = openDatabase({ connectionString, queryTimeoutMs: 0, onError: () => {} });
  await patient.query('delete from jobs');
  await patient.close();
}

/** What a poll of the job returns; undefined when there is no such job. */
async function outlookOf(view: QueueView, id: string) {
  const [job] = await readOpenJobs(database, [id]);
  return job && view.outlookOf(job);
}

/** A view that reads the order at every call. */
function freshView() {
  const clock = manualClock('2026-01-01T00:00:00Z');
  const view = createQueueView(database, clock);
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
  await database.query(
    `insert into jobs (id, account_id, pool, kind, prompt, seed, width, height, sound, created_at,
       sort_key, service_cost)
     select gen_random_uuid(), $1, 'image', 'image', 'a prompt', 1, 512, 512, false, now(),
       random() ^ 3 * 5000 + case when number % 3 = 0 then 60 else 0 end, 2
     from generate_series(1, $2) as number`,
    [accountId, jobs],
  );
}

async function truePositions(): Promise<readonly { readonly id: string; readonly position: number }[]> {
  return database.query(
    `select id, row_number() over (order by sort_key, id) as position from jobs
     where state = 'queued' and pool = 'image' order by sort_key, id`,
  );
}

/** Compares the counters with the queued jobs. */
async function assertCounted(): Promise<void> {
  const { image, video } = await readQueueOrder(database);
  for (const [pool, order] of Object.entries({ image, video })) {
    for (const [at, { lower, jobs, seconds }] of order.segments.entries()) {
      const upper = order.segments[at + 1]?.lower ?? Number.POSITIVE_INFINITY;
      const [truth] = await database.query<{ jobs: number; seconds: number }>(
        `select count(*) as jobs, coalesce(sum(service_cost::float8), 0) as seconds from jobs
         where state = 'queued' and pool = $1 and sort_key >= $2 and sort_key < $3`,
        [pool, lower, upper],
      );
      assert.equal(jobs, truth?.jobs, `${pool} from ${lower}`);
      assert.ok(Math.abs(seconds - (truth?.seconds ?? 0)) < 1e-6);
    }
  }
}

test('the next job to start has position 1, the one after it 2', async () => {
  verifies('DEC-QUEUE-06');
  const accept = acceptorOf(database);
  const [one, other] = [await newAccount(database, 1000), await newAccount(database, 1000)];
  const first = jobRequest(one);
  const second = jobRequest(one);
  const others = jobRequest(other, { priority: 20 });
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
  const view = createQueueView(database, manualClock('2026-01-01T00:00:00Z'));
  const truth = await truePositions();
  for (const [at, { id, position }] of truth.entries()) {
    if (at % 97 !== 0) continue;
    const found = (await outlookOf(view, id))?.position ?? Number.NaN;
    const allowed = at < HEAD_JOBS ? 0 : 0.01 * position;
    assert.ok(Math.abs(found - position) <= allowed, `${found} instead of ${position}`);
  }
  await assertCounted();
  const { segments } = (await readQueueOrder(database)).image;
  assert.ok(segments.length < 2000, `${segments.length} segments`);

  // After the head is claimed, later segments are nearer to the head and are split again.
  await database.query(`update jobs set state = 'running', lease_until = now() where id = any($1::uuid[])`, [
    truth.slice(0, 25_000).map(({ id }) => id),
  ]);
  const later = createQueueView(database, manualClock('2026-01-01T00:00:00Z'));
  for (const [at, { id, position }] of (await truePositions()).entries()) {
    if (at % 97 !== 0) continue;
    const found = (await outlookOf(later, id))?.position ?? Number.NaN;
    assert.ok(Math.abs(found - position) <= (at < HEAD_JOBS ? 0 : 0.01 * position));
  }
  await assertCounted();
});

test('jobs that are accepted, claimed, released, failed, deleted and counted concurrently are counted once', async () => {
  const accept = acceptorOf(database);
  const accounts = await Promise.all(Array.from({ length: 6 }, () => newAccount(database, 100_000)));
  const work = async (account: string, worker: number): Promise<void> => {
    for (let round = 0; round < 12; round++) {
      const request = jobRequest(account, { priority: ([0, 10, 20] as const)[round % 3] ?? 10 });
      await accept(request);
      if (round % 4 === 1) await remove(account, request);
      const job = await claimJob(database, leaseRequest({ worker: `worker-${worker}` }));
      const lease = { jobId: job?.id ?? newId(), attempt: job?.attempt ?? 0 };
      if (round % 3 === 0) await releaseLease(database, lease);
      if (round % 3 === 1)
        await recordFault(database, systemClock, lease, { reason: 'a test', retryable: true });
      if (round % 5 === 4) await readQueueOrder(database);
    }
  };
  await Promise.all(accounts.map(work));
  await assertCounted();
  const [truth] = await database.query<{ jobs: number }>(
    `select count(*) as jobs from jobs where state = 'queued'`,
  );
  assert.ok((truth?.jobs ?? 0) > 0);
  assert.equal((await freshView().queued()).image, truth?.jobs);
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
  const quote = { kind: 'image', ...size, priceCents: 5 } as const;
  const shape = { kind: 'image', mode: null, ...size, frames: null } as const;
  assert.ok(guessedSeconds(shape) < 5);

  // Measured: 40 seconds.
  const accept = acceptorOf(database);
  const request = jobRequest(account, { quote });
  await accept(request);
  const job = await claimJob(database, leaseRequest());
  assert.equal(job?.id, request.jobId);
  await database.query(`update jobs set started_at = now() - interval '40 seconds' where id = $1`, [job.id]);
  const result = { artifact: 'result.png', mime: 'image/png', ...size, duration_seconds: null } as const;
  await completeJob(
    database,
    systemClock,
    { jobId: job.id, attempt: job.attempt },
    { ...result, engine: 'test', engine_version: '1' },
    { key: 'a/key', bytes: 3 },
  );
  const measured = await readServiceTimes(database);
  assert.ok(Math.abs((measured.get('image/-/768/0') ?? 0) - 40) < 1);

  for (const worker of ['one', 'two']) await recordWorker(database, leaseRequest({ worker }));
  const waiting = Array.from({ length: 4 }, () => jobRequest(account, { quote }));
  const measuring = acceptorOf(database, systemClock, () => measured.get('image/-/768/0') ?? 0);
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
