import assert from 'node:assert/strict';
import { access, constants, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { blocksFor, type CodeBlock } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { pack, packNames } from '../../../../scripts/pack.ts';
import { startAdapter } from '../../../mcp/test/support/adapter-process.ts';
import { countWorkers } from '../support/count-workers.ts';
import { SLOW_MS, until } from '../support/deadline.ts';
import { freePort } from '../support/free-port.ts';
import { payAndApprove } from '../support/pay-and-approve.ts';
import { createReader, type Reader, type Started } from '../support/reader.ts';

/**
 * The npm packages as people get them: installed in an empty folder, with the commands of docs/guides/install.md,
 * packages/server/README.md, packages/worker/README.md and packages/cli/README.md. `npm run runtimes` does it with other versions of Node and npm.
 */

const README = 'packages/server/README.md';
const linesOf = (document: string): CodeBlock[] =>
  blocksFor(document, 'packages/installed').flatMap((block) =>
    block.text
      .split('\n')
      .map((line) => ({ ...block, text: line.replace(/ {2,}#.*/, '') }))
      .filter(({ text }) => text !== ''),
  );

let reader: Reader;
let service: Started;
let url: string;
before(async () => {
  url = `http://127.0.0.1:${await freePort()}`;
  reader = await createReader({ KINORA_PORT: new URL(url).port, KINORA_SERVER: url });
  reader.set({ XDG_CONFIG_HOME: path.join(reader.folder, 'config') });
  reader.placeholders.set('https://media.example.com', url);
  reader.placeholders.set('/tmp/packed', path.join(reader.folder, 'packed'));
  // The node for n8n needs n8n beside it; its test installs it there.
  const names = packNames.filter((name) => name !== 'n8n');
  const packed = await Promise.all(names.map((name) => pack(name, path.join(reader.folder, 'packed'))));
  for (const { file, files } of packed) {
    assert.deepEqual(
      files.filter((name) => name.endsWith('.node')),
      [],
      `${file} is for every platform`,
    );
  }
  const files = packed.map(({ file }) => file).join(' ');
  const text = `npm install --prefer-offline --no-audit --no-fund --loglevel=error ${files}`;
  await reader.run(command(text));
});
after(async () => {
  await service?.stop();
  await reader?.leave();
});

/** The one line that begins so. */
function line(document: string, start: string): CodeBlock {
  const [found, ...others] = linesOf(document).filter(({ text }) => text.startsWith(start));
  assert.ok(found !== undefined && others.length === 0, start);
  return found;
}

/** A command that no page shows. */
const command = (text: string): CodeBlock => ({ ...line(README, 'npx kinora demo'), text });

async function isFox(name = 'fox.png'): Promise<void> {
  const fox = await probeMedia(await readFile(path.join(reader.folder, name)));
  assert.equal(fox.kind, 'png');
}

test('the steps of the guide install the package in an empty folder, and its demo works there', {
  timeout: 4 * SLOW_MS,
}, async () => {
  verifies('DEC-PACK-01', 'DEC-PACK-03');
  const [install, unpack] = blocksFor('docs/guides/install.md', 'packages/installed');
  assert.ok(install && unpack);
  const demo = line(README, 'npx kinora demo').text;
  assert.ok(install.text.endsWith(`${demo}\n`));
  assert.match(await reader.run(install), /✔ Image to video .*\n[\s\S]*every invariant holds/);
  // With the lock file in the package.
  assert.match(unpack.text, /kinora\.mjs serve\n$/);
  const output = await reader.run({ ...unpack, text: unpack.text.replace('serve', '--version') });
  assert.match(output, /^kinora \d+\.\d+\.\d+$/m);
  // In an image it is started as it is.
  await access(path.join(reader.folder, 'package/bin/kinora.mjs'), constants.X_OK);
  const installed = await readFile(
    path.join(reader.folder, 'package/node_modules/.package-lock.json'),
    'utf8',
  );
  const locked = await readFile(path.join(reader.folder, 'package/npm-shrinkwrap.json'), 'utf8');
  const { packages } = JSON.parse(locked);
  for (const [place, { version }] of Object.entries<{ version: string }>(JSON.parse(installed).packages)) {
    assert.equal(version, packages[place]?.version, place);
  }
});

test('the packed service serves its pages, and a customer of it gets an image', async () => {
  verifies('DEC-PACK-01');
  service = await reader.start(line(README, 'npx kinora serve'), (output) => output.includes('is ready at'));
  const account = await reader.run(line(README, 'npx kinora account create'));
  const [key = ''] = /kn_[\w-]{20,}/.exec(account) ?? [];
  const login = line(README, 'npx kinora login');
  await reader.run({ ...login, text: `echo ${key} | ${login.text}` });
  await reader.run(line(README, 'npx kinora image'));
  await isFox();
  for (const [page, part] of [
    ['/docs/install', 'ReadWritePaths'],
    ['/docs/minisearch.js', 'MiniSearch'],
    ['/api/docs', '/v1/images/generate'],
    ['/api/openapi.json', '"openapi"'],
    ['/studio', '/assets/main-'],
    ['/pricing', '/assets/main-'],
    ['/downloads/kinora.mjs', url],
    ['/downloads/kinora-mcp.mjs', 'service_generate_image'],
  ] as const) {
    const answer = await fetch(url + page, {
      headers: { accept: 'text/html, */*', 'user-agent': 'Mozilla/5.0' },
    });
    assert.equal(answer.status, 200, page);
    assert.ok((await answer.text()).includes(part), `${page} has no ${part}`);
  }
});

test('the packed command line gets a key by a link, and an image with it', {
  timeout: 2 * SLOW_MS,
}, async () => {
  verifies('DEC-PACK-02');
  const login = line('packages/cli/README.md', 'npx @kinora/cli login');
  reader.set({ XDG_CONFIG_HOME: path.join(reader.folder, 'another-person') });
  const waiting = await reader.start(login, (output) => /user_code=/.test(output));
  const [link = ''] = /http\S+user_code=\w+/.exec(waiting.output()) ?? [];
  await payAndApprove(link);
  // It ends by itself.
  await until(() => /Signed in/.test(waiting.output()), SLOW_MS);
  const image = line('packages/cli/README.md', 'npx @kinora/cli image');
  await reader.run({ ...image, text: image.text.replace('fox.png', 'second-fox.png') });
  await isFox('second-fox.png');
});

test('the packed worker serves a packed service with a token of its own', async () => {
  verifies('DEC-PACK-02');
  const made = await reader.run(command('npx kinora worker-token create --name gpu-1'));
  const [, token = ''] = /^Worker token +(\S+)$/m.exec(made) ?? [];
  reader.placeholders.set('KINORA_WORKER_TOKEN=...', `KINORA_WORKER_TOKEN=${token} KINORA_LOG_LEVEL=info`);
  const start = line('packages/worker/README.md', 'KINORA_SERVER_URL=');
  const worker = await reader.start(start, async () => (await countWorkers(url, 'image')) === 2);
  await worker.stop();
});

test('a worker without a build of the codecs for its platform renders images alone, and says so', async () => {
  verifies('DEC-PACK-04');
  const name = `@napi-rs/webcodecs-${process.platform}-${process.arch}-gnu`;
  const codecs = path.join(reader.folder, 'node_modules', name);
  await rename(codecs, `${codecs}-away`);
  const start = line('packages/worker/README.md', 'KINORA_SERVER_URL=');
  const worker = await reader.start(start, async (output) => {
    const added = (await countWorkers(url, 'image')) - (await countWorkers(url, 'video'));
    return added === 1 && output.includes('no video is rendered here');
  });
  await rename(`${codecs}-away`, codecs);
  await worker.stop();
});

test('the packed MCP adapter lists nine tools and orders an image', async (context) => {
  verifies('DEC-PACK-02');
  const account = await reader.run(
    command('npx kinora account create --email agent@example.com --balance-usd 10'),
  );
  const [key = ''] = /kn_[\w-]{20,}/.exec(account) ?? [];
  const program = path.join(reader.folder, 'node_modules/.bin/kinora-mcp');
  const adapter = await startAdapter({ program, origin: url, environment: { SERVICE_API_TOKEN: key } });
  context.after(() => adapter.stop());
  assert.equal((await adapter.client.listTools()).tools.length, 9);
  const { value } = await adapter.call('service_generate_image', { prompt: 'a fig' });
  assert.equal(
    (await adapter.call('service_check_status', { job_id: value.job_id })).value.status,
    'completed',
  );
});
