import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encoded } from '@kinora/testing/encoded';
import { editTask, imageTask, PROMPT, setUp, watch } from '@kinora/testing/fake-openai/openai-scene';
import { pixelOf } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import sharp from 'sharp';
import { polled } from './vendor-shapes.ts';

describe('an image from a server with the interface of OpenAI', () => {
  test('is requested with model, prompt, size and seed, and has exactly the size of the task', async (t) => {
    verifies('DEC-OPENAI-01', 'DEC-RENDER-01');
    const { engine, server } = await setUp(t, { key: 'sk-test' }, { key: 'sk-test' });
    const { observer, reports } = watch();
    const media = await encoded(await engine.render({ ...imageTask, height: 202 }, observer));
    const facts = await probeMedia(media.bytes);
    assert.deepEqual(facts, { kind: 'png', width: 320, height: 202, channels: 3 });
    assert.deepEqual([media.mime, media.width, media.height], ['image/png', 320, 202]);
    assert.deepEqual(server.requests.at(-1)?.fields, {
      model: 'painter',
      prompt: PROMPT,
      size: '320x208',
      response_format: 'b64_json',
      seed: '7',
    });
    assert.equal(server.requests.at(-1)?.path, '/v1/images/generations');
    const fractions = reports.map(([fraction]) => fraction);
    assert.deepEqual(
      fractions,
      fractions.toSorted((a, b) => a - b),
    );
    assert.equal(fractions.at(-1), 1);
  });

  test('has no prompt and no other metadata', async (t) => {
    verifies('DEC-OPENAI-03');
    const { engine } = await setUp(t);
    const { bytes } = await encoded(await engine.render(imageTask, watch().observer));
    assert.ok(!Buffer.from(bytes).includes('secret'));
    assert.ok(!Buffer.from(bytes).includes('tEXt'));
  });

  test('is deleted at the server once it is stored, if it was a job there', async (t) => {
    verifies('DEC-OPENAI-18');
    const job = /^\/v1\/images\/generations\/j1$/;
    const { engine, server } = await setUp(
      t,
      polled(job, () => ({ id: 'j1', status: 'queued' }), [({ b64 }) => ({ status: 'done', output: b64 })]),
    );
    const { discard } = await engine.render(imageTask, watch().observer);
    const deletions = () => server.requests.filter(({ method }) => method === 'DELETE');
    assert.deepEqual(deletions(), []);
    await discard?.();
    assert.deepEqual(
      deletions().map(({ path }) => path),
      ['/v1/images/generations/j1'],
    );
  });

  for (const results of ['base64', 'url', 'path'] as const) {
    test(`is accepted as ${results}`, async (t) => {
      const { engine } = await setUp(t, { results });
      const facts = await probeMedia((await encoded(await engine.render(imageTask, watch().observer))).bytes);
      assert.equal(facts.width, 320);
    });
  }

  test('of another size than requested is scaled and cut around its middle', async (t) => {
    verifies('DEC-OPENAI-02');
    const { engine, server } = await setUp(
      t,
      { output: { width: 512, height: 384 } },
      {
        imageSizes: [
          { width: 256, height: 256 },
          { width: 512, height: 512 },
          { width: 512, height: 256 },
        ],
      },
    );
    const { bytes } = await encoded(
      await engine.render({ ...imageTask, width: 400, height: 200 }, watch().observer),
    );
    assert.equal(server.requests.at(-1)?.fields.size, '512x256');
    const facts = await probeMedia(bytes);
    assert.deepEqual([facts.width, facts.height], [400, 200]);
    // Only the middle of its height is left: a rim on both sides, none above and below.
    assert.deepEqual(await pixelOf(bytes, 2, 100), { r: 255, g: 0, b: 0 });
    assert.deepEqual(await pixelOf(bytes, 200, 2), { r: 0, g: 160, b: 0 });
  });

  test('is requested again without the fields that the server rejects, which are omitted from then on', async (t) => {
    verifies('DEC-OPENAI-04');
    const { engine, server } = await setUp(t, { unknown: ['response_format', 'seed'] });
    await engine.render(imageTask, watch().observer);
    await engine.render(imageTask, watch().observer);
    const fields = server.requests
      .filter(({ method }) => method === 'POST')
      .map((one) => Object.keys(one.fields));
    assert.deepEqual(
      fields.map((names) => names.length),
      [5, 4, 3, 3],
    );
  });

  test('redrawn from another is requested as a form with that image at the size', async (t) => {
    verifies('DEC-OPENAI-01');
    const { engine, server } = await setUp(t);
    const media = await encoded(await engine.render(await editTask(), watch().observer));
    const request = server.requests.at(-1);
    assert.deepEqual(
      [request?.path, request?.isForm, request?.fields.model],
      ['/v1/images/edits', true, 'retoucher'],
    );
    const sent = await sharp(request?.files.image).metadata();
    assert.deepEqual([sent.format, sent.width, sent.height], ['png', 320, 208]);
    assert.deepEqual((await probeMedia(media.bytes)).height, 200);
  });

  for (const operation of ['upscale', 'upscale_pro'] as const) {
    test(`for ${operation} is enlarged here, without the server`, async (t) => {
      const { engine, server } = await setUp(t);
      const before = server.requests.length;
      const task = { ...(await editTask(operation)), width: 400, height: 400 };
      const facts = await probeMedia((await encoded(await engine.render(task, watch().observer))).bytes);
      assert.deepEqual([facts.width, facts.height], [400, 400]);
      assert.equal(server.requests.length, before);
    });
  }
});
