import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createKinoraClient, type KinoraClient } from '@kinora/client';
import { verifyPng } from '@kinora/media/provenance/credentials/verify-png';
import { chipKeyOf, verifyPayload } from '@kinora/media/provenance/payload';
import { readWatermark } from '@kinora/media/provenance/read-watermark';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { renderImage } from '@kinora/procedural/render-image';
import { verifies } from '@kinora/testing/requirements';
import { extractFrame } from '@kinora/video/extract-frame';
import { probeMedia } from '@kinora/video/probe';
import sharp from 'sharp';
import { findJobsByTag } from '../../src/jobs/views/find-jobs-by-tag.ts';
import { keysIn } from '../support/keys.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { resultOf } from '../support/result-of.ts';
import { startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

/** End to end, with the real engine and the real worker loop. */

let service: TestApp;
let client: KinoraClient;
let worker: ReturnType<typeof startRealWorker>;
before(async () => {
  service = await startTestApp();
  const { key } = await service.account();
  client = createKinoraClient({ baseUrl: `${service.url}/api`, apiKey: key, userAgent: TEST_USER_AGENT });
  worker = startRealWorker(service, createProceduralEngine());
});
after(async () => {
  await worker.stop();
  await service.stop();
});

test('an image has the watermark of its job and valid content credentials, and looks unchanged', async () => {
  verifies('V1-SERVICE-08', 'V1-SERVICE-09', 'V1-SERVICE-10');
  const job = await client.generateImage({
    prompt: 'a lighthouse at dusk',
    width: 512,
    height: 512,
    seed: 3,
  });
  const image = await resultOf(client, job);
  const { signing } = (await keysIn(service.dataDir)).watermarks;
  const reading = await readWatermark(image, chipKeyOf(signing.key));
  assert.ok(reading.ok && reading.value !== undefined, 'the image is marked');
  const marked = verifyPayload(new Map([[signing.version, signing.key]]), reading.value.payload);
  assert.ok(marked !== undefined, 'the mark was made by this server');
  assert.deepEqual(
    (await findJobsByTag(service.database, marked.jobTag)).map(({ id }) => id),
    [job.job_id],
  );
  const credentials = await verifyPng(image);
  assert.deepEqual([credentials.present, credentials.valid, credentials.problems], [true, true, []]);
  // A visible mark would change the pixels more.
  const plain = await renderImage({
    operation: 'image',
    model: 'image',
    prompt: 'a lighthouse at dusk',
    width: 512,
    height: 512,
    seed: 3,
  });
  const [shown, painted] = await Promise.all(
    [image, plain].map((png) => sharp(png).removeAlpha().raw().toBuffer()),
  );
  const difference = painted?.map((value, at) => Math.abs(value - (shown?.[at] ?? 0))) ?? Buffer.of(255);
  assert.ok(
    difference.every((level) => level <= 24),
    `the largest difference is ${difference.reduce((a, b) => Math.max(a, b), 0)}`,
  );
});

test('a prompt is rendered as an image, and the same request with the same seed gives the same bytes', async () => {
  verifies('V1-SERVICE-01', 'V1-IMAGE-06');
  const request = { prompt: 'a red fox in the snow', width: 320, height: 256, seed: 5 };
  const first = await resultOf(client, await client.generateImage(request));
  const facts = await probeMedia(first);
  assert.deepEqual([facts.kind, facts.width, facts.height], ['png', 320, 256]);
  assert.deepEqual(await resultOf(client, await client.generateImage(request)), first);
  assert.notDeepEqual(await resultOf(client, await client.generateImage({ ...request, seed: 6 })), first);
});

test('a prompt becomes a video of the length billed, with sound as long as the image', async () => {
  verifies('V1-SERVICE-02');
  const job = await client.generateVideo({ prompt: 'surf at noon', width: 448, height: 256, duration: 1.9 });
  const video = await probeMedia(await resultOf(client, job));
  assert.ok(video.kind === 'mp4' && video.audio !== undefined);
  assert.deepEqual([video.width, video.height], [job.output_width, job.output_height]);
  assert.deepEqual([Math.round(video.fps), video.framesDecoded], [24, 5 * 8 + 1]);
  assert.ok(Math.abs(video.audio.audioSecondsDecoded - video.durationSeconds) < 0.05);
  assert.ok(video.audio.audioRms > 0.005, 'the sound is not silence');
});

/** Mean difference of two images at a small size, 0 to 255. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const small = (bytes: Uint8Array) =>
    sharp(bytes).removeAlpha().resize(32, 18, { fit: 'fill' }).raw().toBuffer();
  const [a, b] = [await small(one), await small(other)];
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

test('an uploaded image and a motion prompt become a video that shows the image', async () => {
  verifies('V1-SERVICE-03', 'V1-VIDEO-15');
  const halves = sharp({ create: { width: 640, height: 360, channels: 3, background: '#c03028' } });
  const image = await halves
    .composite([
      { input: { create: { width: 320, height: 360, channels: 3, background: '#2848b0' } }, gravity: 'east' },
    ])
    .png()
    .toBuffer();
  const job = await client.generateVideo({
    prompt: 'static camera, clear day',
    width: 448,
    height: 256,
    duration: 1,
    init_image_base64: image.toString('base64'),
  });
  const video = await resultOf(client, job);
  const shown = await extractFrame(video, 0);
  assert.ok((await difference(shown, image)) < 40, 'the first frame is the image');
  const mirrored = await sharp(image).flop().png().toBuffer();
  assert.ok((await difference(shown, mirrored)) > 80, 'the first frame is not mirrored');
});
