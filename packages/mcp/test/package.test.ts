import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { verifies } from '@kinora/testing/requirements';
import { unzipSync } from 'fflate';
import { signUp } from '../../server/test/support/signed-in.ts';
import { startTestApp, TEST_USER_AGENT, type TestApp } from '../../server/test/support/test-app.ts';
import { adapterVersion, toolSummaries } from '../src/adapter-facts.ts';
import { bundleAdapter } from '../src/bundle/bundle-adapter.ts';
import { toolListing } from '../src/tool-listing.ts';
import { startAdapter } from './support/adapter-process.ts';

const MEBIBYTE = 1024 * 1024;
const dist = fileURLToPath(new URL('../dist', import.meta.url));
let service: TestApp;
let folder: string;
let key: string;
before(async () => {
  service = await startTestApp();
  ({ key } = await service.account());
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-package-'));
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.stop();
});

async function download(url: string, apiKey: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/v1/me/mcp-package`, {
    headers: { 'x-api-key': apiKey, 'user-agent': TEST_USER_AGENT, ...headers },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Unpacks a package and returns its folder. */
async function unpack(bytes: Uint8Array): Promise<string> {
  const place = await mkdtemp(path.join(folder, 'unpacked-'));
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    await mkdir(path.dirname(path.join(place, name)), { recursive: true });
    await writeFile(path.join(place, name), content);
  }
  return place;
}

test('the package is served with its version in the name, small, and valid for the official tool', async () => {
  verifies('V1-ENDPOINT-14', 'V1-VERSION-02', 'DEC-MCP-02');
  for (const base of [service.url, `${service.url}/api`]) {
    const { response, bytes } = await download(base, key);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/zip');
    assert.equal(
      response.headers.get('content-disposition'),
      'attachment; filename="service-mcp-2.1.3.mcpb"',
    );
    assert.ok(bytes.length < MEBIBYTE, `${bytes.length} bytes`);
    console.log(`package ${bytes.length} bytes`);
    const etag = response.headers.get('etag') ?? '';
    assert.equal((await download(base, key, { 'if-none-match': etag })).response.status, 304);
    const place = await unpack(bytes);
    const cli = fileURLToPath(new URL('cli/cli.js', import.meta.resolve('@anthropic-ai/mcpb')));
    const checked = spawnSync(process.execPath, [cli, 'validate', path.join(place, 'manifest.json')], {
      encoding: 'utf8',
    });
    assert.equal(checked.status, 0, checked.stdout + checked.stderr);
    const manifest = JSON.parse(Buffer.from(unzipSync(bytes)['manifest.json'] ?? '').toString());
    assert.equal(manifest.version, adapterVersion);
    assert.deepEqual(
      manifest.tools.map(({ name }: { readonly name: string }) => name),
      Object.keys(toolSummaries),
    );
  }
  const without = await fetch(`${service.url}/v1/me/mcp-package`, {
    headers: { 'user-agent': TEST_USER_AGENT },
  });
  assert.equal(without.status, 401, 'only the two pay endpoints need no key');
  const person = await signUp(service, 'bo@example.com');
  const inBrowser = await fetch(`${service.url}/account/mcp-package`, { headers: person.headers });
  assert.ok(Buffer.from(await inBrowser.arrayBuffer()).equals((await download(service.url, key)).bytes));
  const stranger = await fetch(`${service.url}/account/mcp-package`, { redirect: 'manual' });
  assert.match(stranger.headers.get('location') ?? '', /^\/signin/);
});

test('two servers of one address serve the same bytes, whatever their time zone', async () => {
  verifies('DEC-MCP-02');
  const origin = 'https://kinora.example';
  const zone = process.env.TZ;
  const packages: Buffer[] = [];
  for (const timeZone of ['Pacific/Auckland', 'America/Los_Angeles']) {
    process.env.TZ = timeZone;
    const other = await startTestApp({ environment: { KINORA_PUBLIC_URL: origin } });
    packages.push((await download(other.url, (await other.account()).key)).bytes);
    await other.stop();
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  const [one, other] = packages;
  assert.ok(one !== undefined && one.length > 0 && other !== undefined && one.equals(other));
  const files = unzipSync(one);
  assert.deepEqual(Object.keys(files), Object.keys(files).sort());
  assert.match(Buffer.from(files['server/kinora-mcp.mjs'] ?? '').toString(), /"https:\/\/kinora\.example"/);
  assert.doesNotMatch(Buffer.from(files['server/kinora-mcp.mjs'] ?? '').toString(), /127\.0\.0\.1:8787/);
});

test('what was built is the same bytes as another build of the sources', async () => {
  verifies('DEC-MCP-01');
  const again = await mkdtemp(path.join(folder, 'again-'));
  await bundleAdapter(again);
  const files = await readdir(again);
  assert.equal(files.length, 3);
  for (const name of files) {
    const text = await readFile(path.join(again, name));
    assert.ok(
      text.equals(await readFile(path.join(dist, name))),
      `${name} is out of date; run "npm run build"`,
    );
    assert.ok(text.length < MEBIBYTE, `${text.length} bytes`);
  }
});

/** The Nodes to try: that of the tests and, where it is another one, that of the machine. */
function nodes(): readonly string[] {
  const folders = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((each) => !each.includes('node_modules'));
  const version = (node: string) => spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  const installed = folders.map((each) => path.join(each, 'node')).find((node) => version(node) !== '');
  return [process.execPath, ...(installed === undefined ? [] : [installed])];
}

for (const node of nodes()) {
  const { stdout: version } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  test(`the package runs on Node ${version.trim()} and calls the service that served it`, async () => {
    verifies('DEC-MCP-01', 'DEC-MCP-02');
    const place = await unpack((await download(service.url, key)).bytes);
    const program = path.join(place, 'server/kinora-mcp.mjs');
    const startedAt = performance.now();
    const adapter = await startAdapter({ node, program });
    const { tools } = await adapter.client.listTools();
    console.log(
      `tools/list ${Math.round(performance.now() - startedAt)} ms after the start, Node ${version.trim()}`,
    );
    assert.deepEqual(tools, toolListing, 'the list of the bundle is that of the sources');
    assert.equal((await adapter.call('service_about')).value.address, service.url);
    assert.match(
      (await adapter.call('service_start_access')).value.sign_in_url,
      new RegExp(`^${service.url}/`),
    );
    await adapter.stop();
  });
}

test('the packed npm package works in an empty folder, without a dependency', async () => {
  verifies('DEC-MCP-01');
  const empty = await mkdtemp(path.join(folder, 'empty-'));
  const npm = (args: readonly string[], cwd: string) => {
    const run = spawnSync('npm', args, { cwd, encoding: 'utf8' });
    assert.equal(run.status, 0, run.stdout + run.stderr);
  };
  npm(['pack', '--pack-destination', empty], dist);
  await writeFile(path.join(empty, 'package.json'), '{}');
  npm(['install', '--offline', `./kinora-mcp-${adapterVersion}.tgz`], empty);
  assert.deepEqual(await readdir(path.join(empty, 'node_modules/@kinora')), ['mcp']);
  const program = path.join(empty, 'node_modules/.bin/kinora-mcp');
  const adapter = await startAdapter({ program, origin: service.url });
  assert.equal((await adapter.call('service_about')).value.access, 'no_key');
  await adapter.stop();
});
