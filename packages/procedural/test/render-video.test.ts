import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VideoTask } from '@kinora/engine/engine';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { createCanvas } from '@napi-rs/canvas';
import { renderMovingScene, renderVideo } from '../src/render-video.ts';
import { ambienceWith } from './ambience-fixture.ts';

const TASK: VideoTask = {
  kind: 'video',
  mode: 'fast',
  prompt: 'rain over a lake',
  seed: 5,
  width: 320,
  height: 192,
  frames: 17,
  sound: true,
};

function observer(signal = new AbortController().signal) {
  const seen: number[] = [];
  return { seen, signal, onProgress: (fraction: number) => void seen.push(fraction) };
}

describe('a rendered video', () => {
  test('has the frames, rate, size and sound of its task, and is reproducible', async () => {
    verifies('DEC-SIZE-02');
    verifies('DEC-JOB-08');
    verifies('DEC-JOB-10');
    const first = await renderVideo(TASK, observer());
    assert.equal(first.mime, 'video/mp4');
    assert.equal(first.durationSeconds, 17 / 24);
    const facts = await probeMedia(first.bytes);
    assert.ok(facts.kind === 'mp4' && facts.audio);
    assert.deepEqual([facts.width, facts.height, facts.framesDecoded], [320, 192, 17]);
    assert.ok(facts.audio.audioRms > 0.01, 'the sound is silent');
    assert.deepEqual((await renderVideo(TASK, observer())).bytes, first.bytes);
  });

  test('animates the image of its task if there is one', async () => {
    const canvas = createCanvas(100, 60);
    const context = canvas.getContext('2d');
    context.fillStyle = '#cc2222';
    context.fillRect(0, 0, 100, 60);
    const initImage = new Uint8Array(canvas.toBuffer('image/png'));
    const { bytes } = await renderVideo(
      { ...TASK, kind: 'i2v', prompt: 'slow push in', initImage, sound: false },
      observer(),
    );
    const facts = await probeMedia(bytes);
    assert.ok(facts.kind === 'mp4');
    assert.equal(facts.audio, undefined);
  });

  test('reports progress that rises from 0 to 1', async () => {
    const observed = observer();
    await renderVideo({ ...TASK, sound: false }, observed);
    assert.equal(observed.seen[0], 0);
    assert.equal(observed.seen.at(-1), 1);
    assert.ok(observed.seen.every((value, at) => at === 0 || value >= (observed.seen[at - 1] ?? 0)));
  });

  test('stops between two frames when it is aborted', async () => {
    const abort = new AbortController();
    let drawn = 0;
    const movingScene = {
      ambience: ambienceWith(),
      drawFrame() {
        drawn++;
        if (drawn === 3) abort.abort(new Error('cancelled'));
      },
    };
    await assert.rejects(
      renderMovingScene(movingScene, { ...TASK, frames: 121, sound: false }, observer(abort.signal)),
      {
        message: 'cancelled',
      },
    );
    assert.ok(drawn <= 4, `${drawn} frames were drawn`);
  });
});
