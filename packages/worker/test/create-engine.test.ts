import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { WORKFLOWS } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { startFakeComfyUi } from '@kinora/testing/fake-comfyui/fake-comfyui';
import { startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import { imageTask, watch } from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';
import { pino } from 'pino';
import { loadTemplates } from '../src/comfyui/template.ts';
import { readWorkerConfig } from '../src/config.ts';
import { createEngine } from '../src/create-engine.ts';

const logger = pino({ level: 'silent' });

test('KINORA_ENGINE=comfyui renders at KINORA_COMFYUI_URL', async (t) => {
  verifies('DEC-SETTING-17');
  const { comfy, stop } = await startFakeComfyUi(await loadTemplates(WORKFLOWS));
  t.after(stop);
  const config = readWorkerConfig({ KINORA_ENGINE: 'comfyui', KINORA_COMFYUI_URL: `${comfy.url}/` });
  const engine = await createEngine(config.engine, logger);
  t.after(() => engine.close?.());
  assert.equal(engine.name, 'comfyui');
  await engine.render(imageTask, watch().observer);
  assert.equal(comfy.submitted.length, 1);
});

test('KINORA_ENGINE=openai renders at KINORA_OPENAI_URL', async (t) => {
  verifies('DEC-SETTING-17');
  const server = await startFakeOpenAi({ models: ['painter'] });
  t.after(() => server.stop());
  const config = readWorkerConfig({
    KINORA_ENGINE: 'openai',
    KINORA_OPENAI_URL: `${server.url}/v1`,
    KINORA_OPENAI_IMAGE_MODEL: 'painter',
  });
  const engine = await createEngine(config.engine, logger);
  assert.equal(engine.name, 'openai');
  await engine.render(imageTask, watch().observer);
  assert.equal(server.requests.at(-1)?.path, '/v1/images/generations');
});

test('without KINORA_ENGINE the procedural engine renders', async () => {
  verifies('DEC-SETTING-09');
  const engine = await createEngine(readWorkerConfig({}).engine, logger);
  assert.equal(engine.name, 'procedural');
});

test('KINORA_WORKER_SLOTS is at most what the engine renders at once', () => {
  verifies('DEC-WORKER-09');
  const openai = { KINORA_ENGINE: 'openai', KINORA_OPENAI_URL: 'http://127.0.0.1:1' };
  // An own server has the next request waiting; a vendor gets as many as the operator allows.
  assert.equal(readWorkerConfig(openai).slots, 2);
  const hosted = { ...openai, KINORA_OPENAI_URL: 'https://api.example.com/v1' };
  assert.equal(readWorkerConfig(hosted).slots, 1);
  assert.equal(readWorkerConfig({ ...openai, KINORA_WORKER_SLOTS: '64' }).slots, 64);
  const processors = availableParallelism();
  assert.equal(readWorkerConfig({ KINORA_WORKER_SLOTS: `${processors}` }).slots, processors);
  const wrong = [
    { ...openai, KINORA_WORKER_SLOTS: '65' },
    { ...openai, KINORA_WORKER_SLOTS: '1.5' },
    { KINORA_ENGINE: 'comfyui', KINORA_WORKER_SLOTS: '2' },
    { KINORA_WORKER_SLOTS: `${processors + 1}` },
  ];
  for (const environment of wrong) {
    assert.throws(() => readWorkerConfig(environment), /^Error: KINORA_WORKER_SLOTS must be/);
  }
});

test('KINORA_WORKER_MODELS names the models that a worker serves', async () => {
  verifies('DEC-WORKER-17');
  const served = async (environment: Record<string, string>) => {
    const { capabilities } = await createEngine(readWorkerConfig(environment).engine, logger);
    return [...new Set(capabilities.map(({ operation, model }) => `${operation} ${model}`))];
  };
  assert.deepEqual(await served({ KINORA_WORKER_MODELS: 'sketch:image, fast,draft:video' }), [
    ...['image', 'i2i', 'upscale', 'upscale_pro'].map((operation) => `${operation} sketch`),
    ...['video', 'i2v'].flatMap((operation) => [`${operation} fast`, `${operation} draft`]),
  ]);
  assert.deepEqual(await served({ KINORA_WORKER_MODELS: 'fast' }), ['video fast', 'i2v fast']);
  const standard = await served({});
  for (const capability of ['image image', 'upscale_pro image', 'video fast', 'i2v cinema']) {
    assert.ok(standard.includes(capability), capability);
  }
});

test('KINORA_WORKER_MODELS of a server with the interface of OpenAI replaces its modes', () => {
  verifies('DEC-WORKER-17');
  const openai = { KINORA_ENGINE: 'openai', KINORA_OPENAI_URL: 'http://127.0.0.1:1' };
  const modelsOf = (environment: Record<string, string>) => {
    const { engine } = readWorkerConfig({ ...openai, ...environment });
    assert.ok(engine.name === 'openai');
    return engine.settings.models;
  };
  assert.deepEqual(modelsOf({ KINORA_WORKER_MODELS: 'photo:image' }), { image: ['photo'], video: [] });
  assert.deepEqual(modelsOf({ KINORA_OPENAI_VIDEO_MODES: 'quality' }), {
    image: ['image'],
    video: ['quality'],
  });
});

test('a wrong KINORA_WORKER_MODELS says what to change', () => {
  verifies('DEC-WORKER-17');
  for (const [environment, message] of [
    [{ KINORA_WORKER_MODELS: 'draft' }, /must say what draft renders: draft:image or draft:video/],
    [{ KINORA_WORKER_MODELS: 'draft:sound' }, /draft:image or draft:video, not "draft:sound"/],
    [{ KINORA_WORKER_MODELS: ',' }, /must name at least one model/],
    [
      { KINORA_WORKER_MODELS: Array.from({ length: 41 }, (_, n) => `m${n}:image`).join() },
      /at most 40 models/,
    ],
    [{ KINORA_WORKER_MODELS: 'Fast' }, /cannot contain "Fast"/],
    [{ KINORA_ENGINE: 'comfyui', KINORA_WORKER_MODELS: 'fast' }, /"serves" in the manifest/],
    [
      {
        KINORA_ENGINE: 'openai',
        KINORA_OPENAI_URL: 'http://127.0.0.1:1',
        KINORA_OPENAI_VIDEO_MODES: 'fast',
        KINORA_WORKER_MODELS: 'fast',
      },
      /KINORA_OPENAI_VIDEO_MODES must be deleted/,
    ],
  ] as const) {
    assert.throws(() => readWorkerConfig(environment), message);
  }
});
