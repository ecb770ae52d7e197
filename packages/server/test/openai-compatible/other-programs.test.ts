import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { parse } from 'yaml';
import { catalogueOf } from '../../src/catalogue/catalogue.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { changedCatalogue } from '../support/catalogues.ts';
import { SLOW_MS, until } from '../support/deadline.ts';
import { freePort } from '../support/free-port.ts';
import { createReader, type Reader } from '../support/reader.ts';
import { isInstalled } from '../support/real-proxies.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** Programs that order images through the façade without the openai package being ours to choose. */

const PACKAGES = 'litellm==1.108.7 langchain-community==0.4.2 openai==3.57.0';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
});
after(() => service.stop());

test('Open WebUI gets the bytes of what it asks for, with the User-Agent of its HTTP library', async () => {
  verifies('DEC-FACADE-01');
  const asked = send(`${service.url}/openai/v1/images/generations`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${customer.key}`,
      'content-type': 'application/json',
      'user-agent': 'Python/3.12 aiohttp/3.14.3',
    },
    body: JSON.stringify({
      ...{ model: 'kinora-image', prompt: 'a pear', n: 1 },
      ...{ size: '512x512', response_format: 'b64_json' },
    }),
  });
  const bytes = await deliver(service.worker, await takeLease(service.worker));
  const { status, body } = await asked;
  assert.equal(status, 200);
  // With a link it would fetch that.
  assert.deepEqual(body.data, [{ b64_json: bytes.toString('base64') }]);
});

describe('the API nodes of ComfyUI', { timeout: SLOW_MS }, () => {
  const blocks = blocksFor('docs/openai-compatible.md', 'openai-compatible/other-programs');
  const textIn = (language: string) =>
    blocks.find((block) => block.language === language)?.text ?? assert.fail(language);
  let sold: TestApp;
  let caddy: Awaited<ReturnType<typeof startCaddy>>;
  before(async () => {
    const names: string[][] = parse(textIn('yaml'));
    const document = changedCatalogue(({ models }) => {
      for (const [first = '', ...others] of names)
        models.find(({ aliases }: { aliases: string[] }) => aliases.includes(first)).aliases.push(...others);
    });
    sold = await startTestApp({ sold: catalogueOf(2, document) });
    caddy = await startCaddy(textIn('caddy'), sold.url, (await sold.account()).key);
  });
  after(async () => {
    await caddy?.stop();
    await sold?.stop();
  });

  // What comfy_api_nodes of ComfyUI 0.16.3 sends: nodes_openai.py and nodes_sora.py by util/client.py.
  const headers = {
    accept: 'application/json',
    'x-api-key': 'comfyui-1',
    'user-agent': 'Python/3.12 aiohttp/3.14.3',
  };

  test('get images by the paths, names and values that are built into them', async () => {
    verifies('DEC-FACADE-17');
    for (const [body, width, height] of [
      [{ model: 'dall-e-2', n: 1, size: '512x512' }, 512, 512],
      [{ model: 'dall-e-3', quality: 'standard', size: '1024x1792', style: 'natural' }, 1024, 1792],
      [
        {
          ...{ model: 'gpt-image-1.5', n: 1, size: '1536x1024' },
          ...{ quality: 'low', background: 'opaque', moderation: 'low' },
        },
        1536,
        1024,
      ],
    ] as const) {
      const asked = send(caddy.address('/proxy/openai/images/generations'), {
        method: 'POST',
        headers: { ...headers, ...caddy.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'a pear', ...body }),
      });
      const lease = await takeLease(sold.worker);
      assert.deepEqual([lease.task.width, lease.task.height], [width, height]);
      const bytes = await deliver(sold.worker, lease);
      assert.equal((await asked).body.data[0].b64_json, bytes.toString('base64'));
    }
  });

  test('get a video by polls', async () => {
    verifies('DEC-FACADE-17');
    const form = new FormData();
    for (const [name, value] of Object.entries({
      ...{ prompt: 'surf', model: 'sora-2', seconds: '4', size: '720x1280' },
    }))
      form.set(name, value);
    const address = caddy.address('/proxy/openai/v1/videos');
    const all = { headers: { ...headers, ...caddy.headers } };
    const { body: made } = await send(address, { method: 'POST', ...all, body: form });
    assert.equal(made.status, 'queued');
    const bytes = await deliver(sold.worker, await takeLease(sold.worker));
    assert.equal((await send(`${address}/${made.id}`, all)).body.status, 'completed');
    const content = await fetch(`${address}/${made.id}/content`, all);
    assert.ok(Buffer.from(await content.arrayBuffer()).equals(bytes));
  });
});

/** The proxy of the document before `service`; where Caddy is not installed, what it makes of an address. */
async function startCaddy(text: string, service: string, key: string) {
  if (!isInstalled('caddy')) {
    const [, from = '', to = ''] = /path_regexp (\S+) (\S+)/.exec(text) ?? [];
    const address = (path: string) => service + path.replace(new RegExp(from), to);
    return { address, headers: { authorization: `Bearer ${key}` }, stop: async () => {} };
  }
  const url = `http://127.0.0.1:${await freePort()}`;
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-caddy-'));
  const config = text.replace('http://127.0.0.1:8190', url).replace('127.0.0.1:8787', new URL(service).host);
  await writeFile(path.join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${config}`);
  const child = spawn('caddy', ['run', '--config', 'Caddyfile'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, KINORA_API_KEY: key },
    stdio: 'ignore',
  });
  await until(() =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return {
    address: (path: string) => url + path,
    headers: {},
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

const hasPython = spawnSync('python3', ['-m', 'ensurepip', '--version']).status === 0;
const skip = !hasPython && 'python3 with pip is not installed';
describe('the Python of the documentation', { skip, timeout: 3 * SLOW_MS }, () => {
  let reader: Reader;
  before(async () => {
    reader = await createReader({});
    reader.placeholders.set('http://127.0.0.1:8787', service.url).set('kn_...', customer.key);
    await shell(`python3 -m venv venv\n. venv/bin/activate\npip install -q ${PACKAGES}`);
  });
  after(() => reader?.leave());

  const blocks = blocksFor('docs/openai-compatible.md', 'openai-compatible/other-programs');
  const shell = (text: string) =>
    reader.run({ document: 'docs/openai-compatible.md', line: 1, language: 'sh', mark: 'run', text });

  /** Runs the block that imports `library`; its image is delivered meanwhile. */
  async function runBlock(library: string): Promise<string> {
    const program = blocks.find(({ text }) => text.includes(library))?.text ?? assert.fail(library);
    await writeFile(
      path.join(reader.folder, 'program.py'),
      program.replaceAll('http://127.0.0.1:8787', service.url).replaceAll('kn_...', customer.key),
    );
    const running = shell('LITELLM_LOCAL_MODEL_COST_MAP=True python -W ignore program.py');
    await deliver(service.worker, await takeLease(service.worker));
    return running;
  }

  test('for LangChain prints the link of an image', async () => {
    verifies('DEC-FACADE-01');
    const [link = ''] = /^http\S+$/m.exec(await runBlock('langchain_community')) ?? [];
    const { width } = await probeMedia(Buffer.from(await (await fetch(link)).arrayBuffer()));
    assert.equal(width, 1024);
  });

  test('for LiteLLM orders an image and a video, once each', async () => {
    verifies('DEC-FACADE-01');
    const before = (await customer.get('/v1/jobs')).body.jobs.length;
    await runBlock('litellm');
    const { jobs } = (await customer.get('/v1/jobs')).body;
    assert.deepEqual(
      jobs.slice(0, jobs.length - before).map(({ kind, status }: Record<string, string>) => [kind, status]),
      [
        ['video', 'queued'],
        ['image', 'completed'],
      ],
    );
  });
});
