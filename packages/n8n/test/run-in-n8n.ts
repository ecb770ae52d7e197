// Runs the first workflow of docs/n8n.md in n8n itself, with the packed node and a service. n8n comes from npm, 3 GB in .kinora-test/n8n.
//   npm run n8n
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { blocksFor } from '@kinora/testing/documents';
import { probeMedia } from '@kinora/video/probe';
import { deliver, takeLease } from '../../server/test/support/act-as-worker.ts';
import { freePort } from '../../server/test/support/free-port.ts';
import { startTestApp, type TestApp } from '../../server/test/support/test-app.ts';

const N8N = 'n8n@2.41.0';
const root = path.join(import.meta.dirname, '../../..');
const installed = path.join(root, '.kinora-test/n8n');
const run = promisify(execFile);

let service: TestApp;
let home: string;
let env: NodeJS.ProcessEnv;
before(async () => {
  await mkdir(installed, { recursive: true });
  await writeFile(path.join(installed, 'package.json'), '{"private": true}');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...quiet, N8N], { cwd: installed });
  home = await mkdtemp(path.join(tmpdir(), 'kinora-n8n-'));
  const [install, workflow] = blocksFor('docs/n8n.md', 'n8n');
  assert.ok(install !== undefined && workflow !== undefined);
  const commands = install.text.replaceAll('/tmp', home).replaceAll('~', home);
  await run('sh', ['-ec', commands], { cwd: root });
  service = await startTestApp();
  const { hostname, port, pathname, username, password, searchParams } = new URL(
    // The socket is named by a parameter, and an address must have a host.
    service.connectionString.replace('@/', '@socket/'),
  );
  env = {
    PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
    HOME: home,
    // The installed SQLite would need its script.
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: searchParams.get('host') ?? hostname,
    DB_POSTGRESDB_PORT: port || '5432',
    DB_POSTGRESDB_DATABASE: pathname.slice(1),
    DB_POSTGRESDB_USER: username,
    DB_POSTGRESDB_PASSWORD: password,
    DB_POSTGRESDB_SCHEMA: 'n8n',
    N8N_DEFAULT_BINARY_DATA_MODE: 'default',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_RUNNERS_BROKER_PORT: String(await freePort()),
  };
  const { key } = await service.account();
  await importInto('credentials', { type: 'kinoraApi', data: { baseUrl: service.url, apiKey: key } }, 'good');
  await importInto(
    'credentials',
    { type: 'kinoraApi', data: { baseUrl: service.url, apiKey: 'kn_no' } },
    'bad',
  );
  for (const credential of ['good', 'bad']) {
    const { nodes, connections } = JSON.parse(workflow.text);
    nodes[1].credentials = { kinoraApi: { id: credential, name: credential } };
    await importInto('workflow', { nodes, connections, active: false }, credential);
  }
});
after(async () => {
  await service?.stop();
  await rm(home, { recursive: true, force: true });
});

const n8n = (...args: string[]) =>
  run(path.join(installed, 'node_modules/.bin/n8n'), args, { env, maxBuffer: 2 ** 28 });

async function importInto(what: string, entry: object, id: string): Promise<void> {
  const file = path.join(home, `${what}.json`);
  await writeFile(file, JSON.stringify([{ id, name: id, ...entry }]));
  await n8n(`import:${what}`, `--input=${file}`);
}

test('n8n makes an image with the key of its credential', async () => {
  const running = n8n('execute', '--id=good', '--rawOutput');
  // n8n takes half a minute to start.
  const take = () => takeLease(service.worker);
  const bytes = await deliver(service.worker, await take().catch(take).catch(take));
  const { stdout } = await running;
  const { data } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  const [{ json, binary }] = data.resultData.runData.Kinora[0].data.main[0];
  assert.equal(json.status, 'completed');
  const image = Buffer.from(binary.data.data, 'base64');
  assert.ok(image.equals(bytes));
  assert.equal((await probeMedia(image)).width, 1280);
});

test('n8n ends with the sentence of the service for a key that it does not know', async () => {
  const error = await n8n('execute', '--id=bad', '--rawOutput').then(
    () => assert.fail('it succeeded'),
    (reason) => reason,
  );
  assert.match(`${error.stdout}${error.stderr}`, /API key/);
});
