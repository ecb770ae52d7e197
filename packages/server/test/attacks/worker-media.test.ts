import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Lease } from '@kinora/contract';
import { checkMp4, type OrderedTracks } from '@kinora/media/artifacts/check-mp4';
import { createFrameScan } from '@kinora/media/artifacts/scan-frames';
import { blackPng, pngChunk } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { encodeVideo } from '@kinora/video/encode-video';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { wireDecoding } from '../../src/wiring/wire-decoding.ts';
import { takeLease } from '../support/act-as-worker.ts';
import { sampleMp4 } from '../support/sample-artifact.ts';
import { parameterSet, resized, rubbish, spoilt, spoiltSlices } from '../support/spoilt-media.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid } from '../support/untouched.ts';
import { completion, leasePath, workerCalls } from '../support/worker-calls.ts';

/** Results whose outside is what was ordered, and whose media is not. */

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());
beforeEach(async () => {
  customer = await service.account(1000);
});

async function leaseVideo(): Promise<Lease> {
  const { status } = await customer.post('/v1/videos/generate', { prompt: 'x', duration: 2 });
  assert.equal(status, 200);
  return takeLease(service.worker);
}

async function complete(lease: Lease, bytes: Uint8Array) {
  const report = completion(lease, bytes);
  const worker = workerCalls(service);
  assert.equal((await worker.put(leasePath(lease, `artifacts/${report.artifact}`), bytes)).status, 200);
  return worker.post(leasePath(lease, 'complete'), report);
}

async function assertUnpaid(lease: Lease, bytes: Uint8Array, message: RegExp): Promise<void> {
  assertInvalid(await complete(lease, bytes), 'artifact', message);
  const rows = await service.database.query(
    'select jobs.state, charges.state as charge from current_jobs as jobs join charges on job_id = jobs.id where jobs.id = $1',
    [lease.job_id],
  );
  assert.deepEqual(rows, [{ state: 'running', charge: 'held' }]);
}

const ORDERED = { width: 1280, height: 720, frames: 49, framesPerSecond: 24, sound: true };

function tracksOf(mp4: Buffer, ordered = ORDERED): OrderedTracks {
  const checked = checkMp4(mp4, mp4.length, ordered);
  assert.ok(checked.ok, checked.ok ? '' : checked.problem);
  return checked.value;
}

describe('a video whose index is what was ordered', () => {
  test('is not paid when its media is rubbish, all of it or one sampled part', async () => {
    verifies('DEC-ARTIFACT-05', 'DEC-ARTIFACT-01');
    const lease = await leaseVideo();
    const mp4 = await sampleMp4(ORDERED);
    const { video, sound } = tracksOf(mp4);
    const { frames } = video;
    const packets = sound?.packets ?? [];
    const undecodable = /^does not decode$/;
    await assertUnpaid(lease, spoilt(mp4, [...frames, ...packets]), undecodable);
    await assertUnpaid(lease, spoilt(mp4, frames.slice(1)), undecodable);
    // With the length and the type of its units as they are.
    await assertUnpaid(lease, spoiltSlices(mp4, frames.slice(-1)), undecodable);
    await assertUnpaid(lease, spoiltSlices(mp4, frames.slice(0, 1)), undecodable);
    await assertUnpaid(lease, spoilt(mp4, packets), undecodable);
    await assertUnpaid(lease, spoilt(mp4, packets.slice(-1)), undecodable);
    // The units of frames that are not decoded are read too.
    for (const at of [7, 22, 40])
      await assertUnpaid(lease, spoilt(mp4, frames.slice(at, at + 1)), undecodable);
    assert.equal((await complete(lease, mp4)).status, 200);
    assert.deepEqual(
      (await auditLedger(service.database)).flatMap(({ violations }) => violations),
      [],
    );
  });

  test('is refused by its own parameter set when its frames are of 8192 pixels', async () => {
    verifies('DEC-ARTIFACT-05');
    const lease = await leaseVideo();
    const mp4 = await sampleMp4(ORDERED);
    await assertUnpaid(lease, resized(mp4, 8192, 8192), /^has video of 8192x8192 instead of 1280x720$/);
    // And when all but a corner of its images is cut off, or the set is where those of another kind are.
    const cut = resized(mp4, 8192, 8192, [1280, 720]);
    await assertUnpaid(lease, cut, /^has video of 8192x8192 instead of 1280x720$/);
    const second = Buffer.from(mp4);
    const otherSetAt = mp4.indexOf('avcC') + 4 + 8 + mp4.readUInt16BE(mp4.indexOf('avcC') + 10) + 3;
    second.writeUInt8(0x67, otherSetAt);
    await assertUnpaid(lease, second, /^has (video of|no index)/);

    // And when the parameter set is between its frames, before it is decoded.
    const large = parameterSet(8192, 8192);
    const unit = Buffer.concat([Buffer.of(0, 0, 0, large.length), large]);
    const noted = await sampleMp4(ORDERED, Buffer.alloc(49 * 64));
    const [first] = tracksOf(noted).video.frames;
    assert.ok(first !== undefined);
    const end = first.offset + first.bytes;
    const filler = Buffer.from(noted);
    filler.writeUInt32BE(65 - unit.length, end - 69);
    unit.copy(filler, end - unit.length);
    await assertUnpaid(lease, filler, /^does not decode$/);
    assert.equal((await complete(lease, noted)).status, 200);
  });

  test('is retried and fails in the end without a charge', async () => {
    verifies('DEC-ARTIFACT-05', 'V1-STATE-05');
    const { body } = await customer.post('/v1/videos/generate', { prompt: 'x', duration: 2 });
    const mp4 = await sampleMp4(ORDERED);
    const bad = spoilt(mp4, tracksOf(mp4).video.frames);
    for (let attempt = 1; attempt <= 3; attempt++) {
      const lease = await takeLease(service.worker);
      await assertUnpaid(lease, bad, /^does not decode$/);
      await service.worker.fail(lease, { reason: 'refused', retryable: true });
    }
    assert.equal((await customer.get(body.poll_url)).body.status, 'failed');
    assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 1000);
  });
});

test('an image with the right header and rubbish behind it is not paid', async () => {
  verifies('DEC-ARTIFACT-01');
  await customer.post('/v1/images/generate', { prompt: 'x', width: 640, height: 480 });
  const lease = await takeLease(service.worker);
  const png = blackPng(640, 480);
  const [header, end] = [png.subarray(0, 33), png.subarray(-12)];
  const withData = (data: Buffer) => Buffer.concat([header, pngChunk('IDAT', data), end]);
  const data = png.subarray(41, -16);
  await assertUnpaid(lease, withData(rubbish(5000)), /^does not decode$/);
  await assertUnpaid(lease, withData(data.subarray(0, data.length / 2)), /^does not decode$/);
  assert.equal((await complete(lease, png)).status, 200);
});

describe('the videos of honest encoders decode', () => {
  const { decodeVideo } = wireDecoding();
  const decodes = (mp4: Buffer, ordered: typeof ORDERED) => {
    const tracks = tracksOf(mp4, ordered);
    const scan = createFrameScan(tracks.video);
    for (let at = 0; at < mp4.length; at += 1001) scan.add(mp4.subarray(at, at + 1001));
    assert.ok(scan.isSound());
    const read = ({ first, last }: { first: number; last: number }) =>
      Readable.from([mp4.subarray(first, last + 1)]);
    return decodeVideo(null, { tracks, keys: scan.keys(), read });
  };

  test('of the built-in encoder, with sound', async () => {
    verifies('DEC-ARTIFACT-05');
    const ordered = { width: 256, height: 144, frames: 73, framesPerSecond: 24, sound: true };
    const tone = Float32Array.from({ length: 160_000 }, (_, at) => Math.sin(at / 20) / 2);
    const mp4 = await encodeVideo({
      ...ordered,
      fps: 24,
      sound: { left: tone, right: tone },
      drawFrame: (index) => new Uint8Array(256 * 144 * 4).map((_, at) => (at >> 4) * index),
      signal: new AbortController().signal,
      onProgress() {},
    });
    assert.equal(await decodes(Buffer.from(mp4), ordered), true);
  });

  test('of one with reordered frames and a single key frame', async () => {
    verifies('DEC-ARTIFACT-05');
    const mp4 = readFileSync(new URL('../../../video/test/reordered-by-comfyui.mp4', import.meta.url));
    assert.equal(
      await decodes(mp4, { width: 64, height: 48, frames: 17, framesPerSecond: 24, sound: false }),
      true,
    );
  });
});
