import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { encoded } from '@kinora/testing/encoded';
import { imageTask, setUp, videoTask, watch } from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';
import { readWorkerConfig } from '../../src/config.ts';
import { OpenAiSetupError } from '../../src/openai/check-server.ts';
import { createOpenAiEngine } from '../../src/openai/openai-engine.ts';
import {
  aspectOf,
  linesOf,
  profileNames,
  readProfile,
  thousandsOf,
  WrongProfile,
} from '../../src/openai/profile.ts';
import { startVendor, type Vendor } from './vendor.ts';
import { answered } from './vendor-shapes.ts';

test('each profile that is shipped is in the table of the guide', () => {
  verifies('DEC-OPENAI-18');
  const guide = readFileSync(new URL('../../../../docs/guides/workers.md', import.meta.url), 'utf8');
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)]);
  const names = named.map(([, name]) => name);
  assert.deepEqual(
    profileNames().filter((name) => !names.includes(name)),
    [],
  );
});

test('a server that answers orders with results is not asked for a job', async (t) => {
  verifies('DEC-OPENAI-18');
  const profile = readProfile('localai');
  const { engine, server } = await setUp(
    t,
    answered(() => ({ id: 'j1', status: 'queued' })),
    { profile },
  );
  await assert.rejects(engine.render(imageTask, watch().observer), { isRetryable: false });
  assert.deepEqual(
    server.requests.filter(({ path: at }) => at.includes('j1')),
    [],
  );
});

describe('a profile of an operator', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kinora-profile-'));
  const write = (value: unknown) => {
    const file = path.join(folder, `${Math.random()}.json`);
    writeFileSync(file, JSON.stringify(value));
    return file;
  };
  const openai = readProfile('openai');

  test('is read from a file', () => {
    verifies('DEC-OPENAI-18');
    const KINORA_OPENAI_PROFILE = write({ ...openai, about: 'mine' });
    const { engine } = readWorkerConfig({
      KINORA_ENGINE: 'openai',
      KINORA_OPENAI_URL: 'http://127.0.0.1:1',
      KINORA_OPENAI_PROFILE,
    });
    assert.equal(engine.name === 'openai' && engine.settings.profile?.about, 'mine');
  });

  const image = openai.operations.image;
  for (const [what, value, remedy] of [
    [
      'a value that there is not',
      { ...openai, operations: { image: { ...image, fields: { w: '{widht}' } } } },
      /fields.w.*\{widht\} is none of .*\{width\}/,
    ],
    ['a field that there is not', { ...openai, poll: {} }, /poll/],
    ['no operation', { ...openai, operations: {} }, /operations: At least one/],
    [
      'a file in JSON',
      { ...openai, operations: { image: { ...image, file: 'image' } } },
      /file: A file needs the body/,
    ],
    ['a path without a slash', { ...openai, models: 'models' }, /models: A path begins with/],
  ] as const) {
    test(`with ${what} is refused with the place`, () => {
      verifies('DEC-OPENAI-18');
      assert.throws(
        () => readProfile(write(value)),
        (error) => error instanceof WrongProfile && remedy.test(error.message),
      );
    });
  }

  test('changes some of a shipped one, and keeps the rest', () => {
    verifies('DEC-OPENAI-18');
    const i2v = { fields: { image_url: null, start_image_url: '{image}', extra: { list: [1] } } };
    const mine = { extends: 'fal', about: 'mine', operations: { i2v, image: null } };
    const { about, authorization, operations } = readProfile(write(mine));
    const fal = readProfile('fal');
    assert.deepEqual([about, authorization], ['mine', fal.authorization]);
    assert.deepEqual(Object.keys(operations), ['i2i', 'video', 'i2v']);
    assert.deepEqual([operations.i2i, operations.video], [fal.operations.i2i, fal.operations.video]);
    const { image_url: _, ...fields } = fal.operations.i2v?.fields ?? {};
    assert.deepEqual(operations.i2v, {
      ...fal.operations.i2v,
      fields: { ...fields, start_image_url: '{image}', extra: { list: [1] } },
    });
  });

  test('extends one as the guide shows it', () => {
    verifies('DEC-OPENAI-18');
    const [block] = blocksFor('docs/openai.md', 'openai/operator-profiles');
    const { operations } = readProfile(write(JSON.parse(block?.text ?? '')));
    const { start_image_url, image_url, resolution } = operations.i2v?.fields ?? {};
    assert.deepEqual([start_image_url, image_url, resolution], ['{image}', undefined, '1080p']);
  });

  test('that extends a file, or what is not shipped, is refused', () => {
    verifies('DEC-OPENAI-18');
    const refused = (extended: unknown, remedy: RegExp) =>
      assert.throws(
        () => readProfile(write({ extends: extended })),
        (error) => error instanceof WrongProfile && remedy.test(error.message),
      );
    refused(write(openai), /extends: the name of a shipped profile/);
    refused('none', /there is no profile "none"; there are .*openai.*, and a file has a path/);
    assert.throws(() => readProfile(write({ extends: 'fal', discard: null })), /discard/);
  });

  test('that is not there is refused with the setting', () => {
    verifies('DEC-OPENAI-18');
    const settings = { KINORA_ENGINE: 'openai', KINORA_OPENAI_URL: 'http://127.0.0.1:1' };
    for (const chosen of ['none', '/none/profile.json'])
      assert.throws(
        () => readWorkerConfig({ ...settings, KINORA_OPENAI_PROFILE: chosen }),
        /KINORA_OPENAI_PROFILE: (there is no profile|the profile .* cannot be read)/,
      );
  });

  test('with results elsewhere stops a worker that may not fetch them there', async () => {
    verifies('DEC-OPENAI-07');
    const settings = { url: 'http://127.0.0.1:1', profile: readProfile('fal'), imageModel: 'painter' };
    await assert.rejects(
      createOpenAiEngine(settings),
      (error) =>
        error instanceof OpenAiSetupError && /OTHER_HOSTS=on: what .*IMAGE_MODEL/.test(error.message),
    );
    await createOpenAiEngine({ ...settings, trustsOtherHosts: true });
  });

  test('without an operation stops a worker with a model for it', async () => {
    verifies('DEC-OPENAI-18');
    const profile = { ...openai, operations: { image } } as typeof openai;
    await assert.rejects(
      createOpenAiEngine({ url: 'http://127.0.0.1:1', profile, videoModel: 'director' }),
      (error) =>
        error instanceof OpenAiSetupError && /KINORA_OPENAI_VIDEO_MODEL must be deleted/.test(error.message),
    );
  });
});

test('fields inside others are left out once a vendor refuses them', async (t) => {
  verifies('DEC-OPENAI-18');
  const refusals = [
    '- input.seed: Additional property seed is not allowed',
    '- input.output_format: Additional property output_format is not allowed',
  ];
  const vendor: Vendor = {
    profile: 'replicate',
    services: {
      image: {
        order: /^POST \/v1\/predictions$/,
        sends: {},
        ordered: ({ file }) =>
          refusals.length > 0
            ? [422, { title: 'Input validation failed', detail: refusals.shift(), status: 422 }]
            : { id: 'p1', status: 'succeeded', output: [file] },
      },
    },
  };
  const standIn = await startVendor(t, vendor, { operation: 'image', end: 'done' });
  const engine = await standIn.createEngine();
  for (let jobs = 0; jobs < 2; jobs++) await encoded(await engine.render(imageTask, watch().observer));
  const sent = standIn.orders().map(({ body }) => Object.keys((body as { input: object }).input));
  const left = ['prompt', 'aspect_ratio'];
  assert.deepEqual(sent, [[...left, 'output_format', 'seed'], [...left, 'output_format'], left, left]);
});

test('a resolution that a model does not have is replaced by another, and not left out', async (t) => {
  verifies('DEC-OPENAI-18');
  const ordered = { id: 'p1', status: 'starting', urls: {} };
  const refusal = {
    title: 'Input validation failed',
    detail: '- input.resolution: resolution must be one of the following: "720p", "1080p"',
    invalid_fields: [{ type: 'enum', field: 'input.resolution' }],
  };
  let asked = 0;
  const vendor: Vendor = {
    profile: 'replicate',
    services: {
      video: {
        order: /^POST \/v1\/predictions$/,
        sends: {},
        // What is ordered first, and the size of models that is nearest to it, are both 480p.
        ordered: () => (asked++ < 2 ? [422, refusal] : ordered),
        polled: {
          call: /^GET \/v1\/predictions\/p1$/,
          answers: ({ file }) => [{ id: 'p1', status: 'succeeded', output: file }],
        },
      },
    },
  };
  const standIn = await startVendor(t, vendor, { operation: 'video', end: 'done' });
  const engine = await standIn.createEngine();
  await engine.render(videoTask, watch().observer);
  const sent = standIn
    .orders()
    .map(({ body }) => (body as { input: { resolution: string } }).input.resolution);
  assert.deepEqual(sent, ['480p', '480p', '720p']);
});

describe('a size of an order', () => {
  const shapes = [
    ['1280x720', '16:9', 720],
    ['1920x1088', '16:9', 1080],
    ['1088x1920', '9:16', 1080],
    ['832x480', '16:9', 480],
    ['480x832', '9:16', 480],
    ['960x960', '1:1', 720],
    ['1440x1440', '1:1', 1080],
    ['2048x2048', '1:1', 1080],
    ['1104x832', '4:3', 720],
    ['1536x1024', '3:2', 1080],
    ['320x208', '3:2', 480],
    ['1024x256', '4:1', 480],
  ] as const;
  for (const [size, aspect, lines] of shapes) {
    test(`${size} is ${aspect} with ${lines} lines`, () => {
      verifies('DEC-OPENAI-18');
      const [width = 0, height = 0] = size.split('x').map(Number);
      assert.deepEqual([aspectOf({ width, height }), linesOf({ width, height })], [aspect, lines]);
    });
  }
});

test('the resolution of an image is called by the thousands of a square with as many pixels', () => {
  verifies('DEC-OPENAI-18');
  const sizes = [512, 1024, 1056, 1536, 2048, 4096, 8192].map((side) => ({ width: side, height: side }));
  assert.deepEqual(sizes.map(thousandsOf), [1, 1, 1, 2, 2, 4, 4]);
  assert.equal(thousandsOf({ width: 1344, height: 768 }), 1);
});
