import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { leaseSecretHeader } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { LeaseLost } from '@kinora/worker/server-calls';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { sampleArtifact } from '../support/sample-artifact.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { storedBlobs } from '../support/untouched.ts';
import { completion, leasePath, workerCalls } from '../support/worker-calls.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account(100_000);
});
after(() => service.stop());

async function accept(): Promise<string> {
  return (await customer.post('/api/v1/videos/generate', { prompt: 'waves' })).body.poll_url;
}

async function balance(): Promise<number> {
  return (await customer.get('/v1/me/balance')).body.balance_cents;
}

/** Deletes a job and asserts the response of the contract and that the job is not found. */
async function deleteJob(pollUrl: string): Promise<void> {
  const deleted = await customer.delete(pollUrl);
  assert.deepEqual([deleted.status, deleted.text], [204, '']);
  assert.equal(deleted.headers.get('content-type'), null);
  for (const again of [await customer.get(pollUrl), await customer.delete(pollUrl)]) {
    assert.deepEqual([again.status, again.body.code], [404, 'not_found']);
  }
}

test('a queued job is cancelled and its price is released', async () => {
  verifies('DEC-JOB-02', 'DEC-JOB-05', 'V1-ENDPOINT-02');
  const before = await balance();
  const pollUrl = await accept();
  assert.equal(await balance(), before - 50);
  await deleteJob(pollUrl);
  assert.equal(await balance(), before);
  await assert.rejects(takeLease(service.worker, { wait_ms: 0 }), /there is no job to lease/);
});

test('the job of another account is not found, and stays', async () => {
  verifies('V1-ENDPOINT-02');
  const pollUrl = await accept();
  const before = await balance();
  const other = await service.account(100_000);
  const refused = await other.delete(pollUrl);
  assert.deepEqual([refused.status, refused.body.code], [404, 'not_found']);
  assert.equal((await customer.get(pollUrl)).body.status, 'queued');
  assert.equal(await balance(), before);
  await deleteJob(pollUrl);
});

test('a running job is cancelled, its price is released, and no late result revives it', async () => {
  verifies('DEC-JOB-03', 'DEC-JOB-05', 'DEC-JOB-06');
  const before = await balance();
  const pollUrl = await accept();
  const lease = await takeLease(service.worker);
  await service.worker.upload(lease, 'result.mp4', new Uint8Array([1]));
  await deleteJob(pollUrl);
  assert.equal(await balance(), before);
  assert.equal(await service.worker.heartbeat(lease, { progress: 1, stage: 'x' }), 'over');
  await assert.rejects(service.worker.upload(lease, 'result.mp4', new Uint8Array([1])), LeaseLost);
  await assert.rejects(service.worker.fail(lease, { reason: 'late', retryable: true }), LeaseLost);
  await assert.rejects(service.worker.block(lease, { category: 'x', reason: 'late' }), LeaseLost);
  await assert.rejects(service.worker.release(lease), LeaseLost);
  const late = await workerCalls(service).post(leasePath(lease, 'complete'), completion(lease));
  assert.deepEqual([late.status, late.body.code], [409, 'lease_lost']);
  assert.equal((await customer.get(pollUrl)).status, 404);
  assert.equal(await balance(), before);
  assert.deepEqual(storedBlobs(service), []);
});

test('a finished job loses its result and its price stays charged', async () => {
  verifies('DEC-JOB-04', 'DEC-JOB-05', 'V1-STATE-07', 'V1-ENDPOINT-02');
  const before = await balance();
  const pollUrl = await accept();
  await deliver(service.worker, await takeLease(service.worker));
  assert.equal(storedBlobs(service).length, 1);
  await deleteJob(pollUrl);
  assert.deepEqual(storedBlobs(service), []);
  assert.equal(await balance(), before - 50);
});

test('a failed and a blocked job can be deleted; their price is not released twice', async () => {
  verifies('V1-ENDPOINT-02', 'DEC-JOB-05', 'V1-STATE-05');
  const before = await balance();
  for (const end of ['fail', 'block'] as const) {
    const pollUrl = await accept();
    const lease = await takeLease(service.worker);
    if (end === 'fail') await service.worker.fail(lease, { reason: 'broken', retryable: false });
    else await service.worker.block(lease, { category: 'x', reason: 'no' });
    assert.equal(await balance(), before);
    await deleteJob(pollUrl);
    assert.equal(await balance(), before);
  }
});

test('the prompt is deleted from the database with the job', async () => {
  verifies('V1-STATE-07');
  const pollUrl = await accept();
  await deleteJob(pollUrl);
  const rows = await service.database.query(
    'select prompt, init_image_key, artifact_key from jobs where id = $1 and deleted_at is not null',
    [pollUrl.split('/').at(-1)],
  );
  assert.deepEqual(rows, [{ prompt: null, init_image_key: null, artifact_key: null }]);
});

test('an upload in progress when the job is deleted does not stay', async () => {
  verifies('DEC-JOB-06', 'V1-STATE-07');
  const pollUrl = await accept();
  const lease = await takeLease(service.worker);
  let finish = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(100_000));
      finish = () => {
        controller.enqueue(new Uint8Array(100_000));
        controller.close();
      };
    },
  });
  const upload = fetch(`${service.url}/worker/v1${leasePath(lease, 'artifacts/result.mp4')}`, {
    method: 'PUT',
    body,
    duplex: 'half',
    headers: {
      authorization: `Bearer ${service.app.workerToken}`,
      [leaseSecretHeader]: lease.secret,
      'content-type': 'application/octet-stream',
    },
  } as RequestInit);
  await until(() => storedBlobs(service).length > 0);
  await deleteJob(pollUrl);
  finish();
  const answer = await upload;
  assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [409, 'lease_lost']);
  assert.deepEqual(storedBlobs(service), []);
});

test('one of twenty concurrent deletes succeeds, and the price is released once', async () => {
  verifies('V1-ENDPOINT-02', 'V1-ENDPOINT-03', 'V1-STATE-05');
  const before = await balance();
  const pollUrl = await accept();
  const answers = await Promise.all(Array.from({ length: 20 }, () => customer.delete(pollUrl)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array(19).fill(404)]);
  assert.equal(await balance(), before);
});

test('DELETE and the end of the job race with one winner', async () => {
  verifies('DEC-JOB-06', 'V1-STATE-06');
  const before = await balance();
  let delivered = 0;
  for (let round = 0; round < 10; round++) {
    const pollUrl = await accept();
    const lease = await takeLease(service.worker);
    const video = await sampleArtifact(lease.task);
    await service.worker.upload(lease, 'result.mp4', video);
    const [completed, deleted] = await Promise.all([
      workerCalls(service).post(leasePath(lease, 'complete'), completion(lease, video)),
      customer.delete(pollUrl),
    ]);
    assert.equal(deleted.status, 204);
    assert.ok(completed.status === 200 || completed.status === 409, completed.text);
    if (completed.status === 200) delivered += 1;
    assert.equal((await customer.get(pollUrl)).status, 404);
  }
  assert.equal(await balance(), before - delivered * 50);
  assert.deepEqual(storedBlobs(service), []);
});

test('every invariant of the ledger holds afterwards', async () => {
  verifies('V1-STATE-05');
  const findings = await auditLedger(service.database);
  assert.deepEqual(
    findings.flatMap(({ violations }) => violations),
    [],
  );
});
