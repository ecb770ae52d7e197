import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { uploadCheckSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createWorkerToken } from '../../src/workers/change-worker-tokens.ts';
import { takeLease } from '../support/act-as-worker.ts';
import { type S3Server, startS3Server } from '../support/s3-server/s3-server.ts';
import { s3Settings, useS3Credentials } from '../support/s3-server/s3-settings.ts';
import { samplePng } from '../support/sample-artifact.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { assertInvalid } from '../support/untouched.ts';
import { completion, leasePath, workerCalls } from '../support/worker-calls.ts';

/** A worker that uses the links to the store for more than its results. */

let store: S3Server;
let service: TestApp;
before(async () => {
  store = await startS3Server('media');
  useS3Credentials(store);
  service = await startTestApp({ environment: s3Settings(store) });
});
after(async () => {
  await service.stop();
  await store.close();
});

async function newWorker(name: string) {
  const token = await createWorkerToken(service.database, name, new Date());
  assert.ok(token !== undefined);
  const calls = workerCalls(service, token);
  return { ...calls, check: () => calls.send('/upload-check', 'POST', Buffer.alloc(10)) };
}

const put = (url: string, bytes: Uint8Array<ArrayBuffer>, type = 'image/png') =>
  fetch(url, { method: 'PUT', body: bytes, headers: { 'content-type': type } });

test('the link to test the store takes the six bytes of the test and no others, and makes one object a token', async () => {
  verifies('DEC-DELIVERY-05');
  const worker = await newWorker('gpu-1');
  for (let at = 0; at < 3; at++) {
    const { upload_url: url } = uploadCheckSchema.parse((await worker.check()).body);
    assert.ok(url !== null);
    for (const size of [0, 5, 7, 1_000_000]) assert.equal((await put(url, Buffer.alloc(size))).status, 403);
    assert.equal((await put(url, Buffer.from('kinora'), 'text/html')).status, 403);
    assert.equal((await put(url, Buffer.from('kinora'))).status, 200);
  }
  assert.equal(store.objects.size, 1);
});

test('a token may check uploads a number of times a minute, and learns when that is over', async () => {
  verifies('DEC-DELIVERY-05');
  const [rogue, honest] = [await newWorker('rogue'), await newWorker('honest')];
  const answers = await Promise.all(Array.from({ length: 130 }, () => rogue.check()));
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(refused.length, 10);
  for (const { body, headers } of refused) {
    assert.equal(body.code, 'rate_limited');
    assert.match(body.error, /a minute .* own token/);
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  assert.equal((await honest.check()).status, 200);
});

test('the link for a result takes the bytes of that result, and the size of a job only', async () => {
  verifies('DEC-DELIVERY-05', 'DEC-ARTIFACT-02');
  const customer = await service.account();
  const { body } = await customer.post('/v1/images/generate', { prompt: 'x', width: 256, height: 256 });
  const lease = await takeLease(service.worker);
  const image = samplePng(lease.task);
  const { post } = workerCalls(service);
  const linkFor = (bytes: number) => post(leasePath(lease, 'upload-link'), { bytes });
  assertInvalid(
    await linkFor(256 * 256 * 4 + 2 ** 20 + 1),
    'artifact',
    /^this artifact may have at most 1\.3 MiB$/,
  );
  assert.equal((await linkFor(0)).status, 400);
  const url = (await linkFor(image.length)).body.upload_url;
  const other = Buffer.alloc(image.length + 1);
  for (const bytes of [other, Buffer.alloc(10_000_000), image.subarray(1)]) {
    assert.equal((await put(url, Buffer.from(bytes))).status, 403);
  }
  assert.equal((await put(url, Buffer.from(image))).status, 200);
  assert.equal((await post(leasePath(lease, 'complete'), completion(lease, image))).status, 200);
  assert.equal((await linkFor(image.length)).body.code, 'lease_lost');
  assert.equal((await customer.get(body.poll_url)).body.status, 'completed');
});
