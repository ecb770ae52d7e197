// Runs the client and the MCP adapter in other runtimes than the one that `npm test` installs. They come from npm, about
// 700 MB in .kinora-test/runtimes.
//   npm run runtimes
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { packClient } from '../../../../scripts/pack-client.ts';
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
  deno: '2.9.6',
  bun: '1.4.5',
  '@modelcontextprotocol/inspector': '0.15.0',
};

const root = path.join(import.meta.dirname, '../../../..');
const bundle = path.join(root, 'packages/mcp/dist/kinora-mcp.mjs');
const installed = path.join(root, '.kinora-test/runtimes');
const run = promisify(execFile);

const node = (version: 20 | 22): string => path.join(installed, `node_modules/node${version}/bin/node`);

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
  await npmInstall(folder, (await packClient(folder)).file);
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
