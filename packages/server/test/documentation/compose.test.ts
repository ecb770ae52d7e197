import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { parse } from 'yaml';
import { childEnvironment } from '../../src/config.ts';
import { countWorkers } from '../support/count-workers.ts';
import { createCustomer } from '../support/customer.ts';
import { SLOW_MS, until } from '../support/deadline.ts';
import { freePort } from '../support/free-port.ts';
import { isInstalled, startRealProxy } from '../support/real-proxies.ts';
import { startRealS3 } from '../support/real-s3.ts';
import { kinora, startKinora } from '../support/service-process.ts';
import { createEmptyDatabase } from '../support/test-database.ts';

/** `deploy/compose.yaml`: its form, and its parts, each as the containers run them, without the engine around them. */

const ROOT = path.join(import.meta.dirname, '../../../..');
const FILE = path.join(ROOT, 'deploy/compose.yaml');
const run = promisify(execFile);

interface Service {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly environment: Readonly<Record<string, string | number>>;
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly [more: string]: unknown;
}
type Services = Readonly<Record<'server' | 'worker' | 'postgres' | 'store' | 'caddy', Service>>;

let folder: string;
let text: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-compose-'));
  text = await readFile(FILE, 'utf8');
});
after(() => rm(folder, { recursive: true, force: true }));

/** The services with these variables, as the engine reads them. */
function readServices(variables: Readonly<Record<string, string>>): Services {
  const filled = text.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => {
    assert.ok(variables[name], `${name} is set`);
    return variables[name];
  });
  assert.doesNotMatch(filled, /\$\{/);
  return parse(filled, { merge: true }).services;
}

/** The variables that the command of the page writes. */
async function makeVariables(): Promise<Record<string, string>> {
  const [block, start] = blocksFor('docs/guides/install.md', 'documentation/compose');
  assert.ok(block && start);
  await run('mkdir', [path.join(folder, 'deploy')]);
  await run('bash', ['-euc', block.text], { cwd: folder });
  const file = path.join(folder, 'deploy/.env');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  // The file says the same, and what the engine runs is in it.
  for (const { text: commands } of [block, start]) {
    const shown = commands.trim().split('\n');
    assert.ok(text.includes(shown.map((line) => `#   ${line}`).join('\n')));
  }
  return Object.fromEntries(lines.map((line) => line.split('=')));
}

test('the file is valid by the schema of Compose', { timeout: SLOW_MS }, async () => {
  verifies('DEC-COMPOSE-01');
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await run('npm', ['install', ...quiet, '--prefix', folder, 'dclint@3.1.0']);
  const problems = async (file: string): Promise<{ rule: string }[]> => {
    const program = path.join(folder, 'node_modules/.bin/dclint');
    // It fails for matters of style too.
    const { stdout } = await run(program, ['--formatter', 'json', file]).catch((error) => error);
    const [{ messages }] = JSON.parse(stdout);
    return messages.filter(({ rule }: { rule: string }) => rule === 'invalid-schema');
  };
  assert.deepEqual(await problems(FILE), []);
  const wrong = path.join(folder, 'compose.yaml');
  await writeFile(wrong, text.replace('restart: unless', 'restrat: unless'));
  assert.equal((await problems(wrong)).length, 1, 'a mistake is seen');
});

test('only Caddy can be reached, images are pinned, and our programs cannot change themselves', () => {
  verifies('DEC-COMPOSE-01');
  const services = readServices({
    SITE: 'a',
    POSTGRES_PASSWORD: 'b',
    STORE_SECRET: 'c',
    KINORA_WORKER_TOKEN: 'd',
  });
  for (const [name, service] of Object.entries(services)) {
    assert.equal(service.ports !== undefined, name === 'caddy', name);
    assert.equal(service.restart, 'unless-stopped');
    assert.deepEqual(service.security_opt, ['no-new-privileges:true']);
    if (service.build === undefined) {
      assert.match(service.image, /:[\w.-]+@sha256:[0-9a-f]{64}$/);
    } else {
      assert.deepEqual([service.read_only, service.cap_drop], [true, ['ALL']]);
      assert.equal(service.build.target, name);
    }
  }
  assert.match(text, /back: \{ internal: true \}/);
});

test('the parts work together: an image by way of the proxy', { timeout: 3 * SLOW_MS }, async (context) => {
  verifies('DEC-COMPOSE-02');
  const services = readServices(await makeVariables());
  const database = await createEmptyDatabase();
  context.after(() => database.close());
  const store = await startRealS3();
  context.after(() => store.close());
  const port = await freePort();
  const proxy = isInstalled('caddy') ? await startRealProxy('caddy', `127.0.0.1:${port}`) : undefined;
  if (proxy) context.after(() => proxy.stop());
  else context.diagnostic('caddy is not installed: the order goes to the server itself');
  const url = proxy?.url ?? `http://127.0.0.1:${port}`;
  // What the network of the containers resolves, and the key of the store of the test.
  const { server, worker } = services;
  assert.match(
    String(server.environment.DATABASE_URL),
    /^postgresql:\/\/kinora:[0-9a-f]{48}@postgres:5432\/kinora$/,
  );
  const settings = {
    ...asText(server.environment),
    DATABASE_URL: database.connectionString,
    KINORA_STORAGE_URL: String(server.environment.KINORA_STORAGE_URL).replace('http://store:7070', store.url),
    AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID ?? '',
    AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY ?? '',
    KINORA_PUBLIC_URL: url,
    KINORA_TRUSTED_PROXIES: '127.0.0.1',
    ...imageSettings(await readFile(path.join(ROOT, 'deploy/Dockerfile'), 'utf8')),
    KINORA_DATA_DIR: path.join(folder, 'data'),
    KINORA_PORT: String(port),
  };
  const running = startKinora(['serve', '--no-worker'], settings);
  context.after(() => running.end('SIGTERM'));
  await running.lineMatching(/Kinora is ready at/);
  await runHealthCheck(settings);
  const rendering = startKinora(['worker'], {
    ...asText(worker.environment),
    KINORA_SERVER_URL: `http://127.0.0.1:${port}`,
  });
  context.after(() => rendering.end('SIGTERM'));
  await until(async () => (await countWorkers(`http://127.0.0.1:${port}`, 'image')) === 1, SLOW_MS);

  const made = await kinora(
    ['account', 'create', '--email', 'you@example.com', '--balance-usd', '10'],
    settings,
  );
  const [key = ''] = /kn_[\w-]{20,}/.exec(made.output) ?? [];
  const customer = await createCustomer(url);
  context.after(() => customer.leave());
  const env = { KINORA_API_KEY: key, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const ordered = await customer.run(['image', 'a red fox', '-o', 'fox.png'], { env });
  assert.equal(ordered.code, 0, ordered.stderr);
  assert.ok((await stat(path.join(customer.folder, 'fox.png'))).size > 10_000);
  const { output } = await kinora(['doctor'], settings);
  assert.match(output, /s3:\/\/media/);
});

const asText = (values: Service['environment']): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** What the image sets, but for the port. */
function imageSettings(dockerfile: string): Record<string, string> {
  const [, line = ''] = /^ENV (KINORA_HOST=.*)$/m.exec(dockerfile) ?? [];
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=')));
}

/** The command of the image, with the settings of the server. */
async function runHealthCheck(settings: Readonly<Record<string, string>>): Promise<void> {
  const dockerfile = await readFile(path.join(ROOT, 'deploy/Dockerfile'), 'utf8');
  const [, list = '[]'] = /^HEALTHCHECK [^[]*CMD (\[.*\])$/m.exec(dockerfile.replaceAll('\\\n', '')) ?? [];
  const [, ...args] = JSON.parse(list);
  await run(process.execPath, args, { env: childEnvironment(settings) });
  await assert.rejects(run(process.execPath, args, { env: childEnvironment({ KINORA_PORT: '1' }) }));
}
