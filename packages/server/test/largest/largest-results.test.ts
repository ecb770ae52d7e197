import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { maxResultSide, type Tier, tierNames, uploadLimits } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { SLOW_MS } from '../support/deadline.ts';
import { EVERY_DRILL } from '../support/every-drill.ts';
import { generateAndFetch, imageOf, type JobCaller, jobCaller } from '../support/job-api.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { assertDelivered } from './deliver-largest.ts';
import { flatEngine } from './flat-engine.ts';
import { type LargestOrder, largestOrders, orderOf } from './largest-orders.ts';

/** `npm run largest` renders each order of these tests; here the rendering is left out. */

let service: TestApp;
let worker: ReturnType<typeof startRealWorker>;
let callers: ReadonlyMap<string, JobCaller>;
before(async () => {
  service = await startTestApp();
  worker = startRealWorker(service, flatEngine);
  const entries = tierNames.map(
    async (tier) => [tier, await jobCaller(service, tier === 'free' ? undefined : tier)] as const,
  );
  callers = new Map(await Promise.all(entries));
});
after(async () => {
  await worker.stop();
  await service.stop();
});

function callerOn(tier: Tier): JobCaller {
  const caller = callers.get(tier);
  assert.ok(caller);
  return caller;
}

const check = (order: LargestOrder) => assertDelivered(service, callerOn(order.tier), order, SLOW_MS);

const orders = largestOrders();
const longestVideo = orders.findLast(({ quote }) => quote.medium === 'video');

describe('an order of the largest size is classified, watermarked, signed, stored and paid', () => {
  const isTried = (order: LargestOrder) =>
    order === longestVideo || (EVERY_DRILL ? order.quote.medium === 'image' : order === orders.at(-1));
  for (const order of orders.filter(isTried)) {
    test(`${order.type} on ${order.tier}, ${order.quote.width}x${order.quote.height}`, async () => {
      verifies('DEC-RENDER-04', 'DEC-TIER-04');
      await check(order);
    });
  }

  test('in the widest and the tallest shape', async () => {
    verifies('DEC-RENDER-04');
    await check(orderOf('image_4k', 'max', maxResultSide, 256));
    await check(orderOf('image', 'free', 256, maxResultSide));
  });
});

test('the smallest and the longest uploads are enlarged', async () => {
  verifies('DEC-RENDER-04');
  const { minSide, ratio } = uploadLimits;
  for (const [width, height] of [
    [minSide, minSide],
    [minSide * ratio, minSide],
    [128, 128 * ratio],
  ] as const) {
    const order = { type: 'upscale', image_base64: await imageOf(width, height) };
    const { result } = await generateAndFetch(service, callerOn('max'), order);
    const scale = Math.min(2, maxResultSide / Math.max(width, height));
    assert.deepEqual([result.width, result.height], [Math.round(width * scale), Math.round(height * scale)]);
  }
});
