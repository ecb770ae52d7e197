import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { image, startScene, video, WORKFLOWS } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { type FakeComfyUi, startFakeComfyUi } from '@kinora/testing/fake-comfyui/fake-comfyui';
import { verifies } from '@kinora/testing/requirements';
import { createComfyUiEngine } from '../../src/comfyui/comfyui-engine.ts';
import { loadTemplates } from '../../src/comfyui/template.ts';
import { linkedNode, type Workflow } from '../../src/comfyui/workflow.ts';
import { changed } from './changed-workflow.ts';

/** ComfyUI lists these files for an input of a loader. */
function list(comfy: FakeComfyUi, kind: string, files: Readonly<Record<string, readonly string[]>>): void {
  const known = comfy.catalogue.get(kind)?.input?.required;
  const lists = Object.entries(files).map(([input, names]) => [input, [names, {}]]);
  comfy.catalogue.set(kind, { input: { required: { ...known, ...Object.fromEntries(lists) } } });
}

/** A ComfyUI with ComfyUI-GGUF and these files in its folders, and none of those that workflows prefer. */
function haveGguf(comfy: FakeComfyUi, models: readonly string[], encoders: readonly string[]): void {
  list(comfy, 'UNETLoader', { unet_name: [] });
  comfy.catalogue.set('UnetLoaderGGUF', {});
  list(comfy, 'UnetLoaderGGUF', { unet_name: models });
  comfy.catalogue.set('CLIPLoaderGGUF', { input: { required: { type: [['lumina2'], {}] } } });
  list(comfy, 'CLIPLoaderGGUF', { clip_name: encoders });
}

/** The reason why nothing can run. */
async function refusal(workflowsDir: string, prepare: (comfy: FakeComfyUi) => void): Promise<string> {
  const { comfy, stop } = await startFakeComfyUi(await loadTemplates(WORKFLOWS));
  prepare(comfy);
  const engine = createComfyUiEngine({ url: comfy.url, workflowsDir });
  return engine
    .then(
      () => 'it can run',
      (error: Error) => error.message,
    )
    .finally(stop);
}

describe('a model file is found', () => {
  for (const listed of [
    'SDXL\\sd_xl_base_1.0.safetensors',
    'base/SDXL/sd_xl_base_1.0.safetensors',
    'Base\\XL/SD_XL_Base_1.0.SafeTensors',
    'sd-xl-base-1.0.safetensors',
    'sdxl\\sd_xl_base_1.0_0.9vae.safetensors',
  ]) {
    test(`as ${listed}`, async (t) => {
      verifies('DEC-COMFY-17');
      const { render, comfy } = await startScene(t, { workflowsDir: await changed(t, {}) }, (fake) =>
        list(fake, 'CheckpointLoaderSimple', {
          ckpt_name: ['other.safetensors', listed, 'sd_xl_refiner_1.0.safetensors'],
        }),
      );
      await render(image);
      assert.equal(comfy.submitted[0]?.['1']?.inputs.ckpt_name, listed);
    });
  }
});

test('a model file with the very name comes before one in a folder', async (t) => {
  verifies('DEC-COMFY-17');
  const name = 'sd_xl_base_1.0.safetensors';
  const { render, comfy } = await startScene(t, { workflowsDir: await changed(t, {}) }, (fake) =>
    list(fake, 'CheckpointLoaderSimple', { ckpt_name: [`old/${name}`, name] }),
  );
  await render(image);
  assert.equal(comfy.submitted[0]?.['1']?.inputs.ckpt_name, name);
});

describe('a quantised model', () => {
  test('is loaded by its own node, and the version says that seeds give other bytes', async (t) => {
    verifies('DEC-COMFY-14', 'DEC-COMFY-18');
    const whole = await startScene(t);
    const { render, comfy, engine, events } = await startScene(t, {}, (fake) =>
      haveGguf(fake, ['Z\\z_image_turbo-Q4_K_M.GGUF'], ['Qwen3-4B-Q4_K_M.gguf']),
    );
    await render(image);
    const [submitted] = comfy.submitted;
    assert.deepEqual(submitted?.['1'], {
      class_type: 'UnetLoaderGGUF',
      inputs: { unet_name: 'Z\\z_image_turbo-Q4_K_M.GGUF' },
    });
    assert.deepEqual(submitted?.['2']?.inputs, {
      clip_name: 'qwen_3_4b.safetensors',
      type: 'lumina2',
      device: 'default',
    });
    const used = events.find((event) => event.event === 'comfyui_uses' && event.template === 'z-image-turbo');
    assert.deepEqual(used, {
      event: 'comfyui_uses',
      template: 'z-image-turbo',
      instead: ['z-image-turbo-Q4_K_M.gguf'],
    });
    assert.notEqual(engine.version, whole.engine.version);
    assert.deepEqual(engine.capabilities, whole.engine.capabilities);
  });

  test('is not used while the whole one is there', async (t) => {
    verifies('DEC-COMFY-14');
    const { render, comfy, events } = await startScene(t, {}, (fake) => {
      const preferred = fake.catalogue.get('UNETLoader') ?? {};
      haveGguf(fake, ['z-image-turbo-Q8_0.gguf'], []);
      fake.catalogue.set('UNETLoader', preferred);
    });
    await render(image);
    assert.equal(comfy.submitted[0]?.['1']?.class_type, 'UNETLoader');
    assert.ok(!events.some(({ event }) => event === 'comfyui_uses'));
  });

  test('of a video is loaded with the parts that its checkpoint would have had', async (t) => {
    verifies('DEC-COMFY-18');
    const { render, comfy, engine } = await startScene(t, {}, (fake) => {
      haveGguf(fake, ['ltx-2.3-22b-dev-UD-Q4_K_S.gguf'], []);
      list(fake, 'CheckpointLoaderSimple', { ckpt_name: [] });
      list(fake, 'LTXVAudioVAELoader', { ckpt_name: ['LTX23_audio_vae_bf16.safetensors'] });
      list(fake, 'VAELoader', { vae_name: ['ltx/LTX23_video_vae_bf16.safetensors'] });
      const encoders = ['gemma_3_12B_it_fp8_scaled.safetensors', 'ltx-2.3_text_projection_bf16.safetensors'];
      fake.catalogue.set('DualCLIPLoader', { input: { required: { type: [['ltxv'], {}] } } });
      list(fake, 'DualCLIPLoader', { clip_name1: encoders, clip_name2: encoders });
    });
    await render(video);
    const workflow = comfy.submitted[0] as Workflow;
    assert.deepEqual(
      ['1', '3', '4', '50'].map((id) => [
        workflow[id]?.class_type,
        ...Object.values(workflow[id]?.inputs ?? {})
          .map(String)
          .sort(),
      ]),
      [
        ['UnetLoaderGGUF', 'ltx-2.3-22b-dev-UD-Q4_K_S.gguf'],
        [
          'DualCLIPLoader',
          'default',
          'gemma_3_12B_it_fp8_scaled.safetensors',
          'ltx-2.3_text_projection_bf16.safetensors',
          'ltxv',
        ],
        ['LTXVAudioVAELoader', 'LTX23_audio_vae_bf16.safetensors'],
        ['VAELoader', 'ltx/LTX23_video_vae_bf16.safetensors'],
      ],
    );
    const links = Object.values(workflow).flatMap(({ inputs }) => Object.values(inputs).filter(linkedNode));
    assert.ok(
      links.every((link) => linkedNode(link) !== '1' || (link as [string, number])[1] === 0),
      'it has one output',
    );
    const videos = engine.capabilities
      .filter(({ operation }) => operation === 'video')
      .map(({ model }) => model);
    assert.deepEqual(videos, ['fast'], 'four bits are not sold as the other models');
  });

  test('serves what its manifest says that it is good enough for', async (t) => {
    verifies('DEC-COMFY-18');
    const small = { files: ['small.safetensors'], serves: ['sketch'], longestSide: 768 };
    const manifest = { serves: ['sketch', 'photo'], alternatives: { '1.ckpt_name': [small] } };
    const workflowsDir = await changed(t, { manifest });
    const { engine } = await startScene(t, { workflowsDir }, (fake) =>
      list(fake, 'CheckpointLoaderSimple', { ckpt_name: ['small.safetensors'] }),
    );
    assert.deepEqual(engine.capabilities, [
      { operation: 'image', model: 'sketch', longestSide: 768, negativePrompt: true },
    ]);
  });

  test('may be named as the documents do', async (t) => {
    verifies('DEC-COMFY-18');
    const [block] = blocksFor('docs/comfyui.md', 'comfyui/model-files');
    const manifest = { serves: ['image', 'sketch'], alternatives: JSON.parse(block?.text ?? '') };
    const workflowsDir = await changed(t, { manifest }, 'z-image-turbo');
    const { engine } = await startScene(t, { workflowsDir }, (fake) =>
      haveGguf(fake, ['z-image-turbo-Q4_K_M.gguf'], []),
    );
    assert.deepEqual(engine.capabilities, [{ operation: 'image', model: 'sketch', longestSide: 1024 }]);
  });

  test('may be a checkpoint that has the text encoder and the VAE, too', async (t) => {
    verifies('DEC-COMFY-18');
    const whole = {
      files: ['z-image-turbo-aio.safetensors'],
      place: '1.ckpt_name',
      patch: {
        '1': {
          class_type: 'CheckpointLoaderSimple',
          inputs: { unet_name: null, weight_dtype: null, ckpt_name: '' },
        },
        '2': null,
        '3': null,
        '5': { inputs: { clip: ['1', 1] } },
        '9': { inputs: { vae: ['1', 2] } },
      },
      models: { '1.ckpt_name': 'checkpoints', '2.clip_name': null, '3.vae_name': null },
    };
    const manifest = { alternatives: { '1.unet_name': [whole] } };
    const workflowsDir = await changed(t, { manifest }, 'z-image-turbo');
    const { render, comfy } = await startScene(t, { workflowsDir }, (fake) => {
      list(fake, 'UNETLoader', { unet_name: [] });
      list(fake, 'CheckpointLoaderSimple', { ckpt_name: ['z_image/Z-Image-Turbo-AIO.safetensors'] });
    });
    await render(image);
    assert.deepEqual(comfy.submitted[0]?.['1']?.inputs, {
      ckpt_name: 'z_image/Z-Image-Turbo-AIO.safetensors',
    });
    assert.equal(comfy.submitted[0]?.['2'], undefined);
    const { '5': _, ...others } = whole.patch;
    const broken = { alternatives: { '1.unet_name': [{ ...whole, patch: others }] } };
    await assert.rejects(loadTemplates(await changed(t, { manifest: broken }, 'z-image-turbo')), {
      message: /aio\.safetensors: node 5 takes "clip" from node 2, which is not in the workflow/,
    });
  });

  test('may need another precision of the same loader', async (t) => {
    verifies('DEC-COMFY-18');
    const small = {
      files: ['z_image_turbo_fp8_e4m3fn.safetensors'],
      patch: { '1': { inputs: { weight_dtype: 'fp8_e4m3fn' } } },
    };
    const workflowsDir = await changed(
      t,
      { manifest: { alternatives: { '1.unet_name': [small] } } },
      'z-image-turbo',
    );
    const { render, comfy } = await startScene(t, { workflowsDir }, (fake) =>
      list(fake, 'UNETLoader', { unet_name: small.files }),
    );
    await render(image);
    assert.deepEqual(comfy.submitted[0]?.['1'], {
      class_type: 'UNETLoader',
      inputs: { unet_name: 'z_image_turbo_fp8_e4m3fn.safetensors', weight_dtype: 'fp8_e4m3fn' },
    });
  });

  for (const [what, alternative, message] of [
    [
      'serves more than its workflow',
      { files: ['a'], serves: ['cinema'] },
      /a: it serves cinema, which the workflow does not/,
    ],
    [
      'leaves no workflow',
      { files: ['a'], patch: { '1': { class_type: null } } },
      /a: its "patch" leaves no workflow/,
    ],
    ['removes a node that is filled', { files: ['a'], patch: { '2': null } }, /a: "2.text" names node 2/],
    [
      'names its file nowhere',
      {
        files: ['a'],
        place: '1.unet_name',
        patch: { '1': { inputs: { ckpt_name: null } } },
        models: { '9.x': 'vae' },
      },
      /a: "9.x" names node 9/,
    ],
    ['has no file', { patch: {} }, /alternatives\.1\.ckpt_name/],
  ] as const) {
    test(`is rejected if it ${what}`, async (t) => {
      const manifest = { alternatives: { '1.ckpt_name': [alternative] } };
      await assert.rejects(loadTemplates(await changed(t, { manifest })), { message });
    });
  }
});

describe('the report of what is missing', () => {
  test('says for each file its folder, size, licence and source, and what needs the least memory', async (t) => {
    verifies('DEC-COMFY-19');
    const workflowsDir = await changed(t, {}, 'z-image-turbo');
    const message = await refusal(workflowsDir, (fake) => {
      for (const kind of ['UNETLoader', 'CLIPLoader', 'VAELoader']) {
        const [input = ''] = Object.keys(fake.catalogue.get(kind)?.input?.required ?? {});
        list(fake, kind, { [input]: [] });
      }
    });
    assert.deepEqual(message.split('\n\n').slice(1), [
      'models/diffusion_models/z_image_turbo_bf16.safetensors (12.3 GB, Apache-2.0, from Comfy-Org/z_image_turbo, for cards of 16 GB) is missing; with the least memory instead: models/diffusion_models/z-image-turbo-Q4_K_M.gguf (5.0 GB, Apache-2.0, from unsloth/Z-Image-Turbo-GGUF, for cards of 8 GB), the custom nodes city96/ComfyUI-GGUF. Needed by z-image-turbo.',
      'models/text_encoders/qwen_3_4b.safetensors (8.0 GB, Apache-2.0, from Comfy-Org/z_image_turbo) is missing; with the least memory instead: models/text_encoders/Qwen3-4B-Q4_K_M.gguf (2.5 GB, Apache-2.0, from unsloth/Qwen3-4B-GGUF), the custom nodes city96/ComfyUI-GGUF. Needed by z-image-turbo.',
      'models/vae/ae.safetensors (335 MB, Apache-2.0, from Comfy-Org/z_image_turbo) is missing. Needed by z-image-turbo.',
    ]);
  });

  test('names the custom nodes of a file that is there without its node', async (t) => {
    verifies('DEC-COMFY-19');
    const workflowsDir = await changed(t, {}, 'z-image-turbo');
    const message = await refusal(workflowsDir, (fake) =>
      list(fake, 'UNETLoader', { unet_name: ['z-image-turbo-Q4_K_M.gguf'] }),
    );
    assert.match(
      message,
      /the node UnetLoaderGGUF is not installed; install the custom nodes city96\/ComfyUI-GGUF\. Needed by z-image-turbo\.$/,
    );
  });

  test('names a file that is listed in parts, or under a longer name', async (t) => {
    verifies('DEC-COMFY-19');
    for (const [listed, hint] of [
      [
        'sd_xl_base_1.0-00002-of-00003.safetensors',
        /lists it in parts \(sd_xl_base_1\.0-00002-of-00003\.safetensors\), but loads whole/,
      ],
      [
        'xl/sd_xl_base_1.0 (1).safetensors',
        /lists xl\/sd_xl_base_1\.0 \(1\)\.safetensors: if that is the file, rename it/,
      ],
    ] as const) {
      const message = await refusal(await changed(t, {}), (fake) =>
        list(fake, 'CheckpointLoaderSimple', { ckpt_name: ['ae.safetensors', listed] }),
      );
      assert.match(message, hint);
    }
  });

  test('knows what an operator wrote beside own workflows', async (t) => {
    verifies('DEC-COMFY-19');
    const folder = await changed(t, { manifest: { alternatives: { '1.ckpt_name': ['own.safetensors'] } } });
    const facts = {
      files: { 'own.safetensors': { gb: 0.5 } },
      nodes: { CheckpointLoaderSimple: 'own/nodes' },
    };
    await writeFile(path.join(folder, 'models.json'), JSON.stringify(facts));
    const without = await refusal(folder, (fake) => list(fake, 'CheckpointLoaderSimple', { ckpt_name: [] }));
    assert.match(
      without,
      /with the least memory instead: models\/checkpoints\/own\.safetensors \(500 MB\)\./,
    );
    const message = await refusal(folder, ({ catalogue }) => catalogue.delete('CheckpointLoaderSimple'));
    assert.match(message, /CheckpointLoaderSimple is not installed; install the custom nodes own\/nodes/);
    await writeFile(path.join(folder, 'models.json'), '{"files": {"own.safetensors": {"gb": "much"}}}');
    assert.match(
      await refusal(folder, () => {}),
      /models\.json is not as expected: files\.own\.safetensors\.gb/,
    );
  });
});
