import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { jobApiJobStatusSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { viewJobApiJob } from '../../src/http/job-api/job-view.ts';
import { createFindJobApiJob } from '../../src/jobs/views/find-job-api-job.ts';
import { createQueueView } from '../../src/queue/queue-view.ts';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { deliver, leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { nothingExpected } from '../support/default-catalogue.ts';
import { ASK, type JobCaller, jobCaller, resetCallLimit } from '../support/job-api.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** What such jobs take, by measurement. The fraction shows values that are not rounded. */
const IMAGE_SECONDS = 20.4;
const VIDEO_SECONDS = 60.4;
const SHARED = leaseRequest({ worker: 'shared' });

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
let callers: JobCaller[];
before(async () => {
  service = await startTestApp({ clock, withWorker: false });
  callers = await Promise.all(Array.from({ length: 4 }, () => jobCaller(service)));
  await service.database.query(
    `insert into service_times (class, held, seconds, measured)
     values ('image/image/1024/0', $1, $1, 1000), ('video/fast/1024/5', $2, $2, 1000)`,
    [IMAGE_SECONDS, VIDEO_SECONDS],
  );
});
after(() => service.stop());
beforeEach(async () => {
  await recordWorker(service.database, SHARED);
});
afterEach(async () => {
  await service.database.query('delete from workers');
  await service.database.query('delete from credit_charges');
  await service.database.query('delete from jobs');
  await service.database.query(
    `update account_activity set open_jobs = 0, image_virtual_finish = 0, video_virtual_finish = 0`,
  );
});

async function order(type: 'image' | 'video', at: number): Promise<string> {
  const caller = callers[at] as JobCaller;
  await resetCallLimit(service, caller.accountId);
  const answer = await caller.generate({ ...ASK, type, height: type === 'image' ? 1024 : 576 });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.job_id;
}

/** A poll; the queue is read again for it. */
async function poll(jobId: string, at: number) {
  clock.advance(1000);
  return jobApiJobStatusSchema.parse((await callers[at]?.job(jobId))?.body);
}

/** Real time passes too while a job runs: `wait` is `seconds` less at most what has passed since `since`. */
function assertCountsDown(wait: number | undefined, seconds: number, since: number): void {
  const passed = Math.ceil((performance.now() - since) / 1000);
  assert.ok(wait !== undefined && Number.isInteger(wait), `${wait} is not whole`);
  assert.ok(wait <= seconds && wait >= seconds - passed, `${wait} instead of ${seconds}, ${passed} s later`);
}

/** Moves the running job and the last sight of the workers into the past, but no lease: it would expire. */
async function pass(seconds: number): Promise<void> {
  clock.advance(seconds * 1000);
  await service.database.query(
    `with seen as (update workers set seen_at = seen_at - make_interval(secs => $1))
     update open_jobs set started_at = started_at - make_interval(secs => $1),
       progress_at = progress_at - make_interval(secs => $1) where state = 'running'`,
    [seconds],
  );
}

test('the wait is whole seconds until the end, of a queued job and of a running one', async () => {
  verifies('DEC-QUEUE-07', 'JOB-STATUS-10');
  const first = await order('image', 0);
  const second = await order('image', 1);
  assert.equal((await poll(first, 0)).estimated_wait, 21);
  assert.equal((await poll(second, 1)).estimated_wait, 41);
  const since = performance.now();
  await takeLease(service.worker, SHARED);
  await pass(10);
  assertCountsDown((await poll(first, 0)).estimated_wait, 11, since);
  assertCountsDown((await poll(second, 1)).estimated_wait, 31, since);
});

test('a job that reports no progress is never said to take longer', async () => {
  verifies('DEC-QUEUE-10');
  const running = await order('image', 0);
  const queued = await order('image', 1);
  const lease = await takeLease(service.worker, SHARED);
  const waits: number[][] = [];
  for (let step = 0; step < 12; step++) {
    await service.worker.heartbeat(lease, { progress: 0, stage: 'render' });
    const polled = [await poll(running, 0), await poll(queued, 1)];
    waits.push(polled.map(({ estimated_wait: wait }) => wait ?? Number.NaN));
    await pass(5);
  }
  for (const [at, wait] of waits.entries()) {
    for (const [which, seconds] of wait.entries()) {
      assert.ok(seconds >= 1 && seconds <= (waits[at - 1]?.[which] ?? 41), JSON.stringify(waits));
    }
  }
});

test('progress corrects the wait, and is weighed by when it was reported', async () => {
  verifies('DEC-QUEUE-10');
  const job = await order('image', 0);
  const lease = await takeLease(service.worker, SHARED);
  await pass(30);
  const before = (await poll(job, 0)).estimated_wait ?? 0;
  const since = performance.now();
  await service.worker.heartbeat(lease, { progress: 0.5, stage: 'render' });
  const atHalf = (await poll(job, 0)).estimated_wait ?? 0;
  assert.ok(before <= 2 && atHalf >= 8 && atHalf <= 30, `${before}, then ${atHalf}`);
  await pass(4);
  await service.worker.heartbeat(lease, { progress: 0.5, stage: 'render' });
  assertCountsDown((await poll(job, 0)).estimated_wait, atHalf - 4, since);
});

test('a worker that serves both pools is counted once', async () => {
  verifies('DEC-QUEUE-11');
  const video = await order('video', 0);
  const since = performance.now();
  await takeLease(service.worker, SHARED);
  const image = await order('image', 1);
  assertCountsDown((await poll(image, 1)).estimated_wait, Math.ceil(VIDEO_SECONDS + IMAGE_SECONDS), since);
  assertCountsDown((await poll(video, 0)).estimated_wait, Math.ceil(VIDEO_SECONDS), since);
});

test('each slot of a worker is counted; a job beyond its slots is being delivered', async () => {
  verifies('DEC-WORKER-09');
  const two = { ...SHARED, slots: 2 };
  const since = performance.now();
  const first = await order('image', 0);
  await takeLease(service.worker, two);
  await pass(10);
  // One slot is free.
  assert.equal((await poll(await order('image', 1), 1)).estimated_wait, 21);
  await takeLease(service.worker, two);
  assertCountsDown((await poll(first, 0)).estimated_wait, 11, since);
  const third = await order('image', 2);
  assertCountsDown((await poll(third, 2)).estimated_wait, 31, since);
  await takeLease(service.worker, two);
  assertCountsDown((await poll(third, 2)).estimated_wait, 21, since);
  // Two slots render the jobs that were leased last, and the first is delivered.
  const fourth = await order('image', 3);
  assertCountsDown((await poll(fourth, 3)).estimated_wait, 41, since);
});

test('a job is waited for until its slot is free, not until it is delivered', async () => {
  verifies('DEC-QUEUE-19');
  const small = async (at: number) => {
    const caller = callers[at] as JobCaller;
    await resetCallLimit(service, caller.accountId);
    return (await caller.generate({ ...ASK, type: 'image', width: 512, height: 512 })).body.job_id;
  };
  for (const at of [0, 1]) await small(at);
  const first = await takeLease(service.worker, SHARED);
  await pass(10);
  const second = await takeLease(service.worker, SHARED);
  await pass(6);
  // It has rendered the next job for 6 s since.
  await deliver(service.worker, first, undefined, [{ name: 'render', ms: 10_000, ended_ms_ago: 6_000 }]);
  const [time] = await service.database.query<{ held: number; seconds: number }>(
    `select held, seconds from service_times where class = 'image/image/512/0'`,
  );
  assert.ok(time !== undefined && time.held >= 10 && time.held < 14 && time.seconds >= 16, `${time?.held}`);
  await service.worker.release(second);
  const last = await small(2);
  // The slot is free after 10 s, and the second job takes 16.
  const { estimated_wait: wait = 0 } = await poll(last, 2);
  assert.ok(wait >= 26 && wait < 32, `${wait} instead of ${time.held + time.seconds}`);
});

test('only workers that can render the job are counted', async () => {
  verifies('DEC-QUEUE-11');
  await recordWorker(service.database, leaseRequest({ worker: 'images', pools: ['image'] }));
  await order('video', 0);
  const since = performance.now();
  await takeLease(service.worker, SHARED);
  const video = await order('video', 1);
  assertCountsDown((await poll(video, 1)).estimated_wait, Math.ceil(2 * VIDEO_SECONDS), since);
  const image = await order('image', 2);
  assert.equal((await poll(image, 2)).estimated_wait, Math.ceil(IMAGE_SECONDS));
});

test('while no worker is alive the wait stands still at the time from the return of one', async () => {
  verifies('DEC-QUEUE-12');
  const first = await order('image', 0);
  const second = await order('image', 1);
  const dies = await takeLease(service.worker, SHARED);
  await service.worker.release(dies);
  await pass(61);
  for (let step = 0; step < 5; step++) {
    assert.equal((await poll(first, 0)).estimated_wait, 21);
    const { estimated_wait: wait, queue_position: position, status } = await poll(second, 1);
    assert.deepEqual([wait, position, status], [41, 2, 'queued']);
    await pass(100);
  }
});

test('a job that is claimed between two reads of a poll still has its position', async () => {
  verifies('DEC-QUEUE-13');
  const jobId = await order('image', 0);
  const job = await createFindJobApiJob(service.database, clock)(jobId);
  assert.ok(job !== undefined);
  await takeLease(service.worker, SHARED);
  const queueView = createQueueView(service.database, clock, nothingExpected);
  const view = await viewJobApiJob(job, { queueView, publicUrl: () => service.url }, clock.now());
  assert.deepEqual([view.status, view.queue_position], ['queued', 1]);
});

test('elapsed stops when the job ends', async () => {
  verifies('DEC-QUEUE-14', 'JOB-STATUS-05');
  const [done, failed] = [await order('image', 0), await order('image', 1)];
  clock.advance(4000);
  await deliver(service.worker, await takeLease(service.worker, SHARED));
  const reason = { reason: 'a test', retryable: false };
  await service.worker.fail(await takeLease(service.worker, SHARED), reason);
  clock.advance(60_000);
  assert.equal((await poll(done, 0)).elapsed, 4);
  assert.equal((await poll(failed, 1)).elapsed, 4);
});
