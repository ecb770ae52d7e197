import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createKinoraClient, type KinoraClient } from '@kinora/client';
import type { Behaviour } from '@kinora/testing/fake-openai/fake-openai';
import { startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import { makePng } from '@kinora/testing/fake-openai/media';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { encodeVideo } from '@kinora/video/encode-video';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { createOpenAiEngine } from '@kinora/worker/openai/openai-engine';
import { SLOW_MS, until } from '../support/deadline.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { resultOf } from '../support/result-of.ts';
import { startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

/** From a customer's order to a renderer that returns nothing worth its price, and to another that does. */

const IMAGE = { width: 336, height: 256 };
const VIDEO = { width: 448, height: 256, duration: 1 };
const LIMIT = { timeout: SLOW_MS };
/** While it renders one order, the other worker gets the next. */
const SLOW: Behaviour = { renderMs: 500 };

let service: TestApp;
let client: KinoraClient;
let sound: Awaited<ReturnType<typeof startWorker>>;
before(async () => {
  service = await startTestApp();
  await service.database.query('delete from workers');
  const { key } = await service.account();
  client = createKinoraClient({ baseUrl: `${service.url}/api`, apiKey: key, userAgent: TEST_USER_AGENT });
  sound = await startWorker('sound', SLOW);
});
after(async () => {
  await sound.stop();
  await service.stop();
});

/** A worker with a server of its own; resolves once it waits for jobs. */
async function startWorker(name: string, behaviour: Behaviour) {
  // That of a former test is known until it is forgotten.
  await service.database.query('delete from workers where name = $1', [name]);
  const server = await startFakeOpenAi(behaviour);
  const errors: string[] = [];
  const worker = startRealWorker(
    { worker: createLeaseClient(service.url, service.app.workerToken) },
    await createOpenAiEngine({
      url: server.url,
      imageModel: 'painter',
      videoModel: 'director',
      timeouts: { firstPoll: 5, maxPoll: 20 },
    }),
    (event) => event.event === 'failed' && errors.push(String(event.error)),
    name,
  );
  await until(
    async () => (await service.database.query('select from workers where name = $1', [name])).length > 0,
  );
  return {
    errors,
    async stop() {
      await worker.stop();
      await server.stop();
    },
  };
}

const balanceCents = async (): Promise<number> => (await client.balance()).balance_cents;

const priceCents = async (job: { readonly job_id: string }): Promise<number> =>
  (await client.job(job.job_id)).price_cents;

type Draw = (index: number, x: number) => number;

async function video(draw: Draw, loudness: number): Promise<Uint8Array> {
  const pixels = new Uint8Array(VIDEO.width * VIDEO.height * 4).fill(255);
  const tone = Float32Array.from({ length: 60_000 }, (_, at) => loudness * Math.sin(at / 20));
  return encodeVideo({
    ...VIDEO,
    frames: 25,
    fps: 24,
    drawFrame(index) {
      for (let at = 0; at < pixels.length; at += 4)
        pixels.fill(draw(index, (at / 4) % VIDEO.width), at, at + 3);
      return pixels;
    },
    sound: { left: tone, right: tone },
    signal: new AbortController().signal,
  });
}

const blackPng = await plain(IMAGE.width, IMAGE.height, { r: 0, g: 0, b: 0 }).png().toBuffer();
const blackMp4 = await video(() => 0, 0.3);
const frozenMp4 = await video((_, x) => x % 256, 0.3);
const silentMp4 = await video((index, x) => (x + 5 * index) % 256, 0);
const smallPng = await makePng({ width: IMAGE.width / 2, height: IMAGE.height / 2 }, '');

for (const [name, medium, bytes, words] of [
  ['a black image', 'image', blackPng, /the image is one colour \(0, 0, 0\) throughout/],
  ['an image of half the size', 'image', smallPng, /The result is 168x128 where 336x256 was asked for/],
  ['a black video', 'video', blackMp4, /the video is one colour/],
  ['a video of equal frames', 'video', frozenMp4, /the video is frozen/],
  ['a video without a sound', 'video', silentMp4, /the video is silent, and sound was sold/],
] as const) {
  test(`${name} is not charged, and rendered by another worker`, LIMIT, async () => {
    verifies('DEC-SANITY-01', 'DEC-SANITY-03');
    const broken = await startWorker('broken', { media: () => bytes });
    const before = await balanceCents();
    const order = () =>
      medium === 'image'
        ? client.generateImage({ prompt: 'a lighthouse', ...IMAGE })
        : client.generateVideo({ prompt: 'surf', ...VIDEO });
    // Two, so that each worker gets one.
    const jobs = await Promise.all([order(), order()]);
    const results = await Promise.all(jobs.map((job) => resultOf(client, job))).finally(broken.stop);
    assert.match(broken.errors.join(), words);
    assert.ok(!results.some((result) => Buffer.from(result).equals(bytes)));
    const prices = await Promise.all(jobs.map(priceCents));
    assert.equal(before - (await balanceCents()), (prices[0] ?? 0) + (prices[1] ?? 0));
  });
}

test('a job whose output every worker gets wrong fails, and costs nothing', LIMIT, async () => {
  verifies('DEC-SANITY-01');
  await sound.stop();
  await service.database.query('delete from workers');
  const broken = await startWorker('broken', { media: () => blackPng });
  const before = await balanceCents();
  const job = await client.generateImage({ prompt: 'a lighthouse', ...IMAGE });
  const { status } = await client.waitFor(job, { pollMs: 50 });
  assert.deepEqual([status, before - (await balanceCents())], ['failed', 0]);

  verifies('DEC-SANITY-02');
  const asked = await client.generateImage({ prompt: 'a plain black background', ...IMAGE });
  await resultOf(client, asked);
  assert.equal(before - (await balanceCents()), await priceCents(asked));
  await broken.stop();
  sound = await startWorker('sound', SLOW);
});
