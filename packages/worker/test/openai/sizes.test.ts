import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encoded } from '@kinora/testing/encoded';
import type { Interference, LoggedRequest } from '@kinora/testing/fake-openai/fake-openai';
import { startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import {
  animateTask,
  editTask,
  imageTask,
  setUp,
  videoTask,
  watch,
} from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { withKnownModels } from '@kinora/worker/openai/known-models';
import { createOpenAiEngine } from '@kinora/worker/openai/openai-engine';

/** The sizes that a vendor supports, without a setting for them. */

/** Refuses every other size, in the words of `say`. */
function only(sizes: readonly string[], say: (size: string) => string) {
  return ({ method, fields: { size = '' } }: LoggedRequest): Interference | undefined =>
    method !== 'POST' || sizes.includes(size)
      ? undefined
      : { status: 400, body: { error: { message: say(size), param: 'size', code: 'invalid_value' } } };
}

const REFUSALS = {
  'that names the sizes': (size: string) =>
    `Invalid value: '${size}'. Supported values are: '1024x1024', '1536x1024', and '1024x1536'.`,
  'that names none': () => 'Unsupported size for this model.',
};

const sizesSent = (requests: readonly LoggedRequest[]) =>
  requests.filter(({ method }) => method === 'POST').map(({ fields }) => fields.size);

describe('a model with fixed sizes that no setting names', () => {
  for (const [how, say] of Object.entries(REFUSALS)) {
    test(`renders after a refusal ${how}, and is asked for the right size from then on`, async (t) => {
      verifies('DEC-OPENAI-11');
      const interfere = only(['1024x1024', '1536x1024', '1024x1536'], say);
      const { engine, server } = await setUp(t, { interfere });
      for (let round = 0; round < 2; round++) {
        const { bytes } = await encoded(await engine.render(imageTask, watch().observer));
        const { width, height } = await probeMedia(bytes);
        assert.deepEqual([width, height], [320, 200]);
      }
      const sent = sizesSent(server.requests);
      assert.equal(sent[0], '320x208');
      assert.deepEqual(sent.slice(-2), ['1536x1024', '1536x1024']);
      assert.ok(sent.length <= 6, sent.join());
    });
  }

  test('is learned of each model for itself', async (t) => {
    verifies('DEC-OPENAI-11');
    const interfere = only(['1024x1024', '1280x720'], () => 'size must be one of 1024x1024 and 1280x720');
    const { engine, server } = await setUp(t, { interfere });
    for (const task of [await editTask(), videoTask, await animateTask()]) {
      const { width, height } = await engine.render(task, watch().observer);
      assert.deepEqual([width, height], [task.width, task.height]);
    }
    const sent = sizesSent(server.requests);
    assert.equal(sent.filter((size) => size === '1280x720').length, 3, sent.join());
  });

  test('that refuses every size ends the attempt with the words of the vendor', async (t) => {
    const { engine, server } = await setUp(t, { interfere: only([], () => 'this size is not supported') });
    await assert.rejects(engine.render(imageTask, watch().observer), /this size is not supported/);
    assert.ok(sizesSent(server.requests).length <= 8);
  });

  test('another refusal is not taken for one of the size', async (t) => {
    const interfere = ({ method }: LoggedRequest) =>
      method === 'POST' ? { status: 400, body: { error: { message: 'billing limit reached' } } } : undefined;
    const { engine, server } = await setUp(t, { interfere });
    await assert.rejects(engine.render(imageTask, watch().observer), /billing limit/);
    assert.equal(sizesSent(server.requests).length, 1);
  });
});

test('the sizes and lengths of known models need no setting, and a setting wins', () => {
  verifies('DEC-OPENAI-12');
  const url = 'https://models.example.com/v1';
  const known = withKnownModels({ url, imageModel: 'openai/gpt-image-1', videoModel: 'sora-2' });
  assert.deepEqual(
    known.imageSizes?.map(({ width }) => width),
    [1024, 1536, 1024],
  );
  assert.deepEqual(
    known.videoSizes?.map(({ width }) => width),
    [1280, 720],
  );
  assert.deepEqual(known.videoSeconds, [4, 8, 12]);
  const settings = withKnownModels({
    url,
    imageModel: 'dall-e-3',
    imageSizes: [{ width: 64, height: 64 }],
  });
  assert.deepEqual(settings.imageSizes, [{ width: 64, height: 64 }]);
  const other = withKnownModels({ url, imageModel: 'painter', videoModel: 'director' });
  assert.deepEqual(
    [other.imageSizes, other.videoSizes, other.videoSeconds],
    [undefined, undefined, undefined],
  );
});

test('a vendor that cannot delete results is named once', async (t) => {
  verifies('DEC-OPENAI-13');
  const server = await startFakeOpenAi({
    interfere: ({ method }) => (method === 'DELETE' ? { status: 405 } : undefined),
  });
  t.after(() => server.stop());
  const warnings: string[] = [];
  const settings = {
    url: server.url,
    videoModel: 'director',
    timeouts: { firstPoll: 5, maxPoll: 10 },
  };
  const engine = await createOpenAiEngine(settings, (message) => warnings.push(message));
  for (let round = 0; round < 2; round++) {
    await (await encoded(await engine.render(videoTask, watch().observer))).discard?.();
  }
  assert.equal(warnings.length, 1);
  assert.match(
    warnings[0] ?? '',
    /^the server of KINORA_OPENAI_URL cannot delete results: every prompt and result stays/,
  );
});

test('a result whose size is far from what was asked for is rendered elsewhere, and ordered here once', async (t) => {
  verifies('DEC-SANITY-03');
  for (const [task, size, words] of [
    [imageTask, { width: 160, height: 104 }, /is 160x104 where 320x208 was asked for/],
    [imageTask, { width: 208, height: 208 }, /is 208x208 where 320x208 was asked for/],
    [videoTask, { width: 128, height: 72 }, /is 128x72 where 256x144 was asked for/],
    [videoTask, { width: 256, height: 256 }, /is 256x256 where 256x144 was asked for/],
  ] as const) {
    const { engine, server } = await setUp(t, { output: size });
    await assert.rejects(engine.render(task, watch().observer), { message: words, isRetryable: true });
    assert.equal(server.requests.filter(({ method }) => method === 'POST').length, 1);
  }
});
