import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, test } from 'node:test';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { StoreUnavailable } from '../../src/storage/blobs.ts';
import { openS3Store } from '../../src/storage/s3/s3-store.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { violations } from '../support/jobs-under-test.ts';
import { type S3Server, startS3Server } from '../support/s3-server/s3-server.ts';
import { s3Settings, useS3Credentials } from '../support/s3-server/s3-settings.ts';
import { sampleArtifact } from '../support/sample-artifact.ts';
import { sendArtifact } from '../support/send-artifact.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';
import { completion, leasePath, workerCalls } from '../support/worker-calls.ts';

const LIMIT = { timeout: 120_000 };
const BROKEN = { status: 500, code: 'InternalError' };

let store: S3Server;
let proxy: TcpProxy;
let service: TestApp;
let customer: TestAccount;
beforeEach(async () => {
  store = await startS3Server('media');
  useS3Credentials(store);
  proxy = await startTcpProxy(store.url);
  service = await startTestApp({ environment: s3Settings(store, proxy.connectionString) });
  customer = await service.account();
});
afterEach(async () => {
  await service.stop();
  await proxy.close();
  await store.close();
});

/** The ways in which the store becomes unavailable, and recovers. */
const OUTAGES: Readonly<Record<string, { begin(): void; end(): void }>> = {
  'returns 500': { begin: () => store.fail(BROKEN), end: () => store.fail(null) },
  'returns 503 SlowDown': {
    begin: () => store.fail({ status: 503, code: 'SlowDown' }),
    end: () => store.fail(null),
  },
  'is unreachable': { begin: () => proxy.cut(), end: () => proxy.restore() },
};

for (const [how, outage] of Object.entries(OUTAGES)) {
  test(`a store that ${how}: no image is accepted and nothing charged until it recovers`, LIMIT, async () => {
    verifies('DEC-STORAGE-03');
    const order = {
      prompt: 'x',
      init_image_base64: (await plain(512, 288).png().toBuffer()).toString('base64'),
    };
    outage.begin();
    const refusal = await assertUntouched(service, customer, () =>
      customer.post('/v1/videos/generate', order),
    );
    assert.deepEqual([refusal.status, refusal.body.code], [503, 'video_validation_unavailable']);
    assert.match(refusal.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.ok(!refusal.text.includes('InternalError') && !refusal.text.includes('127.0.0.1'));
    outage.end();
    assert.equal((await customer.post('/v1/videos/generate', order)).status, 200);
  });

  test(
    `a store that ${how}: a job is retried, never completed, then fails and its charge is reversed`,
    LIMIT,
    async () => {
      verifies('DEC-STORAGE-03', 'V1-STATE-05');
      const balance = async () => (await customer.get('/v1/me/balance')).body.balance_cents;
      const before = await balance();
      const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
      const worker = workerCalls(service);
      for (const outcome of ['retry', 'retry', 'fail']) {
        const lease = await takeLease(service.worker);
        outage.begin();
        const upload = await worker.put(leasePath(lease, 'artifacts/result.png'), new Uint8Array([1]));
        assert.ok(upload.status >= 500, `${upload.status}`);
        const completed = await worker.post(leasePath(lease, 'complete'), completion(lease));
        assert.ok(completed.status >= 500, `${completed.status}`);
        assert.equal((await customer.get(body.poll_url)).body.status, 'queued');
        const failed = await worker.post(leasePath(lease, 'fail'), { reason: 'no store', retryable: true });
        assert.deepEqual([failed.status, failed.body.outcome], [200, outcome]);
        outage.end();
      }
      assert.equal((await customer.get(body.poll_url)).body.status, 'failed');
      assert.equal(await balance(), before);
      assert.deepEqual([...store.objects.keys()], []);
      assert.deepEqual(await violations(service.database), []);
    },
  );
}

test('an interrupted upload leaves no object, and the next one is complete', LIMIT, async () => {
  verifies('DEC-STORAGE-03', 'DEC-SETTING-16');
  const { body } = await customer.post('/v1/videos/generate', { prompt: 'waves' });
  const lease = await takeLease(service.worker);
  const pieces = Array.from({ length: 12 }, (_, index) => Buffer.alloc(1024 * 1024, index));
  async function* interrupted(): AsyncGenerator<Buffer> {
    for (const [index, piece] of pieces.entries()) {
      if (index === 9) proxy.cut();
      yield piece;
    }
  }
  const cut = await sendArtifact(service, lease, 'result.mp4', interrupted());
  assert.ok(cut.status >= 500, `${cut.status}`);
  assert.deepEqual([...store.objects.keys()], []);
  proxy.restore();
  const video = await sampleArtifact(lease.task, Buffer.concat(pieces));
  await deliver(service.worker, lease, video);
  const { result_url: url } = (await customer.get(body.poll_url)).body;
  assert.ok(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(video));
});

test(
  'a job deleted during an outage of the store is deleted at once, and its object after the outage',
  LIMIT,
  async () => {
    verifies('DEC-JOB-05', 'V1-STATE-07', 'DEC-STORAGE-03');
    const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
    await deliver(service.worker, await takeLease(service.worker));
    const { result_url: url } = (await customer.get(body.poll_url)).body;
    store.fail(BROKEN);
    assert.equal((await customer.delete(body.poll_url)).status, 204);
    assert.equal((await customer.get(body.poll_url)).status, 404);
    assert.equal(store.objects.size, 1);
    store.fail(null);
    await until(async () => store.objects.size === 0);
    assert.equal((await fetch(url)).status, 404);
  },
);

test('a job is polled and its link returned during an outage of the store', LIMIT, async () => {
  verifies('V1-STATE-09');
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(service.worker, await takeLease(service.worker));
  proxy.cut();
  const polled = await customer.get(body.poll_url);
  assert.deepEqual([polled.status, polled.body.status], [200, 'completed']);
  proxy.restore();
  assert.equal((await fetch(polled.body.result_url)).status, 200);
});

test('a hanging connection causes a retry; a hanging store fails with StoreUnavailable', LIMIT, async () => {
  verifies('DEC-STORAGE-03');
  const location = {
    bucket: 'media',
    prefix: '',
    publicEndpoint: undefined,
    region: 'x',
    direct: true,
    addressing: 'path',
  } as const;
  const timeouts = { connectMs: 1000, inactivityMs: 1000 };
  const { blobs, close } = openS3Store({ ...location, endpoint: proxy.connectionString }, timeouts);
  await blobs.put('jobs/a/1/x.png', Buffer.from('first'));
  proxy.hang();
  await blobs.put('jobs/a/1/x.png', Buffer.from('second'));
  assert.equal(await text(blobs.read('jobs/a/1/x.png')), 'second');
  store.hang();
  await assert.rejects(blobs.put('jobs/a/1/x.png', Buffer.from('third')), StoreUnavailable);
  await assert.rejects(blobs.size('jobs/a/1/x.png'), StoreUnavailable);
  close();
});
