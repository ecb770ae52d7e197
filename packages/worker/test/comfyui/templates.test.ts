import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { defaultModels, renderOperations } from '@kinora/contract';
import { image, startScene, video, WORKFLOWS } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { type FakeComfyUi, startFakeComfyUi } from '@kinora/testing/fake-comfyui/fake-comfyui';
import { withoutFile } from '@kinora/testing/fake-comfyui/node-catalogue';
import { verifies } from '@kinora/testing/requirements';
import { createComfyUiEngine } from '../../src/comfyui/comfyui-engine.ts';
import { fillWorkflow } from '../../src/comfyui/fill-workflow.ts';
import { capabilitiesOf } from '../../src/comfyui/inspect-installation.ts';
import { createProgressGauge } from '../../src/comfyui/measure-progress.ts';
import { loadTemplates } from '../../src/comfyui/template.ts';
import { changed } from './changed-workflow.ts';

const NEW_LORA = 'ltx_2.3_22b_distilled_1.1_lora_dynamic_fro09_avg_rank_111_bf16.safetensors';
const OLD_LORA = 'ltx-2.3-22b-distilled-lora-384.safetensors';

describe('the shipped workflows', () => {
  test('serve every operation of every model of the default catalogue', async (t) => {
    verifies('DEC-COMFY-01');
    const { engine } = await startScene(t);
    const able = engine.capabilities.map(({ operation, model }) => `${operation} ${model}`).sort();
    const expected = renderOperations.flatMap((operation) =>
      operation === 'video' || operation === 'i2v'
        ? defaultModels.video.map((model) => `${operation} ${model}`)
        : `${operation} image`,
    );
    assert.deepEqual(able, expected.sort());
    const longest = engine.capabilities.find(({ operation }) => operation === 'image')?.longestSide;
    assert.equal(longest, 4096, 'the largest size of all workflows of the operation');
  });
});

test('the shipped workflows use no node that ComfyUI marks as deprecated', async (t) => {
  verifies('DEC-COMFY-13');
  const { events } = await startScene(t);
  assert.deepEqual(
    events.filter(({ event }) => event === 'comfyui_deprecated'),
    [],
  );
});

describe('a workflow file is rejected, and the message gives the reason', () => {
  for (const [what, change, message] of [
    ['no JSON', { workflow: '{' }, /workflow\.json cannot be read as JSON: .*position 1/],
    ['saved for the editor', { workflow: '{"nodes":[],"links":[]}' }, /Export \(API\)/],
    ['an unknown setting', { manifest: { steps: 4 } }, /manifest\.json is not as expected.*steps/s],
    ['an unknown operation', { manifest: { operations: ['song'] } }, /operations\.0/],
    ['an input without a dot', { manifest: { inputs: { filenamePrefix: '7' } } }, /node, a dot, an input/],
    ['a missing result node', { manifest: { result: { node: '99' } } }, /result node 99/],
    ['images and videos at once', { manifest: { operations: ['image', 'video'] } }, /at once/],
    [
      'a video without length',
      { manifest: { operations: ['video'] } },
      /"serves".*"inputs.frames".*"result.sound"/,
    ],
    [
      'models under two names',
      { manifest: { operations: ['video'], serves: ['fast'], modes: ['fast'] } },
      /"modes" is the earlier name of "serves"/,
    ],
    ['a rate of images', { manifest: { frameRate: 16 } }, /"frameRate".*belong to videos only/],
    ['no image to start from', { manifest: { operations: ['i2i'] } }, /"inputs.image" is missing/],
    ['no seed', { manifest: { inputs: { filenamePrefix: '7.filename_prefix' } } }, /"inputs.seed"/],
    [
      'a missing node',
      { manifest: { inputs: { prompt: '66.text', seed: '5.seed', filenamePrefix: '7.filename_prefix' } } },
      /names node 66/,
    ],
    [
      'alternatives for an input without a model',
      { manifest: { alternatives: { '5.sampler_name': ['euler'] } } },
      /"alternatives" names "5.sampler_name", which is not in "models"/,
    ],
    [
      'a missing input',
      { manifest: { inputs: { prompt: '2.words', seed: '5.seed', filenamePrefix: '7.filename_prefix' } } },
      /node 2 has no input "words"/,
    ],
  ] as const) {
    test(`for ${what}`, async (t) => {
      await assert.rejects(loadTemplates(await changed(t, change)), { message });
    });
  }

  test('for a folder that is empty or missing', async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kinora-workflows-'));
    t.after(() => rm(folder, { recursive: true }));
    await assert.rejects(loadTemplates(folder), /has no workflow/);
    await assert.rejects(loadTemplates(path.join(folder, 'none')), /cannot be read/);
    await mkdir(path.join(folder, 'half'));
    await assert.rejects(loadTemplates(folder), /workflow\.json cannot be read.*: there is no such file/);
  });
});

test('a workflow file that an editor began with a byte order mark is read', async (t) => {
  const folder = await changed(t, {});
  const file = path.join(folder, 'sdxl', 'manifest.json');
  await writeFile(file, `\uFEFF${await readFile(file, 'utf8')}`);
  assert.equal((await loadTemplates(folder)).length, 1);
});

describe('the installation', () => {
  test('decides which workflow is used: the next one without the model of the first', async (t) => {
    verifies('DEC-COMFY-03', 'DEC-COMFY-04');
    const { render, comfy, engine, events } = await startScene(t, {}, (fake) => {
      const loader = fake.catalogue.get('UNETLoader') ?? {};
      fake.catalogue.set('UNETLoader', withoutFile(loader, 'z_image_turbo_bf16.safetensors'));
    });
    await render(image);
    assert.equal(comfy.submitted[0]?.['1']?.inputs.ckpt_name, 'sd_xl_base_1.0.safetensors');
    assert.equal(engine.capabilities.find(({ operation }) => operation === 'image')?.longestSide, 1536);
    const lacks = events.filter((event) => event.event === 'comfyui_lacks');
    const [missing, ...others] = lacks.find(({ template }) => template === 'z-image-turbo')?.missing ?? [];
    assert.match(missing ?? '', /^models\/diffusion_models\/z_image_turbo_bf16\.safetensors .* is missing;/);
    assert.deepEqual(others, []);
  });

  test('by preference: the first that can run is used', async (t) => {
    verifies('DEC-COMFY-04');
    const { render, comfy } = await startScene(t);
    await render(image);
    assert.equal(comfy.submitted[0]?.['1']?.class_type, 'UNETLoader');
  });

  test('may lack an input or a choice that a workflow uses', async (t) => {
    const { events } = await startScene(t, {}, (fake) => {
      fake.catalogue.set('KSampler', {
        input: { required: { sampler_name: [['euler'], {}], flavour: ['STRING', {}] } },
      });
    });
    const lacks = events.flatMap((event) => (event.event === 'comfyui_lacks' ? event.missing : []));
    assert.ok(lacks.includes('node 5 (KSampler) needs the input "flavour"'), lacks.join('\n'));
    assert.ok(lacks.includes('node 5 (KSampler) does not offer sampler_name "dpmpp_2m"'));
  });

  test('knows which nodes save: a result of another node is named', async (t) => {
    const { events } = await startScene(t, {}, ({ catalogue }) => {
      catalogue.set('SaveVideo', { ...catalogue.get('SaveVideo'), output_node: false });
    });
    const lacks = events.filter((event) => event.event === 'comfyui_lacks');
    assert.match(
      lacks[0]?.missing.join() ?? '',
      /"result" names node \d+ \(SaveVideo\), which saves no file/,
    );
  });

  test('may have only an older model file, which serves as long as the newer one is missing', async (t) => {
    verifies('DEC-COMFY-14');
    const lora = (comfy: FakeComfyUi) => comfy.submitted[0]?.['2']?.inputs.lora_name;
    for (const [isNewInstalled, expected] of [
      [false, OLD_LORA],
      [true, NEW_LORA],
    ] as const) {
      const { render, comfy, engine } = await startScene(t, {}, (fake) => {
        const files = isNewInstalled ? [OLD_LORA, NEW_LORA] : [OLD_LORA];
        fake.catalogue.set('LoraLoaderModelOnly', { input: { required: { lora_name: [files, {}] } } });
      });
      assert.ok(
        engine.capabilities.some(({ operation, model }) => operation === 'video' && model === 'fast'),
      );
      await render(video);
      assert.equal(lora(comfy), expected);
    }
  });

  test('may lack a choice that a node depends on, or an input of that choice', async (t) => {
    verifies('DEC-COMFY-03');
    const option = (key: string, nested: object) => ({ key, inputs: { required: nested } });
    const longer = option('scale longer dimension', { longer_size: ['INT', {}], flavour: ['STRING', {}] });
    const { events } = await startScene(t, {}, (fake) => {
      fake.catalogue.set('ResizeImageMaskNode', {
        input: { required: { resize_type: ['COMFY_DYNAMICCOMBO_V3', { options: [longer] }] } },
      });
    });
    const lacks = events.flatMap((event) => (event.event === 'comfyui_lacks' ? event.missing : []));
    for (const fault of [
      'node 29 (ResizeImageMaskNode) does not offer resize_type "scale dimensions"',
      'node 42 (ResizeImageMaskNode) needs the input "resize_type.flavour"',
    ]) {
      assert.ok(lacks.includes(fault), lacks.join('\n'));
    }
  });

  test('may mark a node as deprecated, which is logged', async (t) => {
    verifies('DEC-COMFY-13');
    const { events } = await startScene(t, {}, (fake) => {
      fake.catalogue.set('ImageScale', { ...fake.catalogue.get('ImageScale'), deprecated: true });
    });
    const found = events.filter((event) => event.event === 'comfyui_deprecated');
    assert.deepEqual(found.find(({ template }) => template === 'real-esrgan-upscale')?.nodes, ['ImageScale']);
  });

  test('and can run nothing: the start fails and names the files to fetch', async (t) => {
    verifies('DEC-COMFY-03');
    const { comfy, stop } = await startFakeComfyUi(await loadTemplates(WORKFLOWS));
    t.after(stop);
    comfy.catalogue.delete('CheckpointLoaderSimple');
    const workflowsDir = await changed(t, {});
    await assert.rejects(createComfyUiEngine({ url: comfy.url, workflowsDir }), {
      message:
        /can run none of the workflows\.\n\nthe node CheckpointLoaderSimple is not installed; update ComfyUI.* Needed by sdxl\.$/,
    });
  });

  test('and does not respond: the start fails after a while', async (t) => {
    const { comfy, stop } = await startFakeComfyUi([]);
    t.after(stop);
    await comfy.stop();
    const timeouts = { returnMs: 10 };
    await assert.rejects(createComfyUiEngine({ url: comfy.url, timeouts }), /does not respond as expected/);
    await comfy.start();
  });
});

test('a client id that is not a folder name is rejected', async () => {
  const settings = { url: 'http://127.0.0.1:1', clientId: '../kinora' };
  await assert.rejects(createComfyUiEngine(settings), /client id must be/);
});

test("an operator's own workflow replaces the shipped ones", async (t) => {
  verifies('DEC-COMFY-01');
  const workflowsDir = await changed(t, { manifest: { grid: 128, negativePrompt: 'fog' } });
  const { render, comfy, engine } = await startScene(t, { workflowsDir });
  await render({ ...image, width: 100 });
  assert.deepEqual(comfy.submitted[0]?.['4']?.inputs, { width: 128, height: 128, batch_size: 1 });
  assert.equal(comfy.submitted[0]?.['3']?.inputs.text, 'fog');
  assert.equal(engine.capabilities.length, 1);
});

test('a negative prompt comes before what the workflow avoids anyway', async (t) => {
  verifies('DEC-NEGATIVE-07');
  const workflowsDir = await changed(t, { manifest: { negativePrompt: 'fog' } });
  const { render, comfy, engine } = await startScene(t, { workflowsDir });
  assert.deepEqual(
    engine.capabilities.map(({ negativePrompt }) => negativePrompt),
    [true],
  );
  await render({ ...image, negativePrompt: 'frogs' });
  assert.equal(comfy.submitted[0]?.['3']?.inputs.text, 'frogs, fog');
});

test('an engine whose largest workflow has no place for a negative prompt does not take one', async () => {
  verifies('DEC-NEGATIVE-03');
  const named = (names: readonly string[]) =>
    loadTemplates(WORKFLOWS).then((all) => all.filter(({ name }) => names.includes(name)));
  const taking = async (...names: string[]) =>
    capabilitiesOf(await named(names)).flatMap(({ model, negativePrompt }) =>
      negativePrompt ? [model] : [],
    );
  assert.deepEqual(await taking('sdxl'), ['image']);
  assert.deepEqual(await taking('sdxl', 'z-image-turbo-4k'), []);
  // Without guidance, which the fast model has none of, a negative prompt changes nothing.
  assert.deepEqual(await taking('ltx-2.3-fast-text-to-video'), []);
  assert.ok((await taking('ltx-2.3-full-text-to-video')).length > 0);
});

test('a workflow may cut with a node that needs the corner of the cut', async () => {
  verifies('DEC-COMFY-01', 'DEC-COMFY-02');
  const crop = { '8': { class_type: 'ImageCrop', inputs: { x: 0, y: 0, width: 0, height: 0 } } };
  const [any] = await loadTemplates(WORKFLOWS);
  assert.ok(any);
  const inputs = {
    cropLeft: ['8.x'],
    cropTop: ['8.y'],
    deliveredWidth: ['8.width'],
    deliveredHeight: ['8.height'],
  };
  const manifest = { ...any.manifest, grid: 64, inputs: { ...inputs, filenamePrefix: [] } };
  const task = { ...image, width: 100, height: 120 };
  const filled = fillWorkflow({ ...any, manifest, workflow: crop }, task, {
    filenamePrefix: '',
    image: undefined,
  });
  assert.deepEqual(filled['8']?.inputs, { x: 14, y: 4, width: 100, height: 120 });
});

describe('the progress gauge', () => {
  const sampler = (more: object) => ({ class_type: 'KSampler', inputs: { latent_image: ['1', 0], ...more } });
  const workflow = {
    a: sampler({ steps: 30 }),
    b: { class_type: 'SamplerCustomAdvanced', inputs: { latent_image: ['a', 0], sigmas: ['c', 0] } },
    c: { class_type: 'ManualSigmas', inputs: { sigmas: '1.0, 0.5,0.25  0.1 0' } },
    d: { class_type: 'KSamplerSelect', inputs: { sampler_name: 'euler' } },
    e: sampler({ steps: 6 }),
  };

  test('weights samplers by steps, from numbers and from sigmas, and ignores other nodes', () => {
    verifies('DEC-COMFY-07');
    const gauge = createProgressGauge(workflow);
    assert.deepEqual([gauge.fraction(), gauge.stage()], [0, 'loading']);
    gauge.began('d');
    gauge.reached('a', 15, 30);
    assert.equal(gauge.fraction(), 0.05 + 0.85 * (15 / 40));
    gauge.began('a');
    gauge.began('b');
    assert.equal(gauge.fraction(), 0.05 + 0.85 * (30 / 40));
    gauge.reached('a', 1, 30);
    assert.equal(gauge.fraction(), 0.05 + 0.85 * (30 / 40), 'progress does not decrease');
    gauge.ended('b');
    assert.deepEqual([gauge.fraction(), gauge.stage()], [0.05 + 0.85 * (34 / 40), 'drawing']);
    gauge.ended('e');
    assert.deepEqual([Math.round(gauge.fraction() * 100), gauge.stage()], [90, 'finishing']);
  });

  test('leaves out cached nodes', () => {
    const gauge = createProgressGauge(workflow);
    gauge.cached(['a', 'c']);
    gauge.reached('b', 2, 4);
    assert.equal(gauge.fraction(), 0.05 + 0.85 * (2 / 10));
  });

  test('uses the number of steps from ComfyUI if the workflow does not have it', () => {
    const gauge = createProgressGauge({ a: sampler({ steps: ['x', 0] }) });
    gauge.reached('a', 5, 20);
    assert.equal(gauge.fraction(), 0.05 + 0.85 * (5 / 20));
  });
});
