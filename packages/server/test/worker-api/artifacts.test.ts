import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type Lease, leaseSecretHeader } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';
import { assertInvalid, storedBlobs } from '../support/untouched.ts';
import { completion, leasePath, type WorkerCalls, workerCalls } from '../support/worker-calls.ts';

let service: TestApp;
let worker: WorkerCalls;
let lease: Lease;
before(async () => {
  service = await startTestApp();
  worker = workerCalls(service);
  const customer = await service.account();
  await customer.post('/v1/images/generate', { prompt: 'x' });
  lease = await takeLease(service.worker);
});
after(() => service.stop());

test('an upload returns its size and checksum, and is stored under its attempt', async () => {
  verifies('DEC-SETTING-07');
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 256));
  const { status, body } = await worker.put(leasePath(lease, 'artifacts/result.png'), bytes);
  assert.equal(status, 200);
  assert.deepEqual(body, { bytes: 300_000, sha256: createHash('sha256').update(bytes).digest('hex') });
  assert.deepEqual(storedBlobs(service), [`jobs/${lease.job_id}/1/result.png`]);
  const file = path.join(service.dataDir, 'blobs', `jobs/${lease.job_id}/1/result.png`);
  assert.ok(readFileSync(file).equals(bytes));
});

test('an upload replaces an earlier one of the same name', async () => {
  verifies('DEC-SETTING-07');
  await worker.put(leasePath(lease, 'artifacts/result.png'), Buffer.from('first, and longer'));
  await worker.put(leasePath(lease, 'artifacts/result.png'), Buffer.from('second'));
  const file = path.join(service.dataDir, 'blobs', `jobs/${lease.job_id}/1/result.png`);
  assert.equal(readFileSync(file, 'utf8'), 'second');
});

test('a name that is not a plain file name is rejected and writes nothing', async () => {
  verifies('DEC-SETTING-07');
  const before = storedBlobs(service);
  for (const name of [
    '..%2fresult.png',
    '..%2f..%2f..%2fsecrets.json',
    '%2e%2e%2fresult.png',
    '..%5cresult.png',
    '%2fetc%2fpasswd.png',
    'result.png%00.mp4',
    'result.png%0a',
    'result..png',
    '.png',
    '-result.png',
    'result-.png',
    'Result.png',
    'r%C3%A9sult.png',
    'result.exe',
    'result.png.exe',
    'result',
    'result.png.part',
    `${'a'.repeat(77)}.png`,
    `${'a'.repeat(250)}.png`,
    `${'a'.repeat(5000)}.png`,
  ]) {
    const answer = await worker.put(leasePath(lease, `artifacts/${name}`), Buffer.from('x'));
    assertInvalid(answer, 'name', /^must be like result\.png or result\.mp4$/);
    assert.deepEqual(storedBlobs(service), before, name);
  }
  for (const name of ['..', 'a/b.png', '../result.png', '../../result.png', 'x/../result.png/']) {
    const { status } = await worker.put(leasePath(lease, `artifacts/${name}`), Buffer.from('x'));
    // The client removes the dots, and one of the addresses that remain is that of the lease, which has no PUT.
    assert.ok(status === 404 || status === 405, `${name}: ${status}`);
    assert.deepEqual(storedBlobs(service), before, name);
  }
});

test('a completion cannot name a file elsewhere', async () => {
  verifies('DEC-SETTING-07');
  for (const artifact of ['../../secrets.json', '/etc/passwd', '../2/result.png', 'result.gif', '']) {
    const body = { ...completion(lease), artifact };
    const answer = await worker.post(leasePath(lease, 'complete'), body);
    assertInvalid(answer, 'artifact', /^must be like result\.png or result\.mp4$/);
  }
  const long = { ...completion(lease), artifact: `${'a'.repeat(77)}.png` };
  assertInvalid(
    await worker.post(leasePath(lease, 'complete'), long),
    'artifact',
    /^must have at most 80 characters$/,
  );
});

test('an upload that is not sent as bytes is rejected', async () => {
  verifies('V1-ERROR-02');
  const before = storedBlobs(service);
  const url = `${service.url}/worker/v1${leasePath(lease, 'artifacts/other.png')}`;
  const worker = { authorization: `Bearer ${service.app.workerToken}`, [leaseSecretHeader]: lease.secret };
  const asJson = { ...worker, 'content-type': 'application/json' };
  const bytes = /application\/octet-stream$/;
  assertInvalid(await send(url, { method: 'PUT', headers: asJson, body: '{"a":1}' }), '', bytes);
  assertInvalid(await send(url, { method: 'PUT', headers: worker }), '', bytes);
  for (const type of ['image/png', 'text/plain', 'multipart/form-data; boundary=x']) {
    const headers = { ...worker, 'content-type': type };
    assertInvalid(await send(url, { method: 'PUT', headers, body: 'x'.repeat(100_000) }), '', bytes);
  }
  assert.deepEqual(storedBlobs(service), before);
});

test('an interrupted upload leaves nothing', async () => {
  verifies('DEC-SETTING-07');
  const before = storedBlobs(service);
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const lines = [
    `PUT /worker/v1/leases/${lease.job_id}/1/artifacts/result.png HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${service.app.workerToken}`,
    `${leaseSecretHeader}: ${lease.secret}`,
    'Content-Type: application/octet-stream',
    'Content-Length: 1000000',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(Buffer.alloc(100_000));
  await until(() => storedBlobs(service).length > before.length);
  socket.destroy();
  await until(() => !storedBlobs(service).some((blob) => blob.endsWith('.part')));
  assert.deepEqual(storedBlobs(service), before);
});
