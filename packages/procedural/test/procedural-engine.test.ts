import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { ImageTask } from '@kinora/engine/engine';
import { encoded } from '@kinora/testing/encoded';
import sharp from 'sharp';
import { createProceduralEngine } from '../src/procedural-engine.ts';
import { renderImage } from '../src/render-image.ts';
import { renderSmall } from './small-image.ts';

const TASK: ImageTask = {
  operation: 'image',
  model: 'image',
  prompt: 'dusk over a lake',
  seed: 3,
  width: 256,
  height: 160,
};
/** Takes seconds to paint. */
const LARGE: ImageTask = { ...TASK, prompt: 'dusk over a lake, watercolor', width: 4096, height: 4096 };

const engine = createProceduralEngine();
after(() => engine.close?.());

function observer(signal = new AbortController().signal) {
  const seen: number[] = [];
  return { seen, signal, onProgress: (fraction: number) => void seen.push(fraction) };
}

describe('images of the built-in engine', () => {
  test('are those of its painter, of the size of the task', async () => {
    const { bytes, mime, width, height } = await encoded(await engine.render(TASK, observer()));
    assert.deepEqual([mime, width, height], ['image/png', 256, 160]);
    assert.deepEqual(Buffer.from(bytes), Buffer.from(await renderImage(TASK)));
  });

  test('report the steps of a restyle while they are painted', async () => {
    const initImage = await renderSmall('a lake', 2, 128, 128);
    const watcher = observer();
    const { bytes } = await encoded(await engine.render({ ...TASK, operation: 'i2i', initImage }, watcher));
    assert.deepEqual(watcher.seen, [0, 0.1, 0.25, 0.5, 0.65, 0.9, 1]);
    assert.equal((await sharp(bytes).metadata()).width, TASK.width);
  });

  test('are painted beside the event loop', async () => {
    let ended = false;
    const rendered = engine.render({ ...TASK, width: 1024, height: 1024 }, observer()).then(() => {
      ended = true;
    });
    let turns = 0;
    for (; !ended; turns++) await new Promise((resolve) => setTimeout(resolve, 5));
    await rendered;
    assert.ok(turns > 5, `the event loop turned ${turns} times`);
  });

  test('stop at once when they are cancelled, and the next one is painted', async () => {
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const order: string[] = [];
    const large = assert.rejects(engine.render(LARGE, observer(cancel.signal)), reason).then(() => {
      order.push('cancelled');
    });
    setTimeout(() => cancel.abort(reason), 50);
    await large;
    await engine.render(TASK, observer());
    order.push('next');
    assert.deepEqual(order, ['cancelled', 'next']);
    await assert.rejects(engine.render(TASK, observer(AbortSignal.abort(reason))), reason);
  });
});
