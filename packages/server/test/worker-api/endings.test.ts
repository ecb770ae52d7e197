import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Lease } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { samplePng } from '../support/sample-artifact.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid, storedBlobs } from '../support/untouched.ts';
import { completion, leasePath, type WorkerCalls, workerCalls } from '../support/worker-calls.ts';

let service: TestApp;
let customer: TestAccount;
let worker: WorkerCalls;
before(async () => {
  service = await startTestApp();
  worker = workerCalls(service);
});
after(() => service.stop());
beforeEach(async () => {
  customer = await service.account(1000);
});

async function running(): Promise<Lease> {
  const { body } = await customer.post('/v1/images/generate', { prompt: 'x' });
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, body.job_id);
  return lease;
}

async function readJob({ job_id: jobId }: Lease) {
  const { status, error } = (await customer.get(`/v1/jobs/${jobId}`)).body;
  const [row] = await service.database.query<{ state: string; progress: number; stage: string | null }>(
    'select state, progress, stage from current_jobs where id = $1',
    [jobId],
  );
  const balance = (await customer.get('/v1/me/balance')).body.balance_cents;
  return { status, error, balance, ...row };
}

describe('a heartbeat', () => {
  test('extends the lease and reports progress, which never decreases', async () => {
    verifies('DEC-JOB-01');
    const lease = await running();
    const soon = `update open_jobs set lease_until = now() + interval '1 second' where id = $1`;
    await service.database.query(soon, [lease.job_id]);
    const beat = (progress: number, stage: string) =>
      worker.post(leasePath(lease, 'heartbeat'), { progress, stage });
    const { status, body } = await beat(0.5, 'render');
    assert.deepEqual([status, body], [200, { cancel: false, lease_ms: 30_000 }]);
    const [row] = await service.database.query<{ extended: boolean }>(
      `select lease_until > now() + interval '20 seconds' as extended from current_jobs where id = $1`,
      [lease.job_id],
    );
    assert.equal(row?.extended, true);
    await beat(0.25, 'encode');
    const { progress, stage, status: shown } = await readJob(lease);
    assert.deepEqual([progress, stage, shown], [0.5, 'encode', 'queued']);
    await deliver(service.worker, lease);
  });

  test('is rejected after half an hour of one attempt', async () => {
    verifies('DEC-JOB-01');
    const lease = await running();
    const long = `update open_jobs set started_at = now() - interval '30 minutes' where id = $1`;
    await service.database.query(long, [lease.job_id]);
    const { status } = await worker.post(leasePath(lease, 'heartbeat'), { progress: 0.9, stage: 'x' });
    assert.equal(status, 409);
    await deliver(service.worker, lease);
  });

  test('is accepted for ten minutes more while a finished result cannot be stored', async () => {
    verifies('DEC-DELIVERY-01');
    const lease = await running();
    const beat = async (minutes: number, stage: string) => {
      const since = `update open_jobs set started_at = now() - make_interval(mins => $2) where id = $1`;
      await service.database.query(since, [lease.job_id, minutes]);
      return (await worker.post(leasePath(lease, 'heartbeat'), { progress: 1, stage })).status;
    };
    assert.equal(await beat(39, 'finishing'), 409);
    assert.equal(await beat(39, 'storing'), 200);
    assert.equal(await beat(40, 'storing'), 409);
    await deliver(service.worker, lease);
  });

  test('that is invalid is a 400', async () => {
    verifies('V1-ERROR-02');
    const lease = await running();
    const beat = (body: object) => worker.post(leasePath(lease, 'heartbeat'), body);
    assertInvalid(await beat({ progress: 1.1, stage: 'x' }), 'progress', /^must be at most 1$/);
    assertInvalid(await beat({ progress: -0.1, stage: 'x' }), 'progress', /^must be at least 0$/);
    assertInvalid(await beat({ progress: 0.5 }), 'stage', /^is required$/);
    assert.equal((await beat({ progress: 1e-300, stage: 'x' })).status, 200, 'too small for the column');
    await deliver(service.worker, lease);
  });
});

test('a released job is leased to the next worker and does not count as a fault', async () => {
  verifies('DEC-JOB-01', 'V1-STATE-02');
  let lease = await running();
  for (let attempt = 1; attempt <= 6; attempt++) {
    assert.equal(lease.attempt, attempt);
    assert.deepEqual((await worker.post(leasePath(lease, 'release'), {})).body, {});
    assert.deepEqual(await readJob(lease), {
      status: 'queued',
      error: undefined,
      balance: 995,
      state: 'queued',
      progress: 0,
      stage: null,
    });
    lease = await takeLease(service.worker);
  }
  await deliver(service.worker, lease);
  assert.equal((await readJob(lease)).status, 'completed');
});

/** What the worker reported. */
async function reasonOf({ job_id: jobId }: Lease): Promise<string | undefined> {
  const [job] = await service.database.query<{ error: string }>(
    'select error from current_jobs where id = $1',
    [jobId],
  );
  return job?.error;
}

describe('a fault', () => {
  test('is retried twice, and the third fails the job and releases its price', async () => {
    verifies('V1-STATE-05', 'V1-JOB-06', 'DEC-FUNDING-03');
    let lease = await running();
    for (const attempt of [1, 2]) {
      assert.equal(lease.attempt, attempt);
      const reason = `fault ${attempt}`;
      const { body } = await worker.post(leasePath(lease, 'fail'), { reason, retryable: true });
      assert.equal(body.outcome, 'retry');
      const { status, balance } = await readJob(lease);
      assert.deepEqual([status, balance], ['queued', 995]);
      lease = await takeLease(service.worker);
    }
    const { body } = await worker.post(leasePath(lease, 'fail'), { reason: 'fault 3', retryable: true });
    assert.deepEqual(body, { outcome: 'fail' });
    const { status, balance, state } = await readJob(lease);
    assert.deepEqual([status, balance, state], ['failed', 1000, 'failed']);
    assert.equal(await reasonOf(lease), 'fault 3', 'the reason is kept for the operator');
    await assert.rejects(takeLease(service.worker, { wait_ms: 0 }), /there is no job to lease/);
  });

  test('that is not retryable fails the job at once', async () => {
    verifies('V1-STATE-05', 'V1-JOB-06');
    const lease = await running();
    const { body } = await worker.post(leasePath(lease, 'fail'), {
      reason: 'no such model',
      retryable: false,
    });
    assert.deepEqual(body, { outcome: 'fail' });
    const { status, balance } = await readJob(lease);
    assert.deepEqual([status, balance], ['failed', 1000]);
    assert.equal(await reasonOf(lease), 'no such model');
  });

  test('without a reason is a 400 and changes nothing', async () => {
    verifies('V1-ERROR-02');
    const lease = await running();
    const fail = (body: object) => worker.post(leasePath(lease, 'fail'), body);
    assertInvalid(await fail({ reason: '', retryable: true }), 'reason', /^must have at least 1 character$/);
    assertInvalid(
      await fail({ reason: 'x'.repeat(501), retryable: true }),
      'reason',
      /^must have at most 500 characters$/,
    );
    assertInvalid(await fail({ reason: 'x' }), 'retryable', /^is required$/);
    assert.equal((await readJob(lease)).state, 'running');
    await deliver(service.worker, lease);
  });
});

test('a block ends the job with its reason and releases its price', async () => {
  verifies('V1-JOB-05', 'V1-STATE-05', 'DEC-FUNDING-03');
  const lease = await running();
  const block = (body: object) => worker.post(leasePath(lease, 'block'), body);
  assertInvalid(await block({ category: 'violence' }), 'reason', /^is required$/);
  assertInvalid(await block({ category: '', reason: 'x' }), 'category', /^must have at least 1 character$/);
  assert.equal((await readJob(lease)).state, 'running');
  assert.equal((await block({ category: 'violence', reason: 'It shows violence.' })).status, 200);
  const { status, balance, state } = await readJob(lease);
  assert.deepEqual([status, balance, state], ['blocked', 1000, 'blocked']);
  assert.equal(await reasonOf(lease), 'It shows violence.');
  const rows = await service.database.query('select block_category from jobs where id = $1', [lease.job_id]);
  assert.deepEqual(rows, [{ block_category: 'violence' }]);
});

describe('a completion', () => {
  test('captures the price and keeps the artifact', async () => {
    verifies('V1-STATE-04', 'DEC-JOB-09');
    const lease = await running();
    const png = samplePng(lease.task);
    await service.worker.upload(lease, 'result.png', png);
    assert.equal((await worker.post(leasePath(lease, 'complete'), completion(lease))).status, 200);
    const { status, balance } = await readJob(lease);
    assert.deepEqual([status, balance], ['completed', 995]);
    const rows = await service.database.query(
      `select artifact_key, artifact_mime, artifact_bytes, engine, charges.state
       from current_jobs as jobs join charges on job_id = jobs.id where jobs.id = $1`,
      [lease.job_id],
    );
    const [key] = storedBlobs(service).filter((blob) => blob.includes(lease.job_id));
    assert.match(key ?? '', /\/1\/final-[0-9a-f]{16}\.png$/);
    assert.deepEqual(rows, [
      {
        artifact_key: key,
        artifact_mime: 'image/png',
        artifact_bytes: png.length,
        engine: 'test 1',
        state: 'settled',
      },
    ]);
  });

  test('without an upload, or with an empty one, is rejected', async () => {
    verifies('V1-JOB-07', 'V1-STATE-02');
    const lease = await running();
    const complete = () => worker.post(leasePath(lease, 'complete'), completion(lease));
    assertInvalid(await complete(), 'bytes', /^are not stored; upload the artifact again$/);
    await assert.rejects(
      service.worker.upload(lease, 'result.png', new Uint8Array()),
      /bytes: must be more than 0/,
    );
    assertInvalid(await complete(), 'bytes', /^are not stored; upload the artifact again$/);
    assert.equal((await readJob(lease)).state, 'running');
    await deliver(service.worker, lease);
  });

  test('of another artifact than was ordered is rejected, and the right one is still accepted', async () => {
    verifies('V1-JOB-07', 'V1-STATE-02');
    const lease = await running();
    await service.worker.upload(lease, 'result.png', samplePng(lease.task));
    const complete = (unlike: object) =>
      worker.post(leasePath(lease, 'complete'), { ...completion(lease), ...unlike });
    assertInvalid(await complete({ mime: 'video/mp4' }), 'mime', /^must be image\/png$/);
    assertInvalid(await complete({ artifact: 'result.mp4' }), 'artifact', /^must be result\.png$/);
    assertInvalid(await complete({ width: 1 }), 'width', /^must be 1024$/);
    assertInvalid(await complete({ width: 0 }), 'width', /^must be more than 0$/);
    assertInvalid(await complete({ height: 1023 }), 'height', /^must be 1024$/);
    assert.equal((await readJob(lease)).state, 'running');
    assert.equal((await complete({})).status, 200);
  });

  test('by fifty concurrent calls is applied once', async () => {
    verifies('V1-STATE-06');
    const lease = await running();
    await service.worker.upload(lease, 'result.png', samplePng(lease.task));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => worker.post(leasePath(lease, 'complete'), completion(lease))),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(49).fill(409)]);
  });
});
