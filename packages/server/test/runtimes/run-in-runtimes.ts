// Runs the client and the MCP adapter in other runtimes than the one that `npm test` installs. They come from npm, about
// 700 MB in .kinora-test/runtimes.
//   npm run runtimes
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { blocksFor } from '@kinora/testing/documents';
import { pack } from '../../../../scripts/pack.ts';
import { startAdapter } from '../../../mcp/test/support/adapter-process.ts';
import { childEnvironment } from '../../src/config.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { clientExamples, type ExampleRuntime, runExamples } from '../support/client-examples.ts';
import { sampleArtifact } from '../support/sample-artifact.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const PACKAGES = {
  // The programs themselves: the package "node" installs one by a script.
  node20: `npm:node-${process.platform}-${process.arch}@20.20.2`,
  node22: `npm:node-${process.platform}-${process.arch}@22.23.3`,
  node24: `npm:node-${process.platform}-${process.arch}@24.21.0`,
  // Those that come with Node 20 and 22, and with Node 24.
  npm10: 'npm:npm@10.9.4',
  npm11: 'npm:npm@11.6.2',
  deno: '2.9.6',
  bun: '1.4.5',
  '@modelcontextprotocol/inspector': '0.15.0',
};

const root = path.join(import.meta.dirname, '../../../..');
const bundle = path.join(root, 'packages/mcp/dist/kinora-mcp.mjs');
const installed = path.join(root, '.kinora-test/runtimes');
const run = promisify(execFile);

const node = (version: 20 | 22): string => path.join(installed, `node_modules/node${version}/bin/node`);

/** The folders of a Node and of its npm, for the path. */
async function pathOf(version: 20 | 22 | 24): Promise<string> {
  const bin = path.join(installed, `bin-${version}`);
  await mkdir(bin, { recursive: true });
  const npm = path.join(installed, `node_modules/npm${version === 24 ? 11 : 10}/bin`);
  for (const [name, target] of [
    ['node', path.join(installed, `node_modules/node${version}/bin/node`)],
    ['npm', path.join(npm, 'npm-cli.js')],
    ['npx', path.join(npm, 'npx-cli.js')],
  ] as const) {
    await rm(path.join(bin, name), { force: true });
    await symlink(target, path.join(bin, name));
  }
  return `${bin}:${process.env.PATH}`;
}

/** The program of a package for this platform alone, which its main package has as an optional dependency. */
function platformProgram(pattern: string): string {
  const [program] = globSync(pattern, { cwd: path.join(installed, 'node_modules') });
  assert.ok(program, `npm installs ${pattern}`);
  return path.join(installed, 'node_modules', program);
}

async function npmInstall(folder: string, ...what: readonly string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...quiet, ...what], { cwd: folder });
}

let service: TestApp;
let folder: string;
before(async () => {
  await mkdir(installed, { recursive: true });
  const manifest = { private: true, dependencies: PACKAGES };
  await writeFile(path.join(installed, 'package.json'), JSON.stringify(manifest));
  await npmInstall(installed);
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-runtimes-'));
  await writeFile(path.join(folder, 'package.json'), '{"type": "module", "private": true}');
  await npmInstall(folder, (await pack('client', folder)).file);
  for (const [name, code] of clientExamples()) {
    await writeFile(path.join(folder, name), code);
    const script = stripTypeScriptTypes(code).replace(/from '(\.\/\w+)\.ts'/g, "from '$1.js'");
    await writeFile(path.join(folder, name.replace(/ts$/, 'js')), script);
  }
  service = await startTestApp();
});
after(async () => {
  await service?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const runtimes: Readonly<Record<string, () => Omit<ExampleRuntime, 'folder'>>> = {
  'Node 20': () => ({ command: [node(20)], extension: 'js' }),
  'Node 22': () => ({ command: [node(22)], extension: 'js' }),
  'Node 24': () => ({ command: [process.execPath], extension: 'ts' }),
  Deno: () => ({ command: [platformProgram('@deno/*/deno'), 'run', '--allow-all'], extension: 'ts' }),
  Bun: () => ({ command: [platformProgram('@oven/*/bin/bun')], extension: 'ts' }),
};
for (const [name, runtime] of Object.entries(runtimes)) {
  test(`the examples of the client run in ${name}`, () => runExamples(service, { folder, ...runtime() }));
}

for (const version of [20, 22, 24] as const) {
  test(`the MCP adapter runs on Node ${version}`, async (context) => {
    const program = version === 24 ? process.execPath : node(version);
    assert.ok(execFileSync(program, ['--version'], { encoding: 'utf8' }).startsWith(`v${version}.`));
    const startedAt = performance.now();
    const { key } = await service.account();
    const environment = { SERVICE_API_TOKEN: key };
    const adapter = await startAdapter({ node: program, program: bundle, origin: service.url, environment });
    context.after(() => adapter.stop());
    const { tools } = await adapter.client.listTools();
    context.diagnostic(`tools/list after ${Math.round(performance.now() - startedAt)} ms`);
    assert.equal(tools.length, 9);
    const { value } = await adapter.call('service_generate_image', { prompt: 'a fig' });
    const waiting = adapter.call('service_check_status', { job_id: value.job_id });
    await deliver(service.worker, await takeLease(service.worker));
    assert.equal((await waiting).value.status, 'completed');
  });
}

/** What shows that a package works, installed alone, and what that prints. */
const STARTS: Readonly<Record<string, readonly [script: string, prints: RegExp]>> = {
  kinora: ['npx kinora demo', /✔ Image to video[\s\S]*every invariant holds/],
  worker: ['npx kinora-worker --help', /Usage: kinora worker /],
  cli: ['npx kinora-cli --help', /Usage: kinora/],
  mcp: ['npx kinora-mcp < /dev/null && echo ended', /ended/],
  client: [
    `node --input-type=module -e "console.log(typeof (await import('@kinora/client')).createKinoraClient)"`,
    /function/,
  ],
};
/** Packages installed in an empty folder, by a Node and its npm, which then run commands there. */
async function installPacked(context: TestContext, version: 20 | 22 | 24, names: string[], others = '') {
  const empty = await mkdtemp(path.join(tmpdir(), 'kinora-packed-'));
  context.after(() => rm(empty, { recursive: true, force: true }));
  const packed = await Promise.all(names.map((name) => pack(name, path.join(installed, 'packed'))));
  const PATH = await pathOf(version);
  const inFolder = (command: string, settings: Record<string, string> = {}) => {
    const env = { ...childEnvironment(settings), PATH, HOME: process.env.HOME };
    return run('sh', ['-c', command], { cwd: empty, env, maxBuffer: 16 * 1024 * 1024 });
  };
  const startedAt = performance.now();
  const note = (what: string) =>
    context.diagnostic(`${what} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  const files = packed.map(({ file }) => file).join(' ');
  await inFolder(`npm install --no-audit --no-fund --loglevel=error ${files} ${others}`);
  note('installed');
  return { empty, inFolder, note };
}

for (const version of [20, 22, 24] as const) {
  for (const [name, [script, prints]] of Object.entries(STARTS)) {
    test(`the package ${name} installs in an empty folder and starts on Node ${version}`, async (context) => {
      const { inFolder, note } = await installPacked(context, version, [name]);
      assert.match((await inFolder(`node --version && ${script}`)).stdout, prints);
      note('ended');
    });
  }
}

/** Version 7 of the AI SDK needs Node 22. */
for (const [version, sdk] of [
  [20, '6.0.325'],
  [22, '6.0.325'],
  [22, '7.0.173'],
  [24, '6.0.325'],
  [24, '7.0.173'],
] as const) {
  test(`the packed provider of the AI SDK ${sdk} makes an image on Node ${version}`, async (context) => {
    const names = ['client', 'ai-sdk'];
    const { empty, inFolder } = await installPacked(context, version, names, `ai@${sdk}`);
    const [example] = blocksFor('packages/ai-sdk/README.md', 'ai-sdk');
    await writeFile(path.join(empty, 'image.mjs'), example?.text ?? '');
    const { key } = await service.account();
    const made = inFolder('node image.mjs', { KINORA_SERVER: service.url, KINORA_API_KEY: key });
    await deliver(service.worker, await takeLease(service.worker));
    assert.equal((await made).stdout, 'image/png []\n');
  });
}

test('the command line of the MCP Inspector drives the nine tools', async (context) => {
  // The examples have opened as many claims as a network may have.
  const service = await startTestApp();
  context.after(() => service.stop());
  const { key } = await service.account();
  const inspector = path.join(installed, 'node_modules/.bin/mcp-inspector');
  const settings = { SERVICE_URL: service.url, SERVICE_MCP_MEDIA_ROOTS: folder, XDG_CONFIG_HOME: folder };
  const inspect = async (method: string, environment: object, ...args: readonly string[]) => {
    const variables = Object.entries({ ...settings, ...environment }).flatMap((pair) => [
      '-e',
      pair.join('='),
    ]);
    const options = ['--cli', ...variables, process.execPath, bundle, '--method', method, ...args];
    const { stdout } = await run(inspector, options, { env: childEnvironment({}) });
    return JSON.parse(stdout);
  };
  const call = async (tool: string, args: object = {}, environment: object = { SERVICE_API_TOKEN: key }) => {
    const toolArgs = Object.entries(args).flatMap((pair) => ['--tool-arg', pair.join('=')]);
    const result = await inspect('tools/call', environment, '--tool-name', tool, ...toolArgs);
    assert.ok(!result.isError, JSON.stringify(result));
    return result.structuredContent;
  };
  assert.equal((await inspect('tools/list', {})).tools.length, 9);
  assert.match((await call('service_start_access', {}, {})).sign_in_url, /\/activate/);
  const waiting = await call('service_finish_access', { wait_seconds: 0 }, {});
  assert.equal(waiting.status, 'waiting_for_person');
  assert.equal((await call('service_about')).access, 'ready');
  const image = await call('service_generate_image', { prompt: 'a plum' });
  const lease = await takeLease(service.worker);
  await deliver(service.worker, lease);
  assert.equal((await call('service_check_status', { job_id: image.job_id })).status, 'completed');
  await writeFile(path.join(folder, 'plum.png'), await sampleArtifact(lease.task));
  const motion = { prompt: 'it rolls', image_path: path.join(folder, 'plum.png'), duration: 1 };
  for (const { job_id } of [
    await call('service_animate_image', motion),
    await call('service_generate_video', { prompt: 'surf', duration: 1 }),
    image,
  ]) {
    assert.equal((await call('service_delete_output', { job_id })).deleted, true);
  }
  assert.equal((await call('service_usage')).images_used, 1);
});
