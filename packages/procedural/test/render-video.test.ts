import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import type { VideoTask } from '@kinora/engine/engine';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { createCanvas } from '@napi-rs/canvas';
import { createPainters } from '../src/painters/painters.ts';
import { renderVideo } from '../src/render-video.ts';

const TASK: VideoTask = {
  operation: 'video',
  model: 'fast',
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

const painters = createPainters();
after(() => painters.close());

describe('a rendered video', () => {
  test('has the frames, rate, size and sound of its task, and is reproducible', async () => {
    verifies('DEC-SIZE-02');
    verifies('DEC-JOB-08');
    verifies('DEC-JOB-10');
    const first = await renderVideo(TASK, observer(), painters);
    assert.equal(first.mime, 'video/mp4');
    assert.equal(first.durationSeconds, 17 / 24);
    const facts = await probeMedia(first.bytes);
    assert.ok(facts.kind === 'mp4' && facts.audio);
    assert.deepEqual([facts.width, facts.height, facts.framesDecoded], [320, 192, 17]);
    assert.ok(facts.audio.audioRms > 0.01, 'the sound is silent');
    assert.deepEqual((await renderVideo(TASK, observer(), painters)).bytes, first.bytes);
  });

  test('animates the image of its task if there is one', async () => {
    const canvas = createCanvas(100, 60);
    const context = canvas.getContext('2d');
    context.fillStyle = '#cc2222';
    context.fillRect(0, 0, 100, 60);
    const initImage = new Uint8Array(canvas.toBuffer('image/png'));
    const { bytes } = await renderVideo(
      { ...TASK, operation: 'i2v', prompt: 'slow push in', initImage, sound: false },
      observer(),
      painters,
    );
    const facts = await probeMedia(bytes);
    assert.ok(facts.kind === 'mp4');
    assert.equal(facts.audio, undefined);
  });

  test('reports progress that rises from 0 to 1', async () => {
    const observed = observer();
    await renderVideo({ ...TASK, sound: false }, observed, painters);
    assert.equal(observed.seen[0], 0);
    assert.equal(observed.seen.at(-1), 1);
    assert.ok(observed.seen.every((value, at) => at === 0 || value >= (observed.seen[at - 1] ?? 0)));
  });

  test('stops between two frames when it is aborted', async () => {
    const abort = new AbortController();
    let painted = 0;
    const cancelling = {
      paint: () => ({
        async frame() {
          painted += 1;
          if (painted === 3) abort.abort(new Error('cancelled'));
          return new Uint8Array((TASK.width * TASK.height * 3) / 2);
        },
        end: () => void ended.push(painted),
      }),
    };
    const ended: number[] = [];
    const task = { ...TASK, frames: 121, sound: false };
    await assert.rejects(renderVideo(task, observer(abort.signal), cancelling), { message: 'cancelled' });
    assert.ok(painted <= 4, `${painted} frames were painted`);
    assert.deepEqual(ended, [painted], 'its threads are free');
  });
});

describe('painters', () => {
  test('paint the same pixels in any thread, ahead of their use, and no frame beyond the last', async () => {
    const frames = async (task: VideoTask) => {
      const { frame } = painters.paint(task, new AbortController().signal);
      const painted: string[] = [];
      for (let index = 0; index < task.frames; index++) painted.push(hashOf(await frame(index)));
      await assert.rejects(frame(task.frames), RangeError);
      return painted;
    };
    const first = await frames(TASK);
    assert.equal(new Set(first).size, TASK.frames);
    assert.deepEqual(await frames(TASK), first);
  });

  test('of two videos at once do not mix them', async () => {
    const signal = new AbortController().signal;
    const [rain, snow] = [TASK, { ...TASK, prompt: 'snow in the mountains' }];
    const alone = hashOf(await painters.paint(rain, signal).frame(0));
    const [ofRain, ofSnow] = [painters.paint(rain, signal), painters.paint(snow, signal)];
    for (let index = 0; index < 4; index++) {
      const [a, b] = await Promise.all([ofRain.frame(index), ofSnow.frame(index)]);
      assert.notDeepEqual(a, b);
      if (index === 0) assert.equal(hashOf(a), alone);
    }
  });

  test('stop when the video is cancelled, and paint the next one', async () => {
    const abort = new AbortController();
    const { frame, end } = painters.paint({ ...TASK, frames: 121 }, abort.signal);
    await frame(0);
    abort.abort(new Error('cancelled'));
    await assert.rejects(frame(100), { message: 'cancelled' });
    end();
    const next = painters.paint(TASK, new AbortController().signal);
    assert.equal((await next.frame(0)).length, (320 * 192 * 3) / 2);
  });
});

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
