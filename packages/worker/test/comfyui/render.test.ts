import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { RenderTask } from '@kinora/engine/engine';
import { startScene } from '@kinora/testing/fake-comfyui/comfyui-scene';
import type { FakeComfyUi } from '@kinora/testing/fake-comfyui/fake-comfyui';
import { pixelOf, RED, redAndBlue } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';

const scene = { prompt: 'a paper boat "in" the rain', seed: 7 };
const photo = async () => new Uint8Array(await redAndBlue(64, 48).png().toBuffer());
const video = { model: 'fast', frames: 17, sound: true } as const;

/** Every file left in the fake's folders. */
async function filesLeft(comfy: FakeComfyUi): Promise<string[]> {
  const folders = Object.values(comfy.folders).map((folder) => path.join(folder, 'kinora'));
  return (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat();
}

async function facts(t: TestContext, task: RenderTask) {
  const { render, comfy } = await startScene(t);
  const { bytes, progress } = await render(task);
  return { facts: await probeMedia(bytes), bytes, progress, comfy };
}

describe('an image by ComfyUI', () => {
  test('has exactly the requested size, though the grid is coarser', async (t) => {
    verifies('DEC-COMFY-01', 'DEC-COMFY-02');
    const { facts: image, comfy } = await facts(t, { operation: 'image', width: 250, height: 131, ...scene });
    assert.deepEqual(image, { kind: 'png', width: 250, height: 131, channels: 3 });
    assert.deepEqual(comfy.submitted[0]?.['7']?.inputs, { width: 256, height: 144, batch_size: 1 });
    assert.equal(comfy.submitted[0]?.['5']?.inputs.text, scene.prompt);
  });

  test('larger than the model supports is rendered by the workflow that enlarges', async (t) => {
    const { facts: image } = await facts(t, { operation: 'image', width: 2112, height: 96, ...scene });
    assert.deepEqual(image, { kind: 'png', width: 2112, height: 96, channels: 3 });
  });

  test('is redrawn from an image', async (t) => {
    const task = { operation: 'i2i', width: 90, height: 70, ...scene, initImage: await photo() } as const;
    const { facts: image, bytes } = await facts(t, task);
    assert.deepEqual(image, { kind: 'png', width: 90, height: 70, channels: 3 });
    assert.deepEqual(await pixelOf(bytes, 10, 35), RED);
  });

  for (const operation of ['upscale', 'upscale_pro'] as const) {
    test(`is enlarged by ${operation}, left side left`, async (t) => {
      const task = { operation, width: 130, height: 98, ...scene, initImage: await photo() };
      const { facts: image, bytes } = await facts(t, task);
      assert.deepEqual(image, { kind: 'png', width: 130, height: 98, channels: 3 });
      assert.deepEqual(await pixelOf(bytes, 10, 50), RED);
    });
  }

  test('is the same for the same seed and another for another', async (t) => {
    verifies('DEC-JOB-08');
    const { render } = await startScene(t);
    const task = { operation: 'image', width: 64, height: 64, ...scene } as const;
    const first = (await render(task)).bytes;
    assert.deepEqual((await render(task)).bytes, first);
    assert.notDeepEqual((await render({ ...task, seed: 8 })).bytes, first);
  });
});

describe('a video by ComfyUI', () => {
  for (const model of ['fast', 'quality', 'cinema']) {
    test(`by the model ${model} has exactly the requested size and length, with sound`, async (t) => {
      verifies('DEC-JOB-10', 'DEC-JOB-12', 'DEC-COMFY-02');
      const task = { operation: 'video', width: 180, height: 102, ...scene, ...video, model } as const;
      const { facts: media, comfy } = await facts(t, task);
      assert.ok(media.kind === 'mp4' && media.audio);
      assert.deepEqual([media.width, media.height, media.framesDecoded], [180, 102, 17]);
      assert.deepEqual([Math.round(media.fps), media.fastStart], [24, true]);
      assert.ok(Math.abs(media.audio.audioSecondsDecoded - 17 / 24) < 0.05);
      assert.ok(media.audio.audioRms > 0.05, 'the sound is not silence');
      assert.deepEqual(
        Object.values(comfy.submitted[0] ?? {}).flatMap(({ inputs }) => inputs.noise_seed ?? []),
        [7, 7],
      );
    });
  }

  test('has no sound track when none was requested', async (t) => {
    const task = { operation: 'video', width: 128, height: 64, ...scene, ...video, sound: false } as const;
    const { facts: media } = await facts(t, task);
    assert.ok(media.kind === 'mp4');
    assert.equal(media.audio, undefined);
  });

  test('starts from an image', async (t) => {
    const task = {
      operation: 'i2v',
      width: 120,
      height: 72,
      ...scene,
      ...video,
      initImage: await photo(),
    } as const;
    const { facts: media, comfy } = await facts(t, task);
    assert.ok(media.kind === 'mp4');
    assert.deepEqual([media.width, media.height, media.framesDecoded], [120, 72, 17]);
    // The name that the upload returned, which was not the requested one.
    assert.match(String(comfy.submitted[0]?.['40']?.inputs.image), /^kinora\/.* \(1\)\.png$/);
  });

  test('is found under any output name of the saving node', async (t) => {
    const { render } = await startScene(t, {}, (comfy) => {
      comfy.videoKey = 'gifs';
    });
    const { bytes } = await render({ operation: 'video', width: 64, height: 64, ...scene, ...video });
    assert.equal((await probeMedia(bytes)).kind, 'mp4');
  });
});

describe('of a job at ComfyUI', () => {
  test('no prompt is left, neither there nor in the result', async (t) => {
    verifies('DEC-COMFY-05', 'DEC-COMFY-06');
    const { render, comfy } = await startScene(t);
    const image = { width: 64, height: 64, ...scene };
    for (const task of [
      { operation: 'i2i', ...image, initImage: await photo() },
      { operation: 'video', ...image, ...video },
    ] as const) {
      const { bytes } = await render(task);
      assert.ok(!Buffer.from(bytes).includes('paper boat'), `${task.operation} contains its prompt`);
    }
    assert.equal(comfy.history.size, 0);
    assert.deepEqual(await filesLeft(comfy), []);
  });

  test('progress rises with the sampler steps, to 1', async (t) => {
    verifies('DEC-COMFY-07');
    const { progress } = await facts(t, { operation: 'video', width: 64, height: 64, ...scene, ...video });
    const fractions = progress.map(([fraction]) => fraction);
    assert.deepEqual(
      fractions,
      fractions.toSorted((a, b) => a - b),
      'progress never decreases',
    );
    assert.equal(fractions.at(-1), 1);
    // 8 steps, then 3: the first stage ends at 8/11 of the sampling.
    const firstStage = 0.93 * (0.05 + 0.85 * (8 / 11));
    assert.ok(
      fractions.some((fraction) => Math.abs(fraction - firstStage) < 1e-6),
      String(fractions),
    );
    assert.deepEqual([...new Set(progress.map(([, stage]) => stage))].sort(), [
      'drawing',
      'finishing',
      'loading',
      'waiting',
    ]);
  });

  test('zero retention is supported only when the operator states that the folders are in memory', async (t) => {
    verifies('DEC-COMFY-06');
    assert.equal((await startScene(t)).engine.zeroRetention, false);
    assert.equal((await startScene(t, { foldersInMemory: true })).engine.zeroRetention, true);
  });
});
