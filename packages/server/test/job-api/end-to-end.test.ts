import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import sharp from 'sharp';
import { generateAndFetch, imageOf, type JobCaller, jobCaller } from '../support/job-api.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** From request to result, with the real engine and the real worker loop. */

let service: TestApp;
let worker: ReturnType<typeof startRealWorker>;
let max: JobCaller;
let free: JobCaller;
before(async () => {
  service = await startTestApp();
  worker = startRealWorker(service, createProceduralEngine());
  max = await jobCaller(service, 'max');
  free = await jobCaller(service);
});
after(async () => {
  await worker.stop();
  await service.stop();
});

const generate = (caller: JobCaller, body: object) => generateAndFetch(service, caller, { seed: 5, ...body });

test('an image is rendered, and the same seed renders the same one', async () => {
  verifies('JOB-SERVICE-01', 'JOB-STATUS-14', 'JOB-STATUS-15');
  const ask = { type: 'image', width: 400, height: 300 };
  const [first, second] = [await generate(free, ask), await generate(free, ask)];
  assert.deepEqual(Buffer.from(first.bytes), Buffer.from(second.bytes));
  const { width, height, format } = await sharp(first.bytes).metadata();
  assert.deepEqual([width, height, format], [400, 300, 'png']);
});

test('an image is redrawn, and upscaled to twice and four times its size', async () => {
  verifies('JOB-SERVICE-01', 'DEC-TIER-09');
  const image = await imageOf(90, 61);
  for (const [type, width, height] of [
    ['i2i', 320, 256],
    ['upscale', 180, 122],
    ['upscale_pro', 360, 244],
  ] as const) {
    const { bytes, result } = await generate(max, { type, image_base64: image, width: 320, height: 256 });
    const size = await sharp(bytes).metadata();
    assert.deepEqual([size.width, size.height, result.width, result.height], [width, height, width, height]);
  }
});

test('videos are rendered at the smallest size and length, with and without sound', async () => {
  verifies('JOB-SERVICE-01', 'DEC-TIER-07', 'JOB-GENERATE-07', 'JOB-STATUS-16');
  const image = await imageOf(120, 80);
  for (const [type, sound] of [
    ['video', false],
    ['video_av', true],
    ['i2v', false],
    ['i2v_av', true],
  ] as const) {
    const ask = { type, width: 256, height: 4096, length: 17, image_base64: image };
    const { bytes, result } = await generate(max, ask);
    const probed = await probeMedia(bytes);
    assert.ok(probed.kind === 'mp4');
    assert.deepEqual(
      [result.kind, result.width, result.height, result.duration],
      ['video', 64, 1024, probed.durationSeconds],
    );
    assert.deepEqual([probed.width, probed.height], [64, 1024]);
    assert.equal(probed.audio !== undefined, sound, type);
    assert.equal(probed.frames, 17);
  }
});
