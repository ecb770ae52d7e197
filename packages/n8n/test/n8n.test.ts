import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { blocksFor } from '@kinora/testing/documents';
import { blackPng } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { deliver, leaseRequest, takeLease } from '../../server/test/support/act-as-worker.ts';
import { SLOW_MS, until, within } from '../../server/test/support/deadline.ts';
import { type PlainProxy, startPlainProxy } from '../../server/test/support/plain-proxy.ts';
import { startTestApp, type TestAccount, type TestApp } from '../../server/test/support/test-app.ts';
import { type Ended, type Execution, openN8n } from './support/n8n-core.ts';

/** The packed node with the engine of n8n, as npm installs it, and a real service. */

/** What n8n 2.41 has. */
const N8N_CORE = 'n8n-core@2.41.1';
const root = path.join(import.meta.dirname, '../../..');
const run = promisify(execFile);

interface Order {
  readonly path: string;
  readonly key: string | undefined;
}

let folder: string;
let service: TestApp;
let proxy: PlainProxy;
let customer: TestAccount;
let n8n: Awaited<ReturnType<typeof openN8n>>;
/** What was sent to the service; `lose` takes the next responses away, which is to break their connections. */
const sent = { orders: [] as Order[], lose: 0 };

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-n8n-'));
  await writeFile(path.join(folder, 'package.json'), '{"private": true}');
  const quiet = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...quiet, N8N_CORE], { cwd: folder });
  const [install] = blocksFor('docs/n8n.md', 'n8n');
  const commands = install?.text.replaceAll('/tmp', folder).replaceAll('~', folder) ?? assert.fail();
  await run('sh', ['-ec', commands], { cwd: root });
  service = await startTestApp();
  customer = await service.account();
  proxy = await startPlainProxy(service.url, ({ method, url, headers }, outgoing) => {
    if (url?.startsWith('/elsewhere/')) {
      outgoing.writeHead(404).end('Nothing here');
      return true;
    }
    if (url?.startsWith('/moved/')) {
      outgoing.writeHead(307, { location: url.replace('/moved', '') }).end();
      return true;
    }
    if (method !== 'POST') return false;
    sent.orders.push({ path: url ?? '', key: headers['idempotency-key']?.toString() });
    if (sent.lose === 0) return false;
    sent.lose -= 1;
    // The order arrives, and its response does not.
    Object.assign(outgoing, { writeHead: () => outgoing, write: () => true, end: () => outgoing.destroy() });
    return false;
  });
  n8n = await openN8n(folder);
});
after(async () => {
  await proxy?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  sent.orders.length = 0;
  sent.lose = 0;
  for (;;) {
    const lease = await service.worker.lease(leaseRequest(), AbortSignal.timeout(SLOW_MS));
    if (lease === undefined) return;
    await deliver(service.worker, lease);
  }
});

const execute = (
  resource: string,
  operation: string,
  parameters: Record<string, unknown> = {},
  more: Partial<Execution> = {},
): Promise<Ended> =>
  n8n.execute({
    credential: { baseUrl: proxy.url, apiKey: customer.key },
    parameters: { resource, operation, ...parameters },
    ...more,
  });
const deliverNext = async () => deliver(service.worker, await takeLease(service.worker));
const balanceOf = async ({ get }: TestAccount) => (await get('/v1/me/balance')).body.balance_cents;
const keys = () => new Set(sent.orders.map(({ key }) => key)).size;

describe('the node in n8n', { timeout: 4 * SLOW_MS }, () => {
  test('passes the compiler with the types of n8n-workflow', async () => {
    verifies('DEC-NODE-04');
    const compilerOptions = {
      ...{ noEmit: true, rootDir: '/', typeRoots: [path.join(root, 'node_modules/@types')] },
      paths: { 'n8n-workflow': [path.join(folder, 'node_modules/n8n-workflow')] },
    };
    const project = path.join(folder, 'tsconfig.json');
    const include = [path.join(root, 'packages/n8n/src/**/*.ts')];
    const config = {
      extends: path.join(root, 'packages/n8n/tsconfig.json'),
      compilerOptions,
      include,
      exclude: [],
    };
    await writeFile(project, JSON.stringify(config));
    const tsc = path.join(root, 'node_modules/.bin/tsc');
    await run(tsc, ['-p', project]).catch(({ stdout }) => assert.fail(stdout));
  });

  test('is loaded with its icons, its categories and its credential', () => {
    verifies('DEC-NODE-04');
    const { type } = n8n.loader.getNode('kinora');
    const { iconUrl, codex, communityNodePackageVersion } = type.description;
    assert.match(iconUrl.light, /^icons\/n8n-nodes-kinora\/dist\/kinora\.svg$/);
    assert.match(iconUrl.dark, /kinora\.dark\.svg$/);
    assert.ok(codex.alias.includes('text to image'));
    assert.equal(communityNodePackageVersion, n8n.loader.packageJson.version);
    assert.equal(n8n.loader.getCredential('kinoraApi').type.name, 'kinoraApi');
    assert.deepEqual(n8n.loader.packageJson.dependencies, undefined);
  });

  test('puts an image into the output, with the facts of its job', async () => {
    verifies('DEC-NODE-01');
    const options = { seed: 7, max_price_cents: 10 };
    const running = execute('image', 'generate', { prompt: 'a pear', size: '512x256', options });
    const bytes = await deliverNext();
    const { items, error } = await running;
    assert.equal(error, undefined);
    const [{ json, binary, pairedItem } = assert.fail()] = items;
    assert.deepEqual(
      [json.status, json.seed, json.price_cents, pairedItem],
      ['completed', 7, 5, { item: 0 }],
    );
    const { data = '', mimeType, fileName } = binary?.data ?? {};
    assert.deepEqual([mimeType, fileName], ['image/png', `kinora-${json.job_id}.png`]);
    assert.ok(Buffer.from(data, 'base64').equals(bytes));
  });

  test('makes a video with sound that begins with an image of the input', async () => {
    verifies('DEC-NODE-01');
    const photo = { data: blackPng(64, 64).toString('base64'), mimeType: 'image/png', fileName: 'a.png' };
    const running = execute(
      'video',
      'generate',
      { prompt: 'sway', model: 'fast', duration: 1, firstFrame: 'photo', binaryField: 'video' },
      { items: [{ json: {}, binary: { photo } }] },
    );
    const lease = await takeLease(service.worker);
    assert.equal(lease.task.operation, 'i2v');
    await deliver(service.worker, lease);
    const { items } = await running;
    const video = items[0]?.binary?.video ?? assert.fail();
    const probed = await probeMedia(Buffer.from(video.data, 'base64'));
    assert.ok(video.mimeType === 'video/mp4' && probed.kind === 'mp4' && probed.audio !== undefined);
  });

  test('orders without waiting, and gets, deletes and counts', async () => {
    verifies('DEC-NODE-01');
    const before = await balanceOf(customer);
    const { items } = await execute('image', 'generate', { prompt: 'a fig', wait: false });
    const jobId = items[0]?.json.job_id;
    const queued = await execute('image', 'get', { jobId });
    assert.deepEqual([queued.items[0]?.json.status, queued.items[0]?.binary], ['queued', undefined]);
    const { items: usage } = await execute('account', 'getUsage');
    assert.ok(Number(usage[0]?.json.images_used) > 0);
    await deliverNext();
    const completed = await execute('image', 'get', { jobId });
    assert.equal(completed.items[0]?.binary?.data?.mimeType, 'image/png');
    const unread = await execute('image', 'get', { jobId, download: false });
    assert.deepEqual([unread.items[0]?.json.status, unread.items[0]?.binary], ['completed', undefined]);
    const deleted = await execute('image', 'delete', { jobId });
    assert.deepEqual(deleted.items[0]?.json, { job_id: jobId, deleted: true });
    assert.equal((await execute('image', 'get', { jobId })).error?.httpCode, '404');
    const { items: balance } = await execute('account', 'getBalance');
    assert.equal(balance[0]?.json.balance_cents, before - 5);
  });

  test('runs the workflows of the manual', async () => {
    verifies('DEC-NODE-01');
    for (const { text } of blocksFor('docs/n8n.md', 'n8n').slice(1)) {
      const { nodes, connections } = JSON.parse(text);
      for (const [from, { main }] of Object.entries<{ main: { node: string }[][] }>(connections)) {
        for (const name of [from, ...main.flat().map(({ node }) => node)])
          assert.ok(
            nodes.some((node: { name: string }) => node.name === name),
            name,
          );
      }
      const { parameters } = nodes.find(({ type }: { type: string }) => type === 'n8n-nodes-kinora.kinora');
      const delivered = deliverNext();
      const { items, error } = await execute(parameters.resource, parameters.operation, parameters);
      assert.equal(error, undefined);
      assert.match(String(items[0]?.json.job_id), /-/);
      await delivered;
    }
  });

  test('offers the models of the chosen resource', async () => {
    verifies('DEC-NODE-01');
    const credential = { baseUrl: `${proxy.url}/`, apiKey: customer.key };
    const idsOf = async (resource: string) =>
      (await n8n.loadOptions(credential, resource)).map(({ value }: { readonly value: string }) => value);
    assert.deepEqual(await idsOf('video'), ['', 'fast', 'quality', 'cinema']);
    assert.ok(!(await idsOf('image')).includes('fast'));
  });

  test('pays an order once, whatever is sent or executed again', async () => {
    verifies('DEC-NODE-02');
    const before = await balanceOf(customer);
    sent.lose = 10;
    const failed = await execute('image', 'generate', { prompt: 'a fig' });
    assert.match(failed.error?.message ?? '', /connection/i);
    assert.equal(sent.orders.length, 5);
    sent.lose = 1;
    const retried = failed.retry();
    await deliverNext();
    const { items } = await within(() => 'the retry', retried);
    assert.equal(items[0]?.json.status, 'completed');
    assert.equal(keys(), 1);
    assert.equal(before - (await balanceOf(customer)), 5);
  });

  test('orders anew for each item, each execution, and after a job without a result', async () => {
    verifies('DEC-NODE-02', 'DEC-NODE-03');
    const items = [{ json: {} }, { json: {} }];
    const both = execute('image', 'generate', { prompt: 'a fig' }, { items });
    await deliverNext();
    await deliverNext();
    assert.equal((await both).items.length, 2);
    const first = execute('image', 'generate', { prompt: 'a fig' });
    await service.worker.block(await takeLease(service.worker), { category: 'gore', reason: 'no' });
    const { error, retry } = await first;
    assert.equal(error?.name, 'NodeOperationError');
    assert.match(error?.description ?? '', /blocked\. It costs nothing/);
    const second = retry();
    await deliverNext();
    assert.equal((await second).items[0]?.json.status, 'completed');
    assert.equal(keys(), 4);
  });

  test('says what the service says, and what it takes', async () => {
    verifies('DEC-NODE-03');
    const poor = await service.account(1);
    const refusals = [
      [customer.key, 'explicit hardcore porn', '451', /code: content_blocked/],
      [poor.key, 'a pear', '402', /balance_cents: 1 \| cost_cents: 5 \| top_up: http/],
      ['kn_unknown', 'a pear', '401', /code: /],
      [customer.key, 'a\u0000pear', '400', /code: invalid_request/],
    ] as const;
    for (const [apiKey, prompt, code, description] of refusals) {
      const credential = { baseUrl: proxy.url, apiKey };
      const { error } = await execute('image', 'generate', { prompt }, { credential });
      assert.deepEqual([error?.name, error?.httpCode, error?.context.itemIndex], ['NodeApiError', code, 0]);
      assert.match(error?.description ?? '', description);
      if (code === '402') assert.match(error?.message ?? '', /0\.05 USD/);
      assert.doesNotMatch(JSON.stringify(error), new RegExp(customer.key));
    }
    const settings = { onError: 'continueRegularOutput' };
    const kept = await execute('image', 'get', { jobId: 'none' }, { settings });
    assert.equal(kept.items[0]?.json.error, 'There is no such job, or it is not yours.');
    const size = await execute('image', 'generate', { prompt: 'a fig', size: 'large' });
    assert.match(size.error?.message ?? '', /must be as 1280x720 is/);
    for (const [place, status] of [
      ['elsewhere', 404],
      // A key does not follow a redirect.
      ['moved', 307],
    ] as const) {
      const credential = { baseUrl: `${proxy.url}/${place}`, apiKey: customer.key };
      const { error } = await execute('account', 'getUsage', {}, { credential });
      assert.equal(
        error?.message,
        `${credential.baseUrl} is not the address of a Kinora service: it responded with ${status}`,
      );
    }
  });

  test('cancels a job when its execution is stopped', async () => {
    verifies('DEC-NODE-03');
    const before = await balanceOf(customer);
    const stop = new AbortController();
    const running = execute('image', 'generate', { prompt: 'a fig' }, { signal: stop.signal });
    const { job_id: job } = await takeLease(service.worker);
    stop.abort();
    await running.catch(() => {});
    await until(async () => (await customer.get(`/v1/jobs/${job}`)).status === 404, SLOW_MS);
    assert.equal(await balanceOf(customer), before);
  });
});
