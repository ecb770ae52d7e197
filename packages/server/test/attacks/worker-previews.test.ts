import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { checkMp4 } from '@kinora/media/artifacts/check-mp4';
import { verifies } from '@kinora/testing/requirements';
import sharp from 'sharp';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { type S3Server, startS3Server } from '../support/s3-server/s3-server.ts';
import { s3Settings, useS3Credentials } from '../support/s3-server/s3-settings.ts';
import { sampleMp4 } from '../support/sample-artifact.ts';
import { resized, rubbish, spoilt } from '../support/spoilt-media.ts';
import { startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';

/** Results that were paid before their media was decoded, and cannot be: what their previews cost. */

let store: S3Server;
let service: TestApp;
let customer: TestAccount;
let video: Buffer;
before(async () => {
  store = await startS3Server('media');
  useS3Credentials(store);
  service = await startTestApp({ environment: s3Settings(store) });
  video = await sampleMp4({ width: 1280, height: 720, frames: 49, sound: true });
});
after(async () => {
  await service.stop();
  await store.close();
});
beforeEach(async () => {
  customer = await service.account();
});

/** A completed video whose bytes are then `bytes`; returns the path of its preview and the requests for its bytes. */
async function completedWith(bytes: Buffer) {
  const { body } = await customer.post('/v1/videos/generate', { prompt: 'waves', duration: 2 });
  await deliver(service.worker, await takeLease(service.worker), video);
  const name = [...store.objects.keys()].find((key) => key.includes(`/${body.job_id}/`)) ?? '';
  assert.match(name, /final-\w+\.mp4$/);
  Object.assign(store.objects.get(name) ?? {}, { bytes });
  const asked = store.requests.length;
  return {
    path: `/v1/jobs/${body.job_id}/preview`,
    reads: () => store.requests.slice(asked).filter((line) => line === `GET /${name}`).length,
  };
}

const framesOf = (mp4: Buffer) => {
  const checked = checkMp4(mp4, mp4.length, {
    width: 1280,
    height: 720,
    frames: 49,
    framesPerSecond: 24,
    sound: true,
  });
  assert.ok(checked.ok);
  return checked.value.video.frames;
};

const look = (path: string) =>
  fetch(service.url + path, { headers: { 'x-api-key': customer.key, 'user-agent': TEST_USER_AGENT } });

test('a preview reads the index and the first frame, once for all who ask at once', async () => {
  verifies('DEC-PREVIEW-01', 'DEC-MCP-13');
  const { path, reads } = await completedWith(video);
  const answers = await Promise.all(Array.from({ length: 12 }, () => look(path)));
  for (const answer of answers) {
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
    assert.deepEqual([format, width, height], ['jpeg', 512, 288]);
  }
  assert.equal(reads(), 2);
  assert.equal((await look(path)).status, 200);
  assert.equal(reads(), 2);
});

test('one that cannot be made is tried once, however many ask, then and later', async () => {
  verifies('DEC-PREVIEW-01', 'DEC-MCP-13');
  for (const bytes of [spoilt(video, framesOf(video)), spoilt(video, framesOf(video).slice(0, 1), 6)]) {
    const { path, reads } = await completedWith(bytes);
    const answers = await Promise.all(Array.from({ length: 12 }, () => look(path)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]));
    assert.equal(reads(), 2);
    assert.equal((await look(path)).status, 404);
    assert.equal(reads(), 2);
  }
});

test('no frame is read that is larger than the index says, and nothing without an index', async () => {
  verifies('DEC-PREVIEW-01', 'DEC-MCP-13');
  for (const bytes of [resized(video, 8192, 8192), rubbish(100_000)]) {
    const { path, reads } = await completedWith(bytes);
    assert.equal((await look(path)).status, 404);
    assert.equal((await look(path)).status, 404);
    assert.equal(reads(), 1);
  }
});
