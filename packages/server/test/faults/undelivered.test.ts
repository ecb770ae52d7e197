import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { type CompleteRequest, type Lease, servedByDefault } from '@kinora/contract';
import type { Engine } from '@kinora/engine/engine';
import { proceduralCapabilities } from '@kinora/procedural/capabilities';
import { encoded } from '@kinora/testing/encoded';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { runWorker } from '@kinora/worker/run-worker';
import { sweepStorage } from '../../src/jobs/retention/sweep-storage.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { readS3Location } from '../../src/storage/s3/s3-location.ts';
import { takeLease } from '../support/act-as-worker.ts';
import { SLOW_MS, until } from '../support/deadline.ts';
import { type FaultyDelivery, startFaultyDelivery } from '../support/faulty-delivery.ts';
import { violations } from '../support/jobs-under-test.ts';
import type { RealS3 } from '../support/real-s3.ts';
import { samplePng } from '../support/sample-artifact.ts';
import type { StoreFault, StoreProxy } from '../support/store-proxy.ts';
import { keysOf } from '../support/stores-under-test.ts';
import type { TestAccount, TestApp } from '../support/test-app.ts';
import { assertInvalid } from '../support/untouched.ts';
import { completion, leasePath, workerCalls } from '../support/worker-calls.ts';

/** What happens to a finished result while the store, or a proxy in front of it or of the server, does not take it. */

const LIMIT = { timeout: 240_000 };
const NOT_STORED = /^The result is rendered but could not be stored, and nothing was charged\. The storage/;
const isUpload = (method: string, path: string) => method === 'PUT' && path.includes('/result.');

let delivery: FaultyDelivery;
let s3: RealS3;
let store: StoreProxy;
let edge: StoreProxy;
let service: TestApp;
let customer: TestAccount;
let stops: (() => Promise<void>)[];
beforeEach(async () => {
  delivery = await startFaultyDelivery();
  ({ s3, store, edge, service } = delivery);
  customer = await service.account(1000);
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await delivery.stop();
});

/** A worker behind the proxy `edge`, and how often it has rendered. */
function startWorker(storingMs?: number): { readonly renders: () => number } {
  let renders = 0;
  const engine: Engine = {
    name: 'counting',
    version: '1',
    origin: 'rules',
    capabilities: proceduralCapabilities(servedByDefault),
    zeroRetention: true,
    async render({ width, height }) {
      renders += 1;
      return { bytes: samplePng({ width, height }, NOISE), mime: 'image/png', width, height };
    },
  };
  const stop = new AbortController();
  const working = runWorker({
    name: 'remote',
    pools: ['image'],
    gpu: 'none',
    engine,
    finish: encoded,
    client: createLeaseClient(edge.url, service.app.workerToken),
    log: () => {},
    ...(storingMs !== undefined && { storingMs }),
    stop: stop.signal,
  });
  stops.push(async () => {
    store.set(null);
    edge.set(null);
    stop.abort();
    await working;
  });
  return { renders: () => renders };
}

/** So that an upload has more than one packet. */
const NOISE = Buffer.alloc(500_000, 'kinora');

async function order(): Promise<{ id: string; look: () => Promise<Record<string, unknown>> }> {
  const { status, body } = await customer.post('/v1/images/generate', {
    prompt: 'a pear',
    width: 256,
    height: 256,
  });
  assert.equal(status, 200);
  return { id: body.job_id, look: async () => (await customer.get(body.poll_url)).body };
}

async function recordOf(id: string) {
  const [row] = await service.database.query<{
    state: string;
    attempt: number;
    faults: number;
    stage: string | null;
    error: string | null;
    beating: boolean;
  }>(
    `select state, attempt, faults, stage, error, lease_until > now() as beating from current_jobs where id = $1`,
    [id],
  );
  assert.ok(row !== undefined);
  return row;
}

const balance = async () => (await customer.get('/v1/me/balance')).body.balance_cents;

async function download(id: string): Promise<Buffer> {
  const { body } = await customer.get(`/v1/jobs/${id}`);
  return Buffer.from(await (await fetch(body.result_url)).arrayBuffer());
}

const OUTAGES: Readonly<Record<string, { readonly fault: StoreFault; readonly tries: number }>> = {
  'is unreachable': { fault: { kind: 'unreachable' }, tries: 12 },
  'answers 503': { fault: { kind: 'refuse', status: 503, code: 'SlowDown' }, tries: 12 },
  hangs: { fault: { kind: 'hang' }, tries: 1 },
  'cuts uploads': { fault: { kind: 'cut', afterBytes: 100_000 }, tries: 5 },
};

for (const [how, { fault, tries }] of Object.entries(OUTAGES)) {
  test(
    `a store that ${how}: the result is kept and stored once it is back, and rendered once`,
    LIMIT,
    async () => {
      verifies('DEC-DELIVERY-01', 'DEC-STORAGE-03');
      const worker = startWorker();
      store.set(fault, isUpload);
      const { id, look } = await order();
      const uploads = () => store.requests.filter((line) => /^PUT .*\/result\./.test(line)).length;
      await until(() => uploads() >= tries, SLOW_MS);
      await until(async () => (await recordOf(id)).stage === 'storing');
      const { state, attempt, beating } = await recordOf(id);
      assert.deepEqual([state, attempt, beating], ['running', 1, true]);
      assert.equal((await look()).status, 'queued');
      store.set(null);
      await until(async () => (await look()).status === 'completed', SLOW_MS);
      assert.equal(worker.renders(), 1);
      const { faults } = await recordOf(id);
      assert.deepEqual([(await recordOf(id)).attempt, faults], [1, 0]);
      assert.ok((await download(id)).equals(samplePng({ width: 256, height: 256 }, NOISE)));
      assert.equal(await balance(), 995);
      assert.deepEqual(await violations(service.database), []);
    },
  );
}

/** Asserts that the job fails at once with the right words for customer and operator, costs nothing and is rendered once. */
async function assertUndelivered(id: string, renders: number, reason: RegExp): Promise<void> {
  await until(async () => (await recordOf(id)).state === 'failed', SLOW_MS);
  const { error, attempt } = await recordOf(id);
  assert.match(error ?? '', reason);
  assert.deepEqual([attempt, renders], [1, 1]);
  const { body } = await customer.get(`/v1/jobs/${id}`);
  assert.equal(body.status, 'failed');
  assert.match(body.error, NOT_STORED);
  assert.ok(!body.error.includes('127.0.0.1') && !body.error.includes('max_body'));
  assert.equal(await balance(), 1000);
  assert.deepEqual(await violations(service.database), []);
}

test('a full store ends the job at once, and the operator learns it', LIMIT, async () => {
  verifies('DEC-DELIVERY-02');
  const worker = startWorker();
  store.set({ kind: 'refuse', status: 507, code: 'XMinioStorageFull' }, (method) => method !== 'GET');
  const { id } = await order();
  await until(async () => (await recordOf(id)).state === 'failed', SLOW_MS);
  store.set(null);
  await assertUndelivered(
    id,
    worker.renders(),
    /^the store is full: give it more room\. PUT .* returned 507/,
  );
});

test(
  'a proxy that takes no large body ends the job at once, and the operator learns what to raise',
  LIMIT,
  async () => {
    verifies('DEC-DELIVERY-02');
    const worker = startWorker();
    const tooLarge = { kind: 'refuse', status: 413, code: 'Request Entity Too Large' } as const;
    store.set(tooLarge, isUpload);
    edge.set(tooLarge, isUpload);
    const { id } = await order();
    await assertUndelivered(id, 1, /client_max_body_size of nginx\. PUT .* returned 413/);
    assert.equal(worker.renders(), 1);
  },
);

test(
  'a proxy that takes no large body is not a reason to fail while the store may come back',
  LIMIT,
  async () => {
    verifies('DEC-DELIVERY-01');
    const worker = startWorker();
    edge.set({ kind: 'refuse', status: 413, code: 'Request Entity Too Large' }, isUpload);
    store.set({ kind: 'unreachable' }, isUpload, 7);
    const { id, look } = await order();
    await until(async () => (await look()).status === 'completed', SLOW_MS);
    assert.deepEqual([worker.renders(), (await recordOf(id)).attempt], [1, 1]);
  },
);

test('a result that cannot be stored for too long is given up, and not rendered again', LIMIT, async () => {
  verifies('DEC-DELIVERY-02');
  const worker = startWorker(1500);
  store.set({ kind: 'unreachable' });
  const { id } = await order();
  await until(async () => (await recordOf(id)).state === 'failed', SLOW_MS);
  store.set(null);
  await assertUndelivered(id, worker.renders(), /^the result could not be stored: check that/);
});

test(
  'a result that was replaced or lost after its upload is uploaded again, not rendered again',
  LIMIT,
  async () => {
    verifies('DEC-DELIVERY-03');
    const worker = startWorker();
    const raw = await openRawStore();
    const changes = [
      (key: string) => raw.blobs.put(key, Buffer.from('something else')),
      (key: string) => raw.blobs.deleteAll([key]),
    ];
    for (const [index, change] of changes.entries()) {
      // The completion waits at the proxy until the object has changed.
      edge.set({ kind: 'hang' }, (method, path) => method === 'POST' && path.endsWith('/complete'));
      const { id, look } = await order();
      await until(() => edge.requests.some((line) => line.endsWith(`${id}/1/complete`)), SLOW_MS);
      await change(`jobs/${id}/1/result.png`);
      edge.set(null);
      await until(async () => (await look()).status === 'completed', SLOW_MS);
      assert.deepEqual([worker.renders(), (await recordOf(id)).attempt], [index + 1, 1]);
      assert.ok((await download(id)).equals(samplePng({ width: 256, height: 256 }, NOISE)));
    }
    raw.close();
  },
);

async function openRawStore() {
  const location = readS3Location(`s3://media/kinora?endpoint=${s3.url}`);
  assert.ok(location.ok);
  return openStore(location.value, '');
}

/** A link to upload these bytes to the store. */
async function linkOf(lease: Lease, { length: bytes }: Uint8Array): Promise<string> {
  const { body } = await workerCalls(service).post(leasePath(lease, 'upload-link'), { bytes });
  return body.upload_url;
}

test('an upload that was replaced is not paid', LIMIT, async () => {
  verifies('DEC-ARTIFACT-03', 'V1-STATE-04');
  const { id } = await order();
  const lease = await takeLease(service.worker);
  const [ordered, other] = [samplePng(lease.task, 'one'), samplePng(lease.task, 'two')];
  const complete = () => workerCalls(service).post(leasePath(lease, 'complete'), completion(lease, ordered));
  const put = async (body: Buffer) =>
    fetch(await linkOf(lease, body), { method: 'PUT', body, headers: { 'content-type': 'image/png' } });
  assert.equal((await put(other)).status, 200);
  assertInvalid(await complete(), 'sha256', /^is not that of what is stored; upload the artifact again$/);
  assert.equal((await put(Buffer.concat([ordered, other]))).status, 200);
  assertInvalid(await complete(), 'bytes', /^is not that of what is stored; upload the artifact again$/);
  assert.equal((await recordOf(id)).state, 'running');
  assert.equal((await put(ordered)).status, 200);
  assert.equal((await complete()).status, 200);
  assert.equal(await balance(), 995);
});

test(
  'an upload link changes nothing once its job is completed, and leaves nothing once it is deleted',
  LIMIT,
  async () => {
    verifies('DEC-ARTIFACT-04', 'DEC-STORAGE-05');
    const raw = await openRawStore();
    const { id } = await order();
    const lease = await takeLease(service.worker);
    const ordered = samplePng(lease.task, 'one');
    const body = samplePng(lease.task, 'late');
    const link = await linkOf(lease, body);
    const late = async () => {
      const headers = { 'content-type': 'image/png' };
      assert.equal((await fetch(link, { method: 'PUT', body, headers })).status, 200);
    };
    await service.worker.upload(lease, 'result.png', ordered);
    await service.worker.complete(lease, completion(lease, ordered) as CompleteRequest);
    await late();
    assert.ok((await download(id)).equals(ordered));
    await sweepStorage({ database: service.database, blobs: raw.blobs }, new Date());
    assert.equal((await keysOf(raw, `jobs/${id}`)).length, 1);
    assert.ok((await download(id)).equals(ordered));

    const { result_url: url } = (await customer.get(`/v1/jobs/${id}`)).body;
    assert.equal((await customer.delete(`/v1/jobs/${id}`)).status, 204);
    await late();
    assert.equal((await fetch(url)).status, 404);
    assert.equal((await customer.get(`/v1/jobs/${id}`)).status, 404);
    await sweepStorage({ database: service.database, blobs: raw.blobs }, new Date());
    assert.deepEqual(await keysOf(raw, `jobs/${id}`), []);
    raw.close();
  },
);
