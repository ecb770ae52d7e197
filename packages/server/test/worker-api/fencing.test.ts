import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { CompleteRequest, Lease } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { LeaseLost } from '@kinora/worker/server-calls';
import { blockJob } from '../../src/attempt/block-attempt.ts';
import { completeJob } from '../../src/attempt/complete-attempt.ts';
import { recordFault } from '../../src/attempt/fail-attempt.ts';
import { extendLease, findLeasedJob } from '../../src/attempt/leases.ts';
import { requeueJob } from '../../src/attempt/requeue.ts';
import { discardIfLost } from '../../src/attempt/store-artifact.ts';
import { reapExpiredLeases } from '../../src/jobs/reaper.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { attemptFolder } from '../../src/storage/blob-keys.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { noBlobs } from '../support/no-blobs.ts';
import { samplePng } from '../support/sample-artifact.ts';
import { sendArtifact } from '../support/send-artifact.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { storedBlobs, tracesOf } from '../support/untouched.ts';
import {
  completion,
  LEASE_CALLS,
  leasePath,
  type WorkerCalls,
  workerCalls,
} from '../support/worker-calls.ts';

let service: TestApp;
let customer: TestAccount;
let worker: WorkerCalls;
before(async () => {
  service = await startTestApp();
  worker = workerCalls(service);
});
after(() => service.stop());
beforeEach(async () => {
  customer = await service.account();
});

async function running(): Promise<Lease> {
  const { body } = await customer.post('/v1/images/generate', { prompt: 'x' });
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, body.job_id);
  return lease;
}

/**
 * Asserts that each call with this lease is a 409 and changes neither the job, nor money, nor bytes. To the heartbeat for a job that has
 * ended the response is that nobody wants the result.
 */
async function assertFenced(lease: Lease, isOver = false): Promise<void> {
  const look = async () => ({
    job: await service.database.query('select * from jobs where id = $1', [lease.job_id]),
    traces: await tracesOf(service, customer),
    blobs: storedBlobs(service),
  });
  const before = await look();
  for (const [name, call] of Object.entries(LEASE_CALLS)) {
    const { status, body } = await call(worker, lease);
    if (isOver && name === 'heartbeat') {
      assert.deepEqual([status, body.cancel], [200, true]);
      continue;
    }
    assert.equal(status, 409, name);
    assert.deepEqual(body, {
      error: 'This lease is no longer valid; discard the result.',
      code: 'lease_lost',
    });
    assert.deepEqual(await look(), before, name);
  }
}

test('an attempt whose successor is running can do nothing', async () => {
  verifies('V1-STATE-06');
  const first = await running();
  await service.worker.release(first);
  const second = await takeLease(service.worker);
  assert.deepEqual([second.job_id, second.attempt], [first.job_id, 2]);
  await assertFenced(first);
  const delivered = await deliver(service.worker, second);
  await assertFenced(first);
  const { body } = await customer.get(`/v1/jobs/${first.job_id}`);
  const file = await fetch(body.result_url);
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), delivered);
});

test('a call that was let in just before its lease was lost changes nothing', async () => {
  verifies('V1-STATE-06');
  const first = await running();
  await service.worker.release(first);
  const second = await takeLease(service.worker);
  // What the calls do once the secret of the lease was checked.
  const stale = { jobId: first.job_id, attempt: first.attempt };
  const look = () => service.database.query('select * from jobs where id = $1', [stale.jobId]);
  const before = await look();
  const { database } = service;
  assert.equal(await extendLease(database, stale, { progress: 1, stage: 'late' }), false);
  assert.equal(await findLeasedJob(database, stale), undefined);
  assert.equal(await requeueJob(database, stale, { outcome: 'requeued', reason: 'late' }), undefined);
  const report = { reason: 'late', retryable: false };
  assert.equal(await recordFault(database, systemClock, stale, report), undefined);
  assert.equal(await blockJob(database, systemClock, stale, { category: 'late', reason: 'late' }), false);
  const result = completion(first) as CompleteRequest;
  assert.equal(await completeJob(database, systemClock, stale, result, { key: 'late', bytes: 1 }), false);
  assert.deepEqual(await look(), before);
  await deliver(service.worker, second);
});

test('an attempt whose job is queued again can do nothing', async () => {
  verifies('V1-STATE-02');
  const lease = await running();
  await service.worker.fail(lease, { reason: 'x', retryable: true });
  await assertFenced(lease);
  assert.equal((await customer.get(`/v1/jobs/${lease.job_id}`)).body.status, 'queued');
  await deliver(service.worker, await takeLease(service.worker));
});

for (const end of ['completed', 'failed', 'blocked'] as const) {
  test(`no call changes a job that ended ${end}`, async () => {
    verifies('V1-STATE-06');
    const lease = await running();
    if (end === 'completed') await deliver(service.worker, lease);
    if (end === 'failed') await service.worker.fail(lease, { reason: 'x', retryable: false });
    if (end === 'blocked') await service.worker.block(lease, { category: 'x', reason: 'x' });
    await assertFenced(lease, true);
    assert.equal((await customer.get(`/v1/jobs/${lease.job_id}`)).body.status, end);
  });
}

test('no call revives a deleted job', async () => {
  verifies('DEC-JOB-06');
  const lease = await running();
  assert.equal((await customer.delete(`/v1/jobs/${lease.job_id}`)).status, 204);
  await assertFenced(lease, true);
});

test('a worker without heartbeats loses its lease, and its successor delivers', async () => {
  verifies('V1-STATE-02', 'DEC-JOB-01');
  const silent = await running();
  await service.database.query(
    `update open_jobs set lease_until = now() - interval '1 second' where id = $1`,
    [silent.job_id],
  );
  await reapExpiredLeases({ database: service.database, blobs: noBlobs, clock: systemClock, wake: () => {} });
  await assertFenced(silent);
  const next = await takeLease(service.worker);
  assert.deepEqual([next.job_id, next.attempt], [silent.job_id, 2]);
  await assertFenced(silent);
  await deliver(service.worker, next);
});

function storedOf({ job_id: jobId }: Lease): string[] {
  return storedBlobs(service).filter((key) => key.includes(jobId));
}

test('what an attempt uploaded is deleted as soon as it learns that it lost, and the result stays', async () => {
  verifies('DEC-STORAGE-07');
  const loser = await running();
  await service.worker.upload(loser, 'result.png', new Uint8Array([1]));
  await service.worker.fail(loser, { reason: 'x', retryable: true });
  assert.deepEqual(storedOf(loser), []);
  const winner = await takeLease(service.worker);
  await deliver(service.worker, winner);
  const kept = storedOf(winner);
  assert.match(kept.join(), /^jobs\/[^/]+\/2\/final-\w+\.png$/);
  await assert.rejects(deliver(service.worker, loser), LeaseLost);
  await assert.rejects(deliver(service.worker, winner), LeaseLost);
  assert.deepEqual(storedOf(winner), kept);
});

test('what is stored after its attempt has lost the lease is deleted', async () => {
  verifies('DEC-STORAGE-07');
  const { job_id: jobId, attempt } = await running();
  const deleted: string[] = [];
  const blobs = { ...noBlobs, deleteFolder: async (folder: string) => void deleted.push(folder) };
  const discard = () => discardIfLost({ database: service.database, blobs }, { jobId, attempt });
  assert.equal(await discard(), false);
  await service.database.query(`update open_jobs set state = 'queued', lease_until = null where id = $1`, [
    jobId,
  ]);
  assert.equal(await discard(), true);
  assert.deepEqual(deleted, [attemptFolder(jobId, attempt)]);
  await deliver(service.worker, await takeLease(service.worker));
});

test('an upload that ends after its job is completed changes nothing', async () => {
  verifies('DEC-ARTIFACT-04');
  const lease = await running();
  const ordered = samplePng(lease.task, 'one');
  await service.worker.upload(lease, 'result.png', ordered);
  const completed = Promise.withResolvers<void>();
  async function* slowly() {
    yield samplePng(lease.task, 'two').subarray(0, 100);
    await completed.promise;
    yield samplePng(lease.task, 'two').subarray(100);
  }
  const late = sendArtifact(service, lease, 'result.png', slowly());
  await until(() => storedOf(lease).some((key) => key.endsWith('.part')));
  assert.equal((await worker.post(leasePath(lease, 'complete'), completion(lease, ordered))).status, 200);
  completed.resolve();
  assert.equal((await late).status, 409);
  const { body } = await customer.get(`/v1/jobs/${lease.job_id}`);
  assert.ok(Buffer.from(await (await fetch(body.result_url)).arrayBuffer()).equals(ordered));
  assert.equal(storedOf(lease).length, 1);
});

test('a lease that never existed is lost', async () => {
  verifies('V1-STATE-06');
  const lease = await running();
  await assertFenced({ ...lease, attempt: 2 });
  await assertFenced({ ...lease, attempt: 0 });
  await assertFenced({ ...lease, attempt: -1 });
  await assertFenced({ ...lease, attempt: 1.5 });
  await assertFenced({ ...lease, attempt: 2 ** 31 });
  await assertFenced({ ...lease, attempt: 2 ** 60 });
  for (const jobId of [newId(), 'nope', "'", '%00']) {
    for (const [name, call] of Object.entries(LEASE_CALLS)) {
      assert.equal((await call(worker, { ...lease, job_id: jobId })).status, 409, `${name} ${jobId}`);
    }
  }
  await deliver(service.worker, lease);
});

test('a large late upload gets lease_lost', async () => {
  verifies('DEC-JOB-06');
  const lease = await running();
  await service.worker.release(lease);
  const { status } = await worker.put(leasePath(lease, 'artifacts/result.png'), Buffer.alloc(20_000_000));
  assert.equal(status, 409);
  await deliver(service.worker, await takeLease(service.worker));
});
