import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createKinoraClient, type KinoraClient } from '@kinora/client';
import { type FakeOpenAi, startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { createOpenAiEngine } from '@kinora/worker/openai/openai-engine';
import { imageOf } from '../support/job-api.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { resultOf } from '../support/result-of.ts';
import { startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';
import { assertRedrawnAndEnlarged } from './redraw-and-enlarge.ts';

/** From a customer's request through the worker to a server with the OpenAI interface. */

let service: TestApp;
let server: FakeOpenAi;
let client: KinoraClient;
let worker: ReturnType<typeof startRealWorker>;
before(async () => {
  service = await startTestApp();
  server = await startFakeOpenAi({
    models: ['painter', 'director'],
    output: { fps: 16, frames: 17 },
    interfere: ({ path, fields }) =>
      path === '/v1/images/generations' && fields.prompt === 'forbidden'
        ? { status: 400, body: { error: { code: 'moderation_blocked', message: 'rejected' } } }
        : undefined,
  });
  const { key } = await service.account();
  client = createKinoraClient({ baseUrl: `${service.url}/api`, apiKey: key, userAgent: TEST_USER_AGENT });
  worker = startRealWorker(
    service,
    await createOpenAiEngine({
      url: server.url,
      imageModel: 'painter',
      editModel: 'painter',
      videoModel: 'director',
      animateModel: 'director',
      timeouts: { firstPoll: 5, maxPoll: 20 },
    }),
  );
});
after(async () => {
  await worker.stop();
  await service.stop();
  await server.stop();
});

test('a prompt becomes an image of the size that was billed', async () => {
  verifies('DEC-OPENAI-01');
  const job = await client.generateImage({ prompt: 'a lighthouse', width: 336, height: 256 });
  const facts = await probeMedia(await resultOf(client, job));
  assert.deepEqual([facts.kind, facts.width, facts.height], ['png', 336, 256]);
});

test('a prompt becomes a video of the size and length that were billed, with sound', async () => {
  verifies('DEC-OPENAI-02');
  const job = await client.generateVideo({ prompt: 'surf', width: 448, height: 256, duration: 1 });
  const video = await probeMedia(await resultOf(client, job));
  assert.ok(video.kind === 'mp4' && video.audio !== undefined);
  assert.deepEqual([video.width, video.height], [job.output_width, job.output_height]);
  assert.deepEqual([Math.round(video.fps), video.framesDecoded], [24, 25]);
});

test('an image is redrawn, and enlarged to twice and four times its size', async () => {
  verifies('DEC-OPENAI-01');
  await assertRedrawnAndEnlarged(service);
});

test('an uploaded image becomes a video', async () => {
  verifies('DEC-OPENAI-01');
  const init_image_base64 = await imageOf(320, 256);
  const job = await client.generateVideo({
    prompt: 'sway',
    width: 448,
    height: 256,
    duration: 1,
    init_image_base64,
  });
  const video = await probeMedia(await resultOf(client, job));
  assert.deepEqual([video.kind, video.width, video.height], ['mp4', job.output_width, job.output_height]);
});

test("what the model's own filter refuses is blocked", async () => {
  verifies('DEC-OPENAI-06');
  const job = await client.generateImage({ prompt: 'forbidden' });
  const status = await client.waitFor(job, { pollMs: 50 });
  assert.equal(status.status, 'blocked');
});
