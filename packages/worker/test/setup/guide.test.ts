import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { WORKFLOWS } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { startFakeComfyUi } from '@kinora/testing/fake-comfyui/fake-comfyui';
import { withoutFile } from '@kinora/testing/fake-comfyui/node-catalogue';
import { startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import { verifies } from '@kinora/testing/requirements';
import { within } from '../../../server/test/support/deadline.ts';
import { loadModelFacts } from '../../src/comfyui/model-facts.ts';
import { baseName, modelFiles } from '../../src/comfyui/model-files.ts';
import { loadTemplates } from '../../src/comfyui/template.ts';
import { setUpFolder, startProgram } from './operator.ts';

const TOKEN = 'kw_0123456789abcdef';
/** Z-Image-Turbo is downloaded in a step of the guide; the models for videos are not. */
const IMAGES = ['z_image_turbo_bf16', 'qwen_3_4b', 'ae'];

test('the guide leads from a bare GPU machine to a worker that leases', async (t) => {
  verifies('DEC-SETUP-01', 'DEC-DOCS-02');
  const templates = await loadTemplates(WORKFLOWS);
  const { comfy, stop } = await startFakeComfyUi(templates);
  t.after(stop);
  const complete = new Map(comfy.catalogue);
  const files = templates.flatMap(({ manifest, workflow }) =>
    Object.keys(manifest.models).map((place) => {
      const [node = '', input = ''] = place.split('.');
      return String(workflow[node]?.inputs[input]);
    }),
  );
  const keep = (kept: (file: string) => boolean) => {
    for (const [kind, info] of complete)
      comfy.catalogue.set(kind, files.filter((file) => !kept(file)).reduce(withoutFile, info));
  };
  const vendor = await startFakeOpenAi({ models: ['painter', 'director'] });
  t.after(() => vendor.stop());
  const leased = Promise.withResolvers<string>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    // The setup tries its token with a request for nothing.
    if (request.url?.startsWith('/worker/v1/lease') && body !== '{}') leased.resolve(body);
    const sizes = { bytes: Buffer.byteLength(body), upload_url: null };
    response.writeHead(request.url?.includes('upload-check') ? 200 : 404).end(JSON.stringify(sizes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });

  const { folder } = await setUpFolder(t);
  const start = (block: { readonly text: string } | undefined) => {
    assert.ok(block);
    const written = block.text
      .replaceAll('http://127.0.0.1:8188', comfy.url)
      .replaceAll('https://media.example.com', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      .replaceAll('https://models.example.com/v1', vendor.url)
      .replace('kw_...', TOKEN);
    const [, command = ''] = /^npm run -s worker -- ([\s\S]+)$/.exec(written) ?? [];
    const args = command.replaceAll('\\\n', ' ').trim().split(/\s+/);
    return startProgram(t, folder, args);
  };
  const [, look, , setUp, work, sell] = blocksFor('docs/guides/workers.md', 'setup/guide');

  keep(() => false);
  const first = await start(look).ended;
  assert.equal(first.status, 1, first.stderr);
  assert.match(first.stdout, /To serve .*image.* with this card, which has 24 GB/);
  assert.match(
    first.stdout,
    /diffusion_models\/z_image_turbo_bf16\.safetensors \(12\.3 GB, Apache-2\.0, from/,
  );
  assert.match(first.stdout, /Nothing can be rendered yet\. Download what is listed above/);

  keep((file) => IMAGES.includes(file.replace('.safetensors', '')));
  const second = await start(setUp).ended;
  assert.equal(second.status, 0, second.stdout + second.stderr);
  assert.match(second.stdout, /^image +image +1024x1024 .* 0\.45 +99 %$/m);
  assert.match(second.stdout, /npm run -s worker -- --settings worker\.env --gpu rtx-4090/);

  const worker = start(work);
  const request = JSON.parse(await within(() => 'a lease request', leased.promise));
  worker.child.kill('SIGTERM');
  assert.equal((await worker.ended).status, 0);
  assert.equal(request.gpu, 'rtx-4090');
  const operations = request.capabilities.operations.map((each: { operation: string }) => each.operation);
  assert.deepEqual(operations.sort(), ['i2i', 'image']);

  const vendors = await start(sell).ended;
  assert.equal(vendors.status, 0, vendors.stdout + vendors.stderr);
  assert.match(vendors.stdout, /^cinema +video /m);
});

test('what the guide installs without this repository is what a workflow needs', async () => {
  verifies('DEC-SETUP-01', 'DEC-DOCS-02');
  const [install, , download] = blocksFor('docs/guides/workers.md', 'setup/guide');
  for (const block of [install, download]) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: block?.text });
    assert.equal(status, 0, String(stderr));
  }
  assert.match(install?.text ?? '', /main\.py --listen 127\.0\.0\.1 --port 8188 --disable-metadata/);
  const [, repository] = /huggingface\.co\/([\w-]+\/[\w-]+)\//.exec(download?.text ?? '') ?? [];
  const [, list = ''] = /for file in (.+);/.exec(download?.text ?? '') ?? [];
  const files = list.split(' ').map((file) => `models/${file}.safetensors`);
  const template = (await loadTemplates(WORKFLOWS)).find(({ name }) => name === 'z-image-turbo');
  assert.ok(template);
  assert.deepEqual(files.sort(), modelFiles(template).sort());
  const facts = await loadModelFacts();
  for (const file of files) assert.equal(facts.files.get(baseName(file))?.from, repository, file);
});
