import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { uploadCheckSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createWorkerToken } from '../../src/jobs/worker-tokens/change-worker-tokens.ts';
import { type S3Server, startS3Server } from '../support/s3-server/s3-server.ts';
import { s3Settings, useS3Credentials } from '../support/s3-server/s3-settings.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { workerCalls } from '../support/worker-calls.ts';

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
