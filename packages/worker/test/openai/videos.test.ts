import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encoded } from '@kinora/testing/encoded';
import type { Behaviour } from '@kinora/testing/fake-openai/fake-openai';
import { animateTask, PROMPT, setUp, videoTask, watch } from '@kinora/testing/fake-openai/openai-scene';
import { pixelOf } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { extractFrame } from '@kinora/video/extract-frame';
import { probeMedia } from '@kinora/video/probe';
import sharp from 'sharp';

async function probeVideo(bytes: Uint8Array) {
  const facts = await probeMedia(bytes);
  assert.ok(facts.kind === 'mp4');
  return facts;
}

describe('a video from a server with the interface of OpenAI', () => {
  test('is created, polled, fetched and deleted, and conforms exactly to the task', async (t) => {
    verifies('DEC-OPENAI-01', 'DEC-RENDER-01');
    const statuses = [
      { status: 'queued', progress: 0 },
      { status: 'in_progress', progress: 30 },
      { status: 'in_progress', progress: 80 },
      { status: 'in_progress', progress: 20 },
    ];
    const { engine, server } = await setUp(t, { statuses });
    const { observer, reports } = watch();
    const media = await encoded(await engine.render(videoTask, observer));
    const video = await probeVideo(media.bytes);
    assert.deepEqual([video.width, video.height, video.framesDecoded], [256, 144, 25]);
    assert.deepEqual([Math.round(video.fps), video.fastStart], [24, true]);
    assert.match(video.videoCodec, /^avc1/);
    assert.ok((video.audio?.audioRms ?? 0) > 0.1, 'the sound of the model is kept');
    assert.equal(media.durationSeconds, 25 / 24);
    const [, created] = server.requests;
    assert.deepEqual([created?.path, created?.isForm], ['/v1/videos', true]);
    assert.deepEqual(created?.fields, {
      model: 'director',
      prompt: PROMPT,
      seconds: '1',
      size: '256x144',
      width: '256',
      height: '144',
      num_frames: '25',
      fps: '24',
      seed: '7',
      generate_sound: 'true',
    });
    await media.discard?.();
    assert.equal(server.videos.size, 0, 'nothing is left on the server');
    assert.ok(reports.some(([fraction, stage]) => stage === 'drawing' && fraction > 0.6));
    const fractions = reports.map(([fraction]) => fraction);
    assert.deepEqual(
      fractions,
      fractions.toSorted((a, b) => a - b),
    );
  });

  const variants: readonly (readonly [string, Behaviour])[] = [
    ['is in the response in base64', { sync: true }],
    ['is in the response as a URL', { sync: true, results: 'url' }],
    ['has another size', { output: { width: 320, height: 240 } }],
    ['has 16 frames a second', { output: { fps: 16, frames: 17 } }],
    ['has 30 frames a second', { output: { fps: 30, frames: 31 } }],
    ['is longer than requested', { output: { frames: 60 } }],
    ['lacks its last frames', { output: { frames: 23 } }],
    [
      'has other words for its status',
      { statuses: [{ status: 'pending' }, { status: 'RUNNING' }, { status: 'succeeded' }] },
    ],
    [
      'has none of the additional fields',
      { unknown: ['num_frames', 'fps', 'width', 'height', 'seed', 'generate_sound'] },
    ],
  ];
  for (const [name, behaviour] of variants) {
    test(`that ${name} is delivered as requested`, async (t) => {
      verifies('DEC-OPENAI-02');
      const { engine } = await setUp(t, behaviour);
      const video = await probeVideo((await encoded(await engine.render(videoTask, watch().observer))).bytes);
      assert.deepEqual(
        [video.width, video.height, video.framesDecoded, Math.round(video.fps)],
        [256, 144, 25, 24],
      );
      assert.ok(video.audio !== undefined && Math.abs(video.audio.audioSecondsDecoded - 25 / 24) < 0.05);
    });
  }

  test('with another frame rate shows each frame at its time', async (t) => {
    verifies('DEC-OPENAI-02');
    const { engine } = await setUp(t, { output: { fps: 12, frames: 13 } });
    const { bytes } = await encoded(await engine.render(videoTask, watch().observer));
    for (const seconds of [0.01, 0.26, 0.51, 0.76, 1.01]) {
      const { r } = await pixelOf(await extractFrame(bytes, seconds), 128, 72);
      // The middle brightens evenly from black to white over the second.
      const shown = Math.min(12, Math.round(seconds * 12));
      assert.ok(Math.abs(r - (255 * shown) / 12) < 26, `${r} at ${seconds} s`);
    }
  });

  test('without sound gets a silent track when sound was requested, and none when not', async (t) => {
    verifies('DEC-OPENAI-05');
    const { engine } = await setUp(t, { output: { audio: false } });
    const loud = await probeVideo((await encoded(await engine.render(videoTask, watch().observer))).bytes);
    assert.equal(loud.audio?.audioPeak, 0);
    const other = await setUp(t, { output: { audio: true } });
    const mute = await encoded(await other.engine.render({ ...videoTask, sound: false }, watch().observer));
    assert.equal((await probeVideo(mute.bytes)).audio, undefined);
  });

  test('from an image is requested as a form with that image at the size', async (t) => {
    verifies('DEC-OPENAI-01');
    const { engine, server } = await setUp(t, {}, { videoBody: 'json' });
    const video = await probeVideo(
      (await encoded(await engine.render(await animateTask(), watch().observer))).bytes,
    );
    assert.equal(video.framesDecoded, 25);
    const created = server.requests[1];
    assert.deepEqual([created?.isForm, created?.fields.model], [true, 'animator']);
    const sent = await sharp(created?.files.input_reference).metadata();
    assert.deepEqual([sent.width, sent.height], [256, 144]);
  });

  test('is requested as JSON if the server needs it', async (t) => {
    const { engine, server } = await setUp(t, {}, { videoBody: 'json' });
    await engine.render(videoTask, watch().observer);
    assert.deepEqual([server.requests[1]?.isForm, server.requests[1]?.fields.seconds], [false, '1']);
  });

  test('is requested in the lengths, sizes and frame rate that the model supports', async (t) => {
    const sizes = [
      { width: 144, height: 256 },
      { width: 320, height: 180 },
    ];
    const { engine, server } = await setUp(
      t,
      {},
      { videoSeconds: [4, 2, 8], videoSizes: sizes, videoFps: 16 },
    );
    await engine.render({ ...videoTask, frames: 33 }, watch().observer);
    const { seconds, size, num_frames, fps } = server.requests[1]?.fields ?? {};
    assert.deepEqual([seconds, size, num_frames, fps], ['2', '320x180', '25', '16']);
    await assert.rejects(engine.render({ ...videoTask, frames: 241 }, watch().observer), {
      isRetryable: false,
    });
  });

  test('of a model that is sold with another frame rate has that rate, and is requested with it', async (t) => {
    verifies('DEC-OPENAI-02', 'DEC-WORKER-16');
    const { engine, server } = await setUp(t);
    const task = { ...videoTask, model: 'draft', frames: 33, framesPerSecond: 16 };
    const media = await encoded(await engine.render(task, watch().observer));
    const { seconds, num_frames, fps } = server.requests[1]?.fields ?? {};
    assert.deepEqual([seconds, num_frames, fps], ['2', '33', '16']);
    const video = await probeVideo(media.bytes);
    assert.deepEqual([video.framesDecoded, Math.round(video.fps), media.durationSeconds], [33, 16, 33 / 16]);
  });
});
