import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Lease, uploadLinkSchema } from '@kinora/contract';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { within } from '../support/deadline.ts';
import { type S3Server, startS3Server } from '../support/s3-server/s3-server.ts';
import { s3Settings, useS3Credentials } from '../support/s3-server/s3-settings.ts';
import { sampleMp4, samplePng } from '../support/sample-artifact.ts';
import { startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';
import { storedBlobs } from '../support/untouched.ts';
import { completion, leasePath, workerCalls } from '../support/worker-calls.ts';

/** As a video is ordered by default. */
const VIDEO = await sampleMp4({ width: 1280, height: 720, frames: 121, sound: true });

let store: S3Server;
let service: TestApp;
let customer: TestAccount;
before(async () => {
  store = await startS3Server('media');
  useS3Credentials(store);
  service = await startTestApp({ environment: s3Settings(store) });
  customer = await service.account(100_000);
});
after(async () => {
  await service.stop();
  await store.close();
});

/** A link to upload these bytes to the store. */
async function linkOf(lease: Lease, { length: bytes }: Uint8Array): Promise<string> {
  const { status, body } = await workerCalls(service).post(leasePath(lease, 'upload-link'), { bytes });
  assert.equal(status, 200);
  return uploadLinkSchema.parse(body).upload_url ?? '';
}

/** The blobs of a job in the store, by their name in the job's folder. */
function blobsOf(jobId: string): string[] {
  const folder = `media/kinora/jobs/${jobId}/`;
  return [...store.objects.keys()]
    .filter((name) => name.startsWith(folder))
    .map((name) => name.slice(folder.length));
}

test('a video is uploaded to the store by the worker and downloaded from it by the customer, not through the server', async () => {
  verifies(
    'DEC-STORAGE-08',
    'DEC-SETTING-16',
    'DEC-JOB-16',
    'DEC-STORAGE-02',
    'V1-JOB-03',
    'V1-JOB-04',
    'V1-JOB-07',
  );
  const { body } = await customer.post('/v1/videos/generate', { prompt: 'waves' });
  const lease = await takeLease(service.worker);
  const upload = await linkOf(lease, VIDEO);
  assert.ok(upload.startsWith(`${store.url}/media/kinora/jobs/${body.job_id}/1/result.mp4?`));
  await deliver(service.worker, lease, VIDEO);
  assert.equal(store.requests.filter((request) => /^PUT .*\/result\.mp4$/.test(request)).length, 1);

  const { result_url: url, expires_in: expiresIn } = (await customer.get(body.poll_url)).body;
  assert.ok(url.startsWith(`${store.url}/media/kinora/jobs/${body.job_id}/1/final-`));
  assert.equal(expiresIn, 86_400);
  assert.equal(new URL(url).searchParams.get('X-Amz-Expires'), '86400');
  const whole = await fetch(url);
  assert.deepEqual([whole.status, Buffer.from(await whole.arrayBuffer())], [200, VIDEO]);
  assert.equal(whole.headers.get('content-type'), 'video/mp4');
  const name = `kinora-${body.job_id.slice(-12)}.mp4`;
  assert.equal(whole.headers.get('content-disposition'), `inline; filename="${name}"`);
  const part = await fetch(url, { headers: { range: 'bytes=500-599' } });
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer())], [206, VIDEO.subarray(500, 600)]);
  assert.equal(part.headers.get('content-range'), `bytes 500-599/${VIDEO.length}`);
  // As the reference says.
  assert.equal((await fetch(url, { method: 'HEAD' })).status, 403);
  const { status, headers } = await fetch(url, { headers: { range: 'bytes=0-0' } });
  assert.deepEqual([status, headers.get('content-type')], [206, 'video/mp4']);
  assert.equal(headers.get('content-range'), `bytes 0-0/${VIDEO.length}`);

  assert.equal((await customer.delete(body.poll_url)).status, 204);
  assert.equal((await customer.get(body.poll_url)).status, 404);
  assert.equal((await fetch(url)).status, 404);
  assert.deepEqual(blobsOf(body.job_id), []);
  assert.deepEqual(storedBlobs(service), []);
});

test('a worker that asks for no link uploads through the server', async () => {
  verifies('DEC-STORAGE-02');
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  const lease = await takeLease(service.worker);
  const image = samplePng(lease.task);
  const { put, post } = workerCalls(service);
  assert.equal((await put(leasePath(lease, 'artifacts/result.png'), image)).status, 200);
  assert.equal((await post(leasePath(lease, 'complete'), completion(lease, image))).status, 200);
  const { result_url: url } = (await customer.get(body.poll_url)).body;
  assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), image);
});

test('a worker that cannot reach the store, or whose link has ended, uploads through the server', async (t) => {
  verifies('DEC-STORAGE-02');
  const send = fetch;
  let links = 0;
  let change = (url: string) => url.replace(store.url, 'http://127.0.0.1:9');
  t.mock.method(globalThis, 'fetch', async (...args: Parameters<typeof fetch>) => {
    const response = await send(...args);
    if (!`${args[0]}`.endsWith('/upload-link')) return response;
    links++;
    const link = uploadLinkSchema.parse(await response.json()).upload_url ?? '';
    return Response.json({ upload_url: change(link) });
  });
  for (const next of [change, (url: string) => url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=0')]) {
    change = next;
    links = 0;
    const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
    await deliver(service.worker, await takeLease(service.worker));
    assert.equal(links, 1);
    assert.equal((await customer.get(body.poll_url)).body.status, 'completed');
    assert.match(blobsOf(body.job_id).join(), /^1\/final-\w+\.png$/);
  }
});

test('a completion without an upload is refused, whatever other blobs are in the store', async () => {
  verifies('DEC-STORAGE-03');
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  const lease = await takeLease(service.worker);
  const { status } = await workerCalls(service).post(leasePath(lease, 'complete'), completion(lease));
  assert.equal(status, 400);
  assert.equal((await customer.get(body.poll_url)).body.status, 'queued');
  await service.worker.fail(lease, { reason: 'x', retryable: false });
});

test('a blob uploaded after a DELETE is deleted at its completion', async () => {
  verifies('DEC-JOB-06', 'DEC-STORAGE-05');
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  const lease = await takeLease(service.worker);
  const link = await linkOf(lease, Buffer.of(1));
  assert.equal((await customer.delete(body.poll_url)).status, 204);
  const put = { method: 'PUT', body: Buffer.of(1), headers: { 'content-type': 'image/png' } };
  assert.equal((await fetch(link, put)).status, 200);
  assert.deepEqual(blobsOf(body.job_id), ['1/result.png']);
  const late = await workerCalls(service).post(leasePath(lease, 'complete'), completion(lease));
  assert.equal(late.status, 409);
  assert.deepEqual(blobsOf(body.job_id), []);
});

test('an uploaded image reaches the worker and is deleted when the job ends', async () => {
  verifies('DEC-STORAGE-04');
  const ends = {
    completed: (lease: Awaited<ReturnType<typeof takeLease>>) => deliver(service.worker, lease),
    failed: async (lease: Awaited<ReturnType<typeof takeLease>>) =>
      service.worker.fail(lease, { reason: 'x', retryable: false }),
    blocked: async (lease: Awaited<ReturnType<typeof takeLease>>) =>
      service.worker.block(lease, { category: 'x', reason: 'x' }),
  };
  for (const [state, end] of Object.entries(ends)) {
    const image = {
      prompt: 'it moves',
      init_image_base64: (await plain(512, 288).png().toBuffer()).toString('base64'),
    };
    const { body } = await customer.post('/v1/videos/generate', image);
    assert.deepEqual(blobsOf(body.job_id), ['input.png']);
    const lease = await takeLease(service.worker);
    const seen = await service.worker.initImage(lease, lease.task.init_image_path ?? '');
    assert.deepEqual([...seen.subarray(1, 4)], [...Buffer.from('PNG')]);
    await end(lease);
    assert.equal((await customer.get(body.poll_url)).body.status, state);
    const kept = state === 'completed' ? /^1\/final-\w+\.mp4$/ : /^$/;
    assert.match(blobsOf(body.job_id).join(), kept);
  }
});

test('a call with X-Service-Store: 0 writes nothing to the store', async () => {
  verifies('V1-ENDPOINT-06', 'DEC-STORE-07');
  const names = [...store.objects.keys()];
  const writes = () => store.requests.filter((request) => /^(PUT|POST)/.test(request)).length;
  const before = writes();
  const image = (await plain(512, 288).png().toBuffer()).toString('base64');
  const answer = fetch(`${service.url}/v1/videos/generate`, {
    method: 'POST',
    headers: {
      'x-api-key': customer.key,
      'user-agent': TEST_USER_AGENT,
      'content-type': 'application/json',
      'x-service-store': '0',
    },
    body: JSON.stringify({ prompt: 'a secret', init_image_base64: image }),
  });
  const lease = await takeLease(service.worker);
  assert.equal(await linkOf(lease, VIDEO), '');
  await deliver(service.worker, lease, VIDEO);
  assert.deepEqual(Buffer.from(await (await within(() => 'the answer', answer)).arrayBuffer()), VIDEO);
  assert.deepEqual([...store.objects.keys()], names);
  assert.equal(writes(), before);
});
