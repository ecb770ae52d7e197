import assert from 'node:assert/strict';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { parseEnv } from 'node:util';
import { WORKFLOWS } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { type FakeComfyUi, startFakeComfyUi } from '@kinora/testing/fake-comfyui/fake-comfyui';
import { withoutFile } from '@kinora/testing/fake-comfyui/node-catalogue';
import { startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import { verifies } from '@kinora/testing/requirements';
import { pino } from 'pino';
import { until } from '../../../server/test/support/deadline.ts';
import { loadTemplates } from '../../src/comfyui/template.ts';
import { readWorkerConfig } from '../../src/config.ts';
import { createEngine } from '../../src/create-engine.ts';
import { chooseRenderer } from '../../src/setup/choose-renderer.ts';
import { chooseProbe, choosesSlots } from '../../src/setup/run-setup.ts';
import { operator, setUpFolder } from './operator.ts';

const CHECKPOINT = 'ltx-2.3-22b-dev-fp8.safetensors';

async function comfyUi(t: TestContext, ...without: readonly string[]): Promise<FakeComfyUi> {
  const { comfy, stop } = await startFakeComfyUi(await loadTemplates(WORKFLOWS));
  t.after(stop);
  t.after(() => comfy.release());
  for (const [kind, info] of comfy.catalogue) comfy.catalogue.set(kind, without.reduce(withoutFile, info));
  return comfy;
}

async function openAi(t: TestContext, models: readonly string[] = ['gpt-oss', 'flux-dev', 'wan-2.2']) {
  const server = await startFakeOpenAi({ models, key: 'sk-very-secret' });
  t.after(() => server.stop());
  return server;
}

const settingsIn = async (file: string) => parseEnv(await readFile(file, 'utf8')) as Record<string, string>;

describe('a worker for a ComfyUI', () => {
  test('is set up by one command, which a second run leaves as it is', async (t) => {
    verifies('DEC-SETUP-01', 'DEC-SETUP-02', 'DEC-SETUP-04');
    const comfy = await comfyUi(t);
    const { file, folder, run } = await setUpFolder(t);
    const args = ['--comfyui', comfy.url, '--models', 'image,fast', '--cost-per-hour', '0.60'];
    const first = await run([...args, '--probe', 'smallest']);
    assert.equal(first.status, 0, first.output);
    assert.match(first.output, /RTX 4090, 24 GB/);
    assert.match(first.output, /image {7}image, i2i, upscale, upscale_pro; sold to 2048 px/);
    assert.match(first.output, /Not: quality, cinema/);
    for (const row of ['image  image ', 'image  upscale_pro', 'fast   video', 'fast   i2v'])
      assert.match(first.output, new RegExp(`^${row} .* 256x256 .* 0\\.60 +99 %$`, 'm'));
    // A first result loads the model; the second is measured, and no two are the same.
    assert.equal(comfy.renderings.length, 12);

    const settings = await settingsIn(file);
    assert.deepEqual(settings, {
      KINORA_ENGINE: 'comfyui',
      KINORA_COMFYUI_URL: comfy.url,
      KINORA_COMFYUI_WORKFLOWS: path.join(folder, 'workflows'),
    });
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const engine = await createEngine(readWorkerConfig(settings).engine, pino({ level: 'silent' }));
    t.after(() => engine.close?.());
    const served = [...new Set(engine.capabilities.map(({ model }) => model))].sort();
    assert.deepEqual(served, ['fast', 'image']);

    const again = await run([...args, '--probe', 'no']);
    assert.equal(again.status, 0);
    assert.match(again.output, /worker\.env: unchanged[\s\S]*workflows: unchanged/);
    // The file answers what no option does.
    const bare = await run(['--probe', 'no']);
    assert.match(bare.output, /worker\.env: unchanged/);
    assert.match(bare.output, /Not: quality, cinema/);
    assert.deepEqual((await readdir(folder)).sort(), ['worker.env', 'workflows']);
  });

  test('shows what to download for the models that it cannot serve', async (t) => {
    verifies('DEC-SETUP-01');
    const comfy = await comfyUi(t, CHECKPOINT);
    const { run } = await setUpFolder(t);
    const { status, output } = await run(['--comfyui', comfy.url, '--probe', 'no']);
    assert.equal(status, 0);
    assert.match(output, /To serve fast with this card, which has 24 GB/);
    assert.match(
      output,
      /checkpoints\/ltx-2\.3-22b-dev-fp8\.safetensors \(29\.1 GB, LTX-2 Community License, from/,
    );
    assert.match(
      output,
      /too large for 24 GB; instead:\n {4}models\/diffusion_models\/\S+Q6_K\.gguf \(17\.8 GB/,
    );
    assert.match(output, /quality, cinema: \S+ is for cards of 32 GB, and no smaller file is known to run/);
  });

  test('is not proposed what its card is too small for, unless the operator selects it', async (t) => {
    verifies('DEC-SETUP-08');
    const comfy = await comfyUi(t);
    const { folder, run } = await setUpFolder(t);
    const args = ['--comfyui', comfy.url, '--probe', 'no'];
    const { output } = await run(args);
    assert.match(output, /Not: fast, quality, cinema\./);
    assert.match(
      output,
      /fast: ltx-2\.3-22b-dev-fp8\.safetensors is for cards of 32 GB; on this one use instead\n +models\/\S+Q6_K/,
    );
    const served = async () =>
      (await readdir(path.join(folder, 'workflows'))).filter((name) => name.startsWith('ltx'));
    assert.deepEqual(await served(), []);
    const again = await run(args);
    assert.match(again.output, /--models serves others[\s\S]*worker\.env: unchanged/);
    const selected = await run([...args, '--models', 'fast', '--file', path.join(folder, 'video.env')]);
    assert.match(selected.output, /WARNING: fast: ltx\S+ is for cards of 32 GB/);
    assert.match(selected.output, /^ {2}fast {8}i2v, video/m);
    assert.equal((await readdir(path.join(folder, 'video-workflows'))).length, 3);
  });

  for (const [vramGib, models, instead] of [
    [31.4, 'image, fast, quality, cinema', undefined],
    [22, 'image, fast', 'Q6_K.gguf'],
    [15, 'image, fast', 'UD-Q4_K_S.gguf'],
    [7.7, 'image', 'z_image_turbo_int8_convrot.safetensors'],
    [4, 'image', undefined],
  ] as const)
    test(`with ${vramGib} GiB is proposed to download for ${models}`, async (t) => {
      verifies('DEC-SETUP-08');
      const files = ['z_image_turbo_bf16.safetensors', 'sd_xl_base_1.0.safetensors', CHECKPOINT];
      const comfy = await comfyUi(t, ...files);
      comfy.vramGib = vramGib;
      const { output } = await (await setUpFolder(t)).run(['--comfyui', comfy.url, '--probe', 'no']);
      assert.ok(output.includes(`To serve ${models} with this card`), output);
      const [, , found] = /(too large for \S+ GB; instead:\n +)(\S+)/.exec(output) ?? [];
      if (vramGib > 8 && instead) assert.ok(output.includes(instead), output);
      else assert.equal(found?.split('/').at(-1), instead);
    });

  test('whose workflow serves a model of the operator gets a manifest that says so', async (t) => {
    verifies('DEC-SETUP-02');
    const comfy = await comfyUi(t);
    const { file, folder, run } = await setUpFolder(t);
    const catalogue = path.join(folder, 'catalogue.yaml');
    const sold = await readFile(new URL('../../../server/catalogue/default.yaml', import.meta.url), 'utf8');
    await writeFile(
      catalogue,
      sold.replace('  - id: image\n', '  - id: sketch\n').replace('cents: 5 }', 'cents: 7 }'),
    );
    const args = [
      '--comfyui',
      comfy.url,
      '--catalogue',
      catalogue,
      '--probe',
      'default',
      '--cost-per-image',
      '0.08',
    ];
    await assert.rejects(run([...args, '--serve', 'sketch=sdxxl']), /the workflow sdxxl; there are .*sdxl,/);
    await assert.rejects(
      run([...args, '--serve', 'skotch=sdxl']),
      /"skotch" is no model .* sells sketch, fast/,
    );
    const { status, output } = await run([...args, '--models', 'sketch', '--serve', 'sketch=sdxl']);
    assert.equal(status, 0, output);
    assert.match(output, /^sketch +image +1024x1024 /m);
    assert.match(output, /WARNING: sketch, image: an image costs 8 cents and is sold for 7/);
    assert.deepEqual((await readdir(path.join(folder, 'workflows'))).sort(), ['models.json', 'sdxl']);
    const manifest = JSON.parse(await readFile(path.join(folder, 'workflows/sdxl/manifest.json'), 'utf8'));
    assert.deepEqual(manifest.serves, ['sketch']);
    assert.ok((await settingsIn(file)).KINORA_COMFYUI_WORKFLOWS?.endsWith('workflows'));
  });

  test('is not sold with results that no order would be paid for', async (t) => {
    verifies('DEC-SETUP-04');
    const comfy = await comfyUi(t);
    const { default: sharp } = await import('sharp');
    const black = await sharp({ create: { width: 256, height: 256, channels: 3, background: 'black' } })
      .png()
      .toBuffer();
    comfy.media = () => black;
    const { run } = await setUpFolder(t);
    const { status, output } = await run([
      '--comfyui',
      comfy.url,
      '--models',
      'image',
      '--probe',
      'smallest',
    ]);
    assert.equal(status, 1);
    assert.match(output, /^image +image +256x256 +failed$/m);
    assert.match(output, /FAILED: image, image: the image is one colour \(0, 0, 0\)/);
  });

  test('is left whole by Ctrl-C, and its renderer free', async (t) => {
    verifies('DEC-SETUP-06');
    const comfy = await comfyUi(t);
    const { file, folder, run } = await setUpFolder(t);
    const stop = new AbortController();
    comfy.pause();
    const running = run(['--comfyui', comfy.url, '--models', 'image'], undefined, stop.signal);
    await until(() => comfy.running !== undefined);
    stop.abort(new Error('stopped'));
    await assert.rejects(running, /stopped/);
    await until(() => comfy.interruptions === 1 && comfy.pending.length === 0);
    assert.equal((await settingsIn(file)).KINORA_ENGINE, 'comfyui');
    assert.deepEqual((await readdir(folder)).sort(), ['worker.env', 'workflows']);
  });
});

describe('the file of settings', () => {
  test('keeps what differs until the operator agrees, and what is not of the setup', async (t) => {
    verifies('DEC-SETUP-02', 'DEC-SETUP-03');
    const comfy = await comfyUi(t);
    const { file, run } = await setUpFolder(t);
    const before = `# mine\nKINORA_LOG_LEVEL=debug\nKINORA_SERVER_URL=https://a.example\nKINORA_WORKER_TOKEN='0123456789abcdef'\n`;
    await writeFile(file, before, { mode: 0o644 });
    await chmod(file, 0o644);
    const args = ['--comfyui', comfy.url, '--server', 'http://127.0.0.1:9', '--probe', 'no'];
    await assert.rejects(run(args), /other values of KINORA_SERVER_URL: give --force/);
    const refused = await run(args, ['', 'n']);
    assert.equal(refused.status, 1);
    assert.equal(await readFile(file, 'utf8'), before);
    for (const [options, answers] of [
      [args, ['', 'y']],
      [[...args, '--server', 'http://127.0.0.1:10', '--force'], undefined],
    ] as const) {
      const { output } = await run(options, answers);
      assert.match(output, /worker\.env: changed/);
    }
    const text = await readFile(file, 'utf8');
    assert.match(
      text,
      /^# mine\nKINORA_LOG_LEVEL=debug\nKINORA_SERVER_URL=http:\/\/127\.0\.0\.1:10\nKINORA_WORKER_TOKEN='0123456789abcdef'\n/,
    );
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });
});

describe('a worker for a server with the interface of OpenAI', () => {
  test('names the options where nobody can be asked, and writes nothing', async (t) => {
    verifies('DEC-SETUP-03');
    const server = await openAi(t);
    const { folder, run } = await setUpFolder(t);
    const args = ['--openai', server.url];
    await assert.rejects(run(args), /asks for a login \(401\): give its key with --token/);
    const withKey = [...args, '--token', 'sk-very-secret'];
    await assert.rejects(
      run(withKey),
      /--image-model NAME, --video-model NAME, or both; it has gpt-oss, flux-dev/,
    );
    await assert.rejects(
      run([...withKey, '--image-model', 'flux-dev', '--models', 'fast']),
      /no model for images/,
    );
    assert.deepEqual(await readdir(folder), []);
    const { output } = await run([...withKey, '--image-model', 'flux', '--probe', 'no']);
    assert.match(output, /WARNING: KINORA_OPENAI_IMAGE_MODEL is "flux"/);
  });

  test('asks which of its models render, and what they cost', async (t) => {
    verifies('DEC-SETUP-01', 'DEC-SETUP-04');
    const server = await openAi(t);
    const { file, run } = await setUpFolder(t);
    const args = [
      '--openai',
      server.url,
      '--token',
      'sk-very-secret',
      '--models',
      'image,fast',
      '--probe',
      'smallest',
    ];
    // The address of the server, the token, the model for images, that for videos, the slots, what an hour costs.
    const { status, output } = await run(args, ['http://127.0.0.1:9', 'later', '', '', '', 'cheap', '0.5']);
    assert.equal(status, 0, output);
    assert.deepEqual(await settingsIn(file), {
      KINORA_ENGINE: 'openai',
      KINORA_OPENAI_URL: server.url,
      KINORA_OPENAI_KEY: 'sk-very-secret',
      KINORA_OPENAI_IMAGE_MODEL: 'flux-dev',
      KINORA_OPENAI_VIDEO_MODEL: 'wan-2.2',
      KINORA_SERVER_URL: 'http://127.0.0.1:9',
      KINORA_WORKER_MODELS: 'image,fast',
      KINORA_WORKER_SLOTS: '2',
    });
    assert.match(output, /^2 at once: (image, image|fast, video): all in /m);
    assert.match(output, /^fast +video +256x256 .* 0\.50 +99 %$/m);
    assert.match(output, /again with --worker-token TOKEN/);
    assert.doesNotMatch(output, /sk-very-secret/);
    const rendered = server.requests
      .filter(({ method }) => method === 'POST')
      .map(({ path: place }) => place);
    assert.deepEqual(rendered.slice(0, 2), ['/v1/images/generations', '/v1/videos']);
    assert.equal(rendered.length, 4);
  });

  test('is tried only after a yes, if it may bill', async () => {
    verifies('DEC-SETUP-05');
    const vendor = { kind: 'openai', url: 'https://api.example.com/v1', models: [] } as const;
    await assert.rejects(
      chooseProbe(undefined, vendor, operator()),
      /api\.example\.com may bill .*--probe smallest/,
    );
    assert.equal(await chooseProbe(undefined, vendor, operator([''])), 'no');
    assert.equal(await chooseProbe(undefined, vendor, operator(['y'])), 'default');
    assert.equal(await chooseProbe('smallest', vendor, operator()), 'smallest');
    const near = { ...vendor, url: 'http://10.0.0.7:8000' };
    for (const [found, slots, mayProbeSlots, answers, isTried] of [
      [vendor, '4', false, undefined, false],
      [vendor, '4', false, [''], false],
      [vendor, '4', false, ['y'], true],
      [vendor, '4', true, undefined, true],
      [vendor, '1', true, undefined, false],
      [near, '4', false, undefined, true],
      [near, undefined, false, undefined, false],
    ] as const) {
      const settings = slots === undefined ? {} : { KINORA_WORKER_SLOTS: slots };
      const atTerminal = operator(answers);
      assert.equal(await choosesSlots({ mayProbeSlots }, found, settings, atTerminal), isTried);
    }
    assert.equal(
      await chooseProbe(undefined, { ...vendor, url: 'http://10.0.0.7:8000' }, operator()),
      'default',
    );
  });
});

test('of several renderers that respond the operator chooses one', async (t) => {
  verifies('DEC-SETUP-01', 'DEC-SETUP-03');
  const comfy = await comfyUi(t);
  const server = await startFakeOpenAi({ models: ['flux'] });
  t.after(() => server.stop());
  const usual = [comfy.url, 'http://127.0.0.1:1', server.url];
  const secret = { KINORA_OPENAI_KEY: 'sk-very-secret' };
  await assert.rejects(
    chooseRenderer(secret, operator(), usual),
    new RegExp(`--comfyui ${comfy.url} or --openai ${server.url}`),
  );
  const atTerminal = operator(['2']);
  const found = await chooseRenderer(secret, atTerminal, usual);
  assert.equal(found.url, server.url);
  assert.match(atTerminal.said.join('\n'), /ComfyUI 0\.9\.0[\s\S]*OpenAI and 1 model \(flux\)/);
  // What nobody named gets no key.
  assert.ok(server.requests.every(({ authorization }) => authorization === undefined));
  await assert.rejects(
    chooseRenderer({}, operator(), ['http://127.0.0.1:1']),
    /start ComfyUI .*--openai URL/,
  );
});

test('the prices are those of the server now', async (t) => {
  verifies('DEC-SETUP-04');
  const medium = 'image';
  const price = [{ up_to_pixels: null, cents: 1 }];
  const model = {
    kind: medium,
    ...{ id: 'image', title: 'Image', description: 'Images.', operations: ['image'] },
    ...{ sizes: [], default_size: '512x512', grid: null, plans: null, included_weight: 1, available: false },
    ...{ start_seconds: null, estimated_wait_seconds: null, negative_prompt: false, price },
  };
  const service = { name: 'A', support: null, terms_url: null, privacy_url: null };
  const list = { service, models: [model], catalogue_version: 7, holds_until: null };
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/api/v1/models' ? 200 : 404).end(JSON.stringify(list));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const comfy = await comfyUi(t);
  const { run } = await setUpFolder(t);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { output } = await run(['--comfyui', comfy.url, '--server', url, '--cost-per-image', '0.02']);
  assert.match(output, /version 7 of its catalogue/);
  assert.match(output, /^image +image +512x512 .* -100 %$/m);
  assert.match(output, /an image costs 2 cents and is sold for 1/);
});
