import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Lease } from '@kinora/contract';
import { checkMp4 } from '@kinora/media/artifacts/check-mp4';
import { animatedPng, blackPng, plain, pngChunk } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { takeLease } from '../support/act-as-worker.ts';
import { sampleArtifact, sampleMp4, samplePng } from '../support/sample-artifact.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid } from '../support/untouched.ts';
import { completion, leasePath, workerCalls } from '../support/worker-calls.ts';

const HTML = Buffer.from('<html><body><h1>This is not a PNG!</h1></body></html>\n');

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());
beforeEach(async () => {
  customer = await service.account(1000);
});

/** Delivers the bytes as the result of the job and asserts that they are refused and that nothing is paid. */
async function assertRefused(lease: Lease, bytes: Uint8Array, message: RegExp): Promise<void> {
  const report = completion(lease, bytes);
  const worker = workerCalls(service);
  assert.equal((await worker.put(leasePath(lease, `artifacts/${report.artifact}`), bytes)).status, 200);
  assertInvalid(await worker.post(leasePath(lease, 'complete'), report), 'artifact', message);
  const rows = await service.database.query(
    'select jobs.state, charges.state as charge from current_jobs as jobs join charges on job_id = jobs.id where jobs.id = $1',
    [lease.job_id],
  );
  assert.deepEqual(rows, [{ state: 'running', charge: 'held' }], `${message}`);
}

/** Asserts that the job can still be completed, with what was ordered. */
async function assertAccepted(lease: Lease): Promise<void> {
  const bytes = await sampleArtifact(lease.task);
  const report = completion(lease, bytes);
  const worker = workerCalls(service);
  await worker.put(leasePath(lease, `artifacts/${report.artifact}`), bytes);
  assert.equal((await worker.post(leasePath(lease, 'complete'), report)).status, 200);
}

describe('an image that a worker reports as complete', () => {
  async function leaseImage(): Promise<Lease> {
    await customer.post('/v1/images/generate', { prompt: 'x', width: 640, height: 480 });
    return takeLease(service.worker);
  }

  test('is not paid unless it is a whole PNG of the ordered size', async () => {
    verifies('DEC-ARTIFACT-01', 'V1-STATE-04');
    const lease = await leaseImage();
    const png = samplePng(lease.task);
    const noise = pngChunk('IDAT', Buffer.alloc(5000, 7));
    const header = png.subarray(0, 33);
    const end = png.subarray(-12);
    assert.equal(HTML.length, 54);
    await assertRefused(lease, HTML, /^is not a PNG$/);
    await assertRefused(lease, await plain(640, 480).jpeg().toBuffer(), /^is not a PNG$/);
    await assertRefused(lease, png.subarray(0, -1), /^is cut short$/);
    await assertRefused(lease, Buffer.concat([header, end]), /^does not decode$/);
    await assertRefused(lease, Buffer.concat([header, noise, end]), /^does not decode$/);
    await assertRefused(lease, blackPng(480, 640), /^is 480x640 instead of 640x480$/);
    await assertRefused(lease, blackPng(16_000, 16_000), /^is 16000x16000 instead of 640x480$/);
    await assertAccepted(lease);
  });

  test('is not paid if it is animated', async () => {
    verifies('DEC-ARTIFACT-01');
    await customer.post('/v1/images/generate', { prompt: 'x', width: 256, height: 256 });
    const lease = await takeLease(service.worker);
    await assertRefused(lease, animatedPng(), /^is 32x32 instead of 256x256$/);
    await assertAccepted(lease);
  });
});

describe('a video that a worker reports as complete', () => {
  test('is not paid unless it is an MP4 of the ordered codec, size, length, rate and sound', async () => {
    verifies('DEC-ARTIFACT-01', 'V1-STATE-04');
    await customer.post('/v1/videos/generate', { prompt: 'x', duration: 2 });
    const lease = await takeLease(service.worker);
    const { width, height } = lease.task;
    const ordered = { width, height, frames: 49, sound: true };
    assert.equal(lease.task.frames, 49);
    const mp4 = await sampleMp4(ordered);
    const mediaAt = mp4.indexOf('mdat') - 4;
    const emptied = Buffer.from(mp4.subarray(0, mediaAt + 8));
    emptied.writeUInt32BE(8, mediaAt);
    const renamed = (from: string, to: string) => {
      const copy = Buffer.from(mp4);
      copy.write(to, mp4.subarray(0, mediaAt).lastIndexOf(from));
      return copy;
    };
    const index = /^has no index that can be read, followed by its media and nothing else$/;
    const unlike = (changed: object, fps?: number) => sampleMp4({ ...ordered, ...changed }, '', fps);

    await assertRefused(lease, HTML, /^is not an MP4$/);
    await assertRefused(lease, samplePng(lease.task), /^is not an MP4$/);
    await assertRefused(lease, mp4.subarray(0, -1), index);
    await assertRefused(lease, mp4.subarray(0, mediaAt - 10), index);
    await assertRefused(lease, Buffer.concat([mp4, Buffer.alloc(100)]), index);
    await assertRefused(lease, emptied, /^has less media than its index says$/);
    await assertRefused(lease, renamed('avc1', 'hvc1'), /^has no H\.264 video$/);
    await assertRefused(lease, renamed('mp4a', 'Opus'), /^has no AAC sound$/);
    await assertRefused(lease, renamed('vide', 'soun'), /^has not exactly one video track$/);
    await assertRefused(lease, await unlike({ width: 640, height: 360 }), /^is 640x360 instead of 1280x720$/);
    await assertRefused(lease, await unlike({ frames: 48 }), /^has 48 frames instead of 49$/);
    await assertRefused(lease, await unlike({}, 12), /^lasts 4\.08 s instead of 2\.04 s$/);
    await assertRefused(lease, await unlike({ sound: false }), /^has 0 sound tracks instead of 1$/);
    await assertAccepted(lease);
  });
});

test('an index with any damaged byte is probed without an error', async () => {
  verifies('DEC-ARTIFACT-01');
  const ordered = { width: 64, height: 64, frames: 9, framesPerSecond: 24, sound: true };
  const mp4 = await sampleMp4(ordered);
  assert.ok(checkMp4(mp4, mp4.length, ordered).ok);
  let refused = 0;
  for (let at = 0; at < mp4.indexOf('mdat'); at++) {
    for (const value of [0, 1, 127, 255]) {
      const damaged = Buffer.from(mp4);
      damaged[at] = value;
      if (!checkMp4(damaged, mp4.length, ordered).ok) refused += 1;
    }
    assert.ok(!checkMp4(mp4.subarray(0, at), at, ordered).ok, `cut at ${at}`);
  }
  assert.ok(refused > 500, `${refused}`);
});

test('a job whose worker delivers no media fails in the end, costs nothing, and the books are right', async () => {
  verifies('DEC-ARTIFACT-01', 'V1-STATE-05');
  const { body } = await customer.post('/v1/images/generate', { prompt: 'x' });
  for (let attempt = 1; attempt <= 3; attempt++) {
    const lease = await takeLease(service.worker);
    await assertRefused(lease, HTML, /^is not a PNG$/);
    await service.worker.fail(lease, { reason: 'refused', retryable: true });
  }
  assert.equal((await customer.get(body.poll_url)).body.status, 'failed');
  assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 1000);
  const findings = await auditLedger(service.database);
  assert.deepEqual(
    findings.flatMap(({ violations }) => violations),
    [],
  );
});
