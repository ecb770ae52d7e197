import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { deliver, leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { until, within } from '../support/deadline.ts';
import { violations } from '../support/jobs-under-test.ts';
import { sampleArtifact } from '../support/sample-artifact.ts';
import { startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid, storedBlobs } from '../support/untouched.ts';

const INLINE = { 'x-service-store': '0' };

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
});
after(() => service.stop());
afterEach(async () => {
  assert.deepEqual(storedBlobs(service), [], 'no byte is stored');
  const rows = await service.database.query(
    'select prompt, init_image_key, artifact_key from jobs where coalesce(prompt, init_image_key, artifact_key) is not null',
  );
  assert.deepEqual(rows, []);
  assert.deepEqual(await violations(service.database), []);
});

async function balance(): Promise<number> {
  return (await customer.get('/v1/me/balance')).body.balance_cents;
}

/** Posts, keeps the connection open and returns the bytes of the response. */
function post(path: string, body: object, signal?: AbortSignal, url = service.url): Promise<Response> {
  const answer = fetch(`${url}/v1/${path}/generate`, {
    method: 'POST',
    headers: {
      'x-api-key': customer.key,
      'user-agent': TEST_USER_AGENT,
      'content-type': 'application/json',
      ...INLINE,
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  return within(() => `the answer of ${path}/generate`, answer);
}

test('the response is the image itself, with job id, seed and price, and nothing is stored', async () => {
  verifies('V1-ENDPOINT-05', 'V1-ENDPOINT-06', 'DEC-STORE-01', 'DEC-STORE-02', 'DEC-STORE-03');
  const before = await balance();
  const answer = post('images', { prompt: 'a secret pear', seed: 7, width: 512, height: 512 });
  const lease = await takeLease(service.worker);
  assert.equal(lease.task.prompt, 'a secret pear');
  const image = await deliver(service.worker, lease);
  const response = await answer;
  assert.equal(response.status, 200);
  const header = (name: string) => response.headers.get(name);
  assert.deepEqual(['content-type', 'x-job-id', 'x-seed', 'x-price-cents', 'cache-control'].map(header), [
    'image/png',
    lease.job_id,
    '7',
    '5',
    'no-store',
  ]);
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), image);
  assert.equal(await balance(), before - 5);
  assert.equal((await customer.get(`/v1/jobs/${lease.job_id}`)).status, 404);
});

test('a video from an uploaded image: the worker gets the image and delivers the video', async () => {
  verifies('V1-ENDPOINT-05', 'V1-ENDPOINT-06');
  const png = await plain().png().toBuffer();
  const answer = post('videos', { prompt: 'sway', init_image_base64: png.toString('base64') });
  const lease = await takeLease(service.worker);
  assert.equal(lease.task.operation, 'i2v');
  assert.ok(lease.task.init_image_path !== null);
  const image = await service.worker.initImage(lease, lease.task.init_image_path);
  assert.deepEqual([...image.subarray(1, 4)], [...Buffer.from('PNG')]);
  const video = await deliver(service.worker, lease, await sampleArtifact(lease.task, 'x'.repeat(100_000)));
  const response = await answer;
  assert.equal(response.headers.get('content-type'), 'video/mp4');
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), video);
});

test('a result that the output check blocks is a 451 with its category, and is not charged', async () => {
  verifies('DEC-STORE-04');
  const before = await balance();
  const answer = post('images', { prompt: 'a pear' });
  const lease = await takeLease(service.worker);
  await service.worker.block(lease, { category: 'sexual', reason: 'The result shows nudity.' });
  const response = await answer;
  assert.equal(response.status, 451);
  const body = (await response.json()) as object;
  assert.deepEqual(body, {
    error:
      'The safety check found explicit sexual content in the result, so it is not delivered and costs nothing. Change the prompt and send it again.',
    code: 'content_blocked',
    category: 'sexual',
  });
  assert.equal(await balance(), before);
});

test('a job that fails is a 500, and is not charged', async () => {
  verifies('DEC-STORE-05');
  const before = await balance();
  const answer = post('images', { prompt: 'a pear' });
  const lease = await takeLease(service.worker);
  await service.worker.fail(lease, { reason: 'the engine broke', retryable: false });
  const response = await answer;
  assert.equal(response.status, 500);
  assert.equal(((await response.json()) as { code: string }).code, 'internal_error');
  assert.equal(await balance(), before);
});

for (const when of ['waits', 'runs'] as const) {
  test(`a caller that disconnects while the job ${when} cancels it, and its price is released`, async () => {
    verifies('DEC-STORE-06');
    const before = await balance();
    const hangUp = new AbortController();
    const answer = post('images', { prompt: 'a pear' }, hangUp.signal);
    const gone = assert.rejects(answer, { name: 'AbortError' });
    await until(async () => (await balance()) !== before);
    const lease = when === 'runs' ? await takeLease(service.worker) : undefined;
    hangUp.abort();
    await gone;
    await until(async () => (await balance()) === before);
    if (lease !== undefined) await assert.rejects(deliver(service.worker, lease), /lease/);
    const idle = await service.worker.lease(leaseRequest(), AbortSignal.timeout(20_000));
    assert.equal(idle, undefined);
  });
}

test('a worker that stores results gets no ephemeral job', async () => {
  verifies('V1-ENDPOINT-06');
  const answer = post('images', { prompt: 'a pear' });
  const queued = () => service.database.query(`select from open_jobs where state = 'queued'`);
  await until(async () => (await queued()).length > 0);
  const { capabilities } = leaseRequest();
  const keeps = leaseRequest({ capabilities: { ...capabilities, zero_retention: false } });
  assert.equal(await service.worker.lease(keeps, AbortSignal.timeout(20_000)), undefined);
  await deliver(service.worker, await takeLease(service.worker));
  assert.equal((await answer).status, 200);
});

test('the lease can be read again by its worker alone, with the prompt', async () => {
  const answer = post('images', { prompt: 'a second pear' });
  const lease = await takeLease(service.worker);
  const { waited_ms: _, ...read } = lease;
  assert.deepEqual(await service.worker.reread(lease), read);
  await deliver(service.worker, lease);
  await answer;
  await assert.rejects(service.worker.reread(lease), /lease/);
});

test('a job whose server died is cancelled and its price is released', async () => {
  verifies('DEC-STORE-06');
  const before = await balance();
  const hangUp = new AbortController();
  // In this test the server keeps running, so the caller gets a response.
  const answer = post('images', { prompt: 'a pear' }, hangUp.signal).catch(() => undefined);
  await until(async () => (await balance()) !== before);
  // The state that a node leaves when it stops sending heartbeats.
  await service.database.query(
    `update open_jobs set owning_node_id = gen_random_uuid(), node_alive_until = now() - interval '1 hour'
     where state = 'queued'`,
  );
  await until(async () => (await balance()) === before);
  hangUp.abort();
  await answer;
});

test('a server that shuts down lets its waiting callers have their results', async () => {
  verifies('DEC-STOP-02');
  const stopping = await startTestApp({
    environment: { DATABASE_URL: service.connectionString, KINORA_WORKER_TOKEN: 'a-token-for-tests-only' },
  });
  const before = await balance();
  const answer = post('images', { prompt: 'a pear' }, undefined, stopping.url);
  await until(async () => (await balance()) !== before);
  const stopped = stopping.stop();
  const delivered = await deliver(stopping.worker, await takeLease(stopping.worker));
  const response = await answer;
  assert.equal(response.status, 200);
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), delivered);
  await stopped;
  assert.equal(await balance(), before - 5);
});

test('a server that shuts down responds to its waiting callers and releases their prices', async () => {
  verifies('DEC-STORE-05');
  const stopping = await startTestApp({
    environment: {
      DATABASE_URL: service.connectionString,
      KINORA_WORKER_TOKEN: 'a-token-for-tests-only',
      KINORA_STOP_GRACE_SECONDS: '0',
    },
  });
  const before = await balance();
  const answer = post('images', { prompt: 'a pear' }, undefined, stopping.url);
  await until(async () => (await balance()) !== before);
  const stopped = stopping.stop();
  const response = await answer;
  assert.equal(response.status, 503);
  assert.equal(((await response.json()) as { code: string }).code, 'workers_unavailable');
  await stopped;
  assert.equal(await balance(), before);
});

test('headers that contradict each other or are unknown are refused', async () => {
  verifies('DEC-STORE-01');
  const body = { prompt: 'a pear' };
  const both = await customer.post('/v1/images/generate', body, { ...INLINE, 'idempotency-key': 'x' });
  assertInvalid(both, 'Idempotency-Key', /X-Service-Store/);
  const unknown = await customer.post('/v1/images/generate', body, { 'x-service-store': 'no' });
  assertInvalid(unknown, 'X-Service-Store', /must be 0/);
});
