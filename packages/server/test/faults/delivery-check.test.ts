import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { CHECK_BYTES, checkDelivery } from '@kinora/worker/check-delivery';
import { createServerCalls } from '@kinora/worker/server-calls';
import { until } from '../support/deadline.ts';
import { type FaultyDelivery, startFaultyDelivery } from '../support/faulty-delivery.ts';
import { startKinora } from '../support/service-process.ts';
import type { StoreProxy } from '../support/store-proxy.ts';
import type { TestApp } from '../support/test-app.ts';

/** What a worker finds out about the way to its server and to the store before it takes a job. */

const LIMIT = { timeout: 240_000 };
const TOO_LARGE = { kind: 'refuse', status: 413, code: 'Request Entity Too Large' } as const;

let delivery: FaultyDelivery;
let store: StoreProxy;
let edge: StoreProxy;
let service: TestApp;
beforeEach(async () => {
  delivery = await startFaultyDelivery();
  ({ store, edge, service } = delivery);
});
afterEach(() => delivery.stop());

function check() {
  const { checkUpload } = createServerCalls(edge.url, service.app.workerToken);
  return checkDelivery(checkUpload, new AbortController().signal);
}

test('a large upload arrives, and the store takes one too', LIMIT, async () => {
  verifies('DEC-DELIVERY-04');
  assert.ok(CHECK_BYTES > 25 * 2 ** 20);
  assert.deepEqual(await check(), { warning: undefined, isPossible: true, retryMs: 0 });
  assert.equal(store.requests.filter((line) => /^PUT .*\/1\/result\.png$/.test(line)).length, 1);
});

test(
  'a proxy with a small limit is named with the setting to raise, and no job is taken',
  LIMIT,
  async () => {
    verifies('DEC-DELIVERY-04');
    edge.set(TOO_LARGE, (method, path) => method === 'POST' && path.endsWith('/upload-check'));
    const { warning, isPossible } = await check();
    assert.equal(isPossible, false);
    assert.match(warning ?? '', /refuses uploads of 32 MiB \(413\).*client_max_body_size of nginx/);

    const worker = startKinora(['worker', '--name', 'remote'], {
      KINORA_SERVER_URL: edge.url,
      KINORA_WORKER_TOKEN: service.app.workerToken,
    });
    await worker.lineMatching(/client_max_body_size of nginx/);
    assert.ok(!edge.requests.some((line) => line.endsWith('/leases')));
    await worker.end('SIGTERM');
  },
);

test('a store that only the server reaches is named, and results go through the server', LIMIT, async () => {
  verifies('DEC-DELIVERY-04');
  store.set({ kind: 'unreachable' });
  const { warning, isPossible } = await check();
  assert.equal(isPossible, true);
  assert.ok(warning?.includes(store.url) && warning.includes('public_endpoint='), warning);
});

test('a server that cannot be reached is waited for', LIMIT, async () => {
  verifies('DEC-DELIVERY-04');
  edge.set({ kind: 'unreachable' });
  const worker = startKinora(['worker', '--name', 'early'], {
    KINORA_SERVER_URL: edge.url,
    KINORA_WORKER_TOKEN: service.app.workerToken,
  });
  await worker.lineMatching(/did not reach the server/);
  edge.set(null);
  await until(() => edge.requests.some((line) => line.endsWith('/leases')), 100_000);
  await worker.end('SIGTERM');
});
