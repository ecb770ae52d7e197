import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderImage } from '@kinora/procedural/render-image';
import { verifies } from '@kinora/testing/requirements';
import { SAMPLE_PROMPTS } from '../../../server/bench/sample-prompts.ts';
import { checkImage } from '../../src/classifier/check-image.ts';
import { CLASSIFIER_SIDE } from '../../src/classifier/image-classifier.ts';
import { imageViews } from '../../src/classifier/image-views.ts';
import { createThreadClassifier } from '../../src/classifier/thread-classifier.ts';

const GREY = new Uint8Array(CLASSIFIER_SIDE * CLASSIFIER_SIDE * 3).fill(128);
/** People, skin tones and soft shapes: what the model is most often wrong about. */
const DOUBTFUL_PROMPTS = [
  'portrait of a young woman, pencil sketch',
  'portrait of a soldier',
  'portrait of a man, warm light',
  'a dancer on the beach, golden hour',
  'a swimmer, ink wash',
  'canyon, pink and beige',
  'dunes, warm',
  'marble, peach',
  'silk',
  'beige',
];

const program = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
/** Scores the first image and none after it. */
const FORGETFUL = program(
  `import { parentPort } from 'node:worker_threads';
   parentPort.once('message', ({ id }) => {
     parentPort.on('message', () => {});
     parentPort.postMessage({ id, scores: {} });
   });`,
);
const SILENT = program(
  `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {});`,
);

describe('the built-in classifier', () => {
  const classifier = createThreadClassifier();
  test.after(() => classifier.close());

  async function render(prompt: string, seed: number): Promise<Uint8Array> {
    return renderImage({ operation: 'image', model: 'image', prompt, seed, width: 384, height: 384 });
  }

  test('gives scores that add up to 1, the same for the same image in every thread', async () => {
    verifies('DEC-OUTPUT-06');
    const another = createThreadClassifier();
    try {
      for (const prompt of ['a red fox in the snow', 'portrait of an old fisherman']) {
        const { value: view } = await imageViews(await render(prompt, 1)).next();
        assert.ok(view);
        const scores = await classifier.classify(view.rgb);
        const all = Object.values(scores);
        assert.equal(all.length, 5);
        assert.ok(all.every((score) => Number.isFinite(score) && score >= 0));
        assert.ok(Math.abs(all.reduce((one, other) => one + other) - 1) < 1e-4);
        assert.deepEqual(await classifier.classify(view.rgb), scores);
        assert.deepEqual(await another.classify(view.rgb), scores);
      }
    } finally {
      await another.close();
    }
  });

  test('scores different images differently', async () => {
    const scores = await classifier.classify(GREY);
    const { value: view } = await imageViews(await render('a castle, watercolor', 3)).next();
    assert.ok(view);
    assert.notDeepEqual(await classifier.classify(view.rgb), scores);
  });

  test('refuses none of the scenes the procedural engine paints', async () => {
    verifies('DEC-OUTPUT-05');
    for (const [seed, prompt] of [...SAMPLE_PROMPTS, ...DOUBTFUL_PROMPTS].entries()) {
      const checked = await checkImage(await render(prompt, seed), 'generated', { classifier });
      assert.equal(checked.verdict, 'allowed', `${prompt}, seed ${seed}: ${JSON.stringify(checked)}`);
    }
  });

  test('rejects input that is not one image, and continues', async () => {
    verifies('DEC-OUTPUT-03');
    await assert.rejects(classifier.classify(GREY.subarray(3)), /are not one image/);
    assert.equal(Object.keys(await classifier.classify(GREY)).length, 5);
  });
});

describe("the classifier's thread", () => {
  test('starts with the first image, ends after a minute without one and starts again', async (t) => {
    verifies('DEC-OUTPUT-06');
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const classifier = createThreadClassifier();
    t.after(() => classifier.close());
    assert.equal(classifier.isRunning(), false);
    await classifier.classify(GREY);
    t.mock.timers.tick(59_999);
    assert.equal(classifier.isRunning(), true);
    await classifier.classify(GREY);
    t.mock.timers.tick(59_999);
    assert.equal(classifier.isRunning(), true, 'it ends a minute after the latest image');
    t.mock.timers.tick(1);
    assert.equal(classifier.isRunning(), false);
    await classifier.classify(GREY);
    assert.equal(classifier.isRunning(), true);
  });

  test('that hangs is terminated, and all pending calls are rejected', async (t) => {
    verifies('DEC-OUTPUT-03');
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const classifier = createThreadClassifier({ entry: FORGETFUL });
    await classifier.classify(GREY);
    const calls = [classifier.classify(GREY), classifier.classify(GREY)];
    const rejected = Promise.all(calls.map((one) => assert.rejects(one, /does not respond/)));
    t.mock.timers.tick(30_000);
    await rejected;
    assert.equal(classifier.isRunning(), false);
  });

  test('gets more time for its first image, before which it loads the model', async (t) => {
    verifies('DEC-OUTPUT-03');
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const classifier = createThreadClassifier({ entry: SILENT });
    const rejected = assert.rejects(classifier.classify(GREY), /does not respond/);
    t.mock.timers.tick(89_999);
    assert.equal(classifier.isRunning(), true);
    t.mock.timers.tick(1);
    await rejected;
  });

  test('that fails or exits rejects at once', async () => {
    verifies('DEC-OUTPUT-03');
    for (const source of ['throw new Error("no model")', 'process.exit(0)', 'await import("not-there")']) {
      const classifier = createThreadClassifier({ entry: program(source) });
      await assert.rejects(classifier.classify(GREY), /The image classifier stopped/);
      assert.equal(classifier.isRunning(), false);
      // The failure is not cached: the next image tries again.
      await assert.rejects(classifier.classify(GREY), /The image classifier stopped/);
    }
  });

  test('rejects calls beyond its queue limit', async () => {
    verifies('DEC-OUTPUT-03');
    const classifier = createThreadClassifier({ entry: SILENT });
    const calls = Array.from({ length: 256 }, () => classifier.classify(GREY));
    const rejected = Promise.all(calls.map((one) => assert.rejects(one, /was closed/)));
    await assert.rejects(classifier.classify(GREY), /overloaded/);
    await classifier.close();
    await rejected;
  });

  test('has no access to the settings', async () => {
    const source = `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id }) => parentPort.postMessage({ id, failure: JSON.stringify(process.env) }));`;
    const classifier = createThreadClassifier({ entry: program(source) });
    await assert.rejects(classifier.classify(GREY), { message: 'The image classifier failed: {}' });
    await classifier.close();
  });
});
