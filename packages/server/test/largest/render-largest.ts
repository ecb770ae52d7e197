import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tierNames, type VideoMode } from '@kinora/contract';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { verifies } from '@kinora/testing/requirements';
import { imageOf, videoOf } from '../support/default-catalogue.ts';
import { jobCaller } from '../support/job-api.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { assertDelivered, assertFile, download, untilEnded } from './deliver-largest.ts';
import { largestOrders } from './largest-orders.ts';

/**
 * `npm run largest`: the built-in engine renders the largest of each type on each tier and of each mode of v1, and the
 * results are decoded. Too slow for `npm test`, which has `largest-results.test.ts`.
 */

/** As long as a worker may take. */
const LIMIT_MS = 30 * 60_000;

let service: TestApp;
let worker: ReturnType<typeof startRealWorker>;
before(async () => {
  service = await startTestApp();
  worker = startRealWorker(service, createProceduralEngine());
});
after(async () => {
  await worker.stop();
  await service.stop();
});

for (const tier of tierNames) {
  for (const order of largestOrders().filter((one) => one.tier === tier)) {
    const { width, height } = order.quote;
    test(`${order.type} on ${tier}, ${width}x${height}`, async () => {
      verifies('DEC-RENDER-04');
      const caller = await jobCaller(service, tier === 'free' ? undefined : tier);
      await assertDelivered(service, caller, order, LIMIT_MS);
    });
  }
}

/** The largest of each mode in v1. */
const VIDEOS: Readonly<Record<VideoMode, { width: number; height: number; duration: number }>> = {
  fast: { width: 2560, height: 2560, duration: 10 },
  quality: { width: 1920, height: 1080, duration: 10 },
  cinema: { width: 2560, height: 1440, duration: 5 },
};

for (const [mode, video] of Object.entries(VIDEOS)) {
  test(`a video of v1 in ${mode}, ${video.width}x${video.height}, ${video.duration} s`, async () => {
    verifies('DEC-RENDER-04');
    await assertBought('/v1/videos/generate', { mode, ...video }, videoOf({ mode, ...video }));
  });
}

test('an image of v1, 2048x2048', async () => {
  verifies('DEC-RENDER-04');
  await assertBought('/v1/images/generate', { width: 2048, height: 2048 }, imageOf(2048, 2048));
});

async function assertBought(path: string, body: object, quote: Parameters<typeof assertFile>[1]) {
  const customer = await service.account();
  const accepted = await customer.post(path, { prompt: 'a lighthouse on a cliff', ...body });
  assert.equal(accepted.status, 200, accepted.text);
  await untilEnded(service, accepted.body.job_id, LIMIT_MS);
  const job = await customer.get(accepted.body.poll_url);
  assert.equal(job.body.status, 'completed', job.text);
  await assertFile(await download(job.body.result_url), quote);
}
