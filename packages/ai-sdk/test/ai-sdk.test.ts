import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { APICallError } from '@ai-sdk/provider';
import type { JobStatus } from '@kinora/client';
import { blocksFor } from '@kinora/testing/documents';
import { blackPng } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { pack } from '../../../scripts/pack.ts';
import { childEnvironment } from '../../server/src/config.ts';
import { deliver, leaseRequest, takeLease } from '../../server/test/support/act-as-worker.ts';
import { SLOW_MS, within } from '../../server/test/support/deadline.ts';
import { startTestApp, type TestAccount, type TestApp } from '../../server/test/support/test-app.ts';
import { createKinora, type KinoraSettings } from '../src/index.ts';

/** The provider with the packages of the AI SDK, as npm installs them, and a real service. */

const VERSIONS = { ai6: 'npm:ai@6.0.325', ai7: 'npm:ai@7.0.173' };
const root = path.join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** What the tests use of `ai`. */
interface Sdk {
  generateImage(options: object): Promise<Generated>;
  experimental_generateVideo(options: object): Promise<Generated>;
}
interface Generated {
  readonly images: readonly { readonly uint8Array: Uint8Array; readonly mediaType: string }[];
  readonly video: { readonly uint8Array: Uint8Array; readonly mediaType: string };
  readonly warnings: readonly Record<string, string>[];
  readonly providerMetadata: { readonly kinora: Record<string, readonly Record<string, unknown>[]> };
}

let folder: string;
let service: TestApp;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-ai-sdk-'));
  const manifest = { type: 'module', private: true, dependencies: VERSIONS };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  const packed = await Promise.all(['client', 'ai-sdk'].map((name) => pack(name, folder)));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...quiet, ...packed.map(({ file }) => file)], { cwd: folder });
  service = await startTestApp();
});
after(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What a failed test has ordered and not delivered would be taken for that of the next. */
afterEach(async () => {
  for (;;) {
    const lease = await service.worker.lease(leaseRequest(), AbortSignal.timeout(SLOW_MS));
    if (lease === undefined) return;
    await deliver(service.worker, lease);
  }
});

/** The requests of a provider, with what the service answered. */
function recordedKinora({ key }: TestAccount, settings: KinoraSettings = {}) {
  const sent: { readonly path: string; readonly headers: Headers; readonly body: string; status?: number }[] =
    [];
  const send = settings.fetch ?? fetch;
  const recorded: typeof fetch = async (url, init) => {
    const entry = {
      path: new URL(String(url)).pathname,
      headers: new Headers(init?.headers),
      body: `${init?.body}`,
    };
    sent.push(entry);
    const response = await send(url, init);
    Object.assign(entry, { status: response.status });
    return response;
  };
  const kinora = createKinora({ baseURL: service.url, apiKey: key, ...settings, fetch: recorded });
  const orders = () => sent.filter(({ path: to }) => to.endsWith('/generate'));
  return { kinora, sent, orders };
}

async function deliverNext(): Promise<Buffer> {
  return deliver(service.worker, await takeLease(service.worker));
}

async function errorOf(call: Promise<unknown>): Promise<APICallError> {
  const error: unknown = await call.then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(APICallError.isInstance(error), String(error));
  return error;
}

const balanceOf = async (customer: TestAccount): Promise<number> =>
  (await customer.get('/v1/me/balance')).body.balance_cents;

for (const version of ['ai6', 'ai7'] as const) {
  describe(`with ${VERSIONS[version]}`, { timeout: SLOW_MS }, () => {
    let sdk: Sdk;
    let customer: TestAccount;
    before(async () => {
      Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
      const at = path.join(folder, 'node_modules', version);
      const { exports } = JSON.parse(await readFile(path.join(at, 'package.json'), 'utf8'));
      sdk = await import(path.join(at, exports['.'].import.default ?? exports['.'].import));
      customer = await service.account();
    });

    test('an image is what the worker delivered, of the size and seed that were asked for', async () => {
      verifies('DEC-AISDK-01', 'DEC-AISDK-06');
      const { kinora, sent } = recordedKinora(customer, { headers: { 'X-Team': 'red' } });
      const model = kinora.image('image');
      const made = sdk.generateImage({
        model,
        prompt: 'a pear',
        size: '512x256',
        seed: 7,
        headers: { 'x-trace': 't1' },
      });
      const bytes = await deliverNext();
      const { images, warnings, providerMetadata } = await made;
      assert.deepEqual(
        images.map(({ mediaType }) => mediaType),
        ['image/png'],
      );
      assert.ok(bytes.equals(images[0]?.uint8Array ?? Buffer.of()));
      assert.deepEqual(warnings, []);
      const [{ jobId, ...facts } = {}] = providerMetadata.kinora.images ?? [];
      assert.deepEqual(facts, { seed: 7, priceCents: 5 });
      assert.equal((await customer.get(`/v1/jobs/${jobId}`)).body.status, 'completed');
      const [order] = sent;
      assert.deepEqual(JSON.parse(order?.body ?? ''), {
        prompt: 'a pear',
        model: 'image',
        seed: 7,
        width: 512,
        height: 256,
      });
      const names = ['x-team', 'x-trace', 'user-agent'].map((name) => order?.headers.get(name));
      assert.match(names.join(' '), /^red t1 kinora-ai-sdk\/\S+ ai\/[67]\./);
      assert.ok(
        sent.every(({ path: to, headers }) => !to.startsWith('/files/') || !headers.has('x-api-key')),
      );
    });

    test('several images have seeds of their own, and no more jobs at once than the account may have', async () => {
      verifies('DEC-AISDK-01', 'DEC-AISDK-03');
      const limited = await service.account(undefined, 'default');
      const { kinora, orders } = recordedKinora(limited);
      const made = sdk.generateImage({
        model: kinora.image('image'),
        prompt: 'plums',
        n: 4,
        seed: 7,
        size: '256x256',
      });
      for (let at = 0; at < 4; at += 1) await deliverNext();
      const { images, warnings, providerMetadata } = await made;
      assert.deepEqual([images.length, warnings], [4, []]);
      assert.deepEqual(
        providerMetadata.kinora.images?.map(({ seed }) => seed),
        [7, 8, 9, 10],
      );
      const accepted = orders().filter(({ status }) => status === 200);
      assert.equal(new Set(accepted.map(({ headers }) => headers.get('idempotency-key'))).size, 4);
      assert.equal(accepted.length, 4);
    });

    test('a video has sound, the shape that was asked for, and warnings of the rest', async () => {
      verifies('DEC-AISDK-01', 'DEC-AISDK-02');
      const { kinora } = recordedKinora(customer);
      const made = sdk.experimental_generateVideo({
        model: kinora.video('fast'),
        prompt: 'surf at noon',
        ...{ aspectRatio: '9:16', duration: 1, fps: 30, seed: 3 },
        providerOptions: { kinora: { max_price_cents: 10 } },
      });
      await deliverNext();
      const { video, warnings, providerMetadata } = await made;
      const probed = await probeMedia(Buffer.from(video.uint8Array));
      assert.ok(probed.kind === 'mp4' && probed.audio !== undefined);
      assert.deepEqual([video.mediaType, probed.width, probed.height], ['video/mp4', 720, 1280]);
      assert.deepEqual(
        warnings.map(({ type, feature, details }) => [type, feature, details]),
        [['unsupported', 'fps', 'fast renders 24 frames a second.']],
      );
      const [{ jobId: _, ...facts } = {}] = providerMetadata.kinora.videos ?? [];
      assert.deepEqual(facts, { seed: 3, priceCents: 10 });
    });

    test('an image is the first frame of a video, and nothing in an image', async () => {
      verifies('DEC-AISDK-01');
      const { kinora, orders } = recordedKinora(customer);
      const photo = blackPng(64, 64);
      const made = sdk.experimental_generateVideo({
        model: kinora.video('fast'),
        prompt: { image: new Uint8Array(photo), text: 'sway' },
        duration: 1,
      });
      const lease = await takeLease(service.worker);
      assert.equal(lease.task.operation, 'i2v');
      await deliver(service.worker, lease);
      await made;
      assert.equal(JSON.parse(orders()[0]?.body ?? '').init_image_base64, photo.toString('base64'));
      const edit = { images: [new Uint8Array(photo)], text: 'a hat' };
      await assert.rejects(sdk.generateImage({ model: kinora.image('image'), prompt: edit }), {
        name: 'AI_UnsupportedFunctionalityError',
      });
      assert.equal(orders().length, 1);
    });

    test('what waiting does not change is an APICallError with the problem, ordered once', async () => {
      verifies('DEC-AISDK-04');
      const poor = await service.account(1);
      const refusals = [
        [customer, 'explicit hardcore porn', 451, 'content_blocked'],
        [poor, 'a pear', 402, 'balance_insufficient'],
        [customer, '', 400, 'invalid_request'],
      ] as const;
      for (const [account, prompt, status, code] of refusals) {
        const { kinora, orders } = recordedKinora(account);
        const error = await errorOf(sdk.generateImage({ model: kinora.image('image'), prompt }));
        const { data, responseHeaders } = error;
        assert.deepEqual([error.statusCode, error.isRetryable, orders().length], [status, false, 1], code);
        assert.equal((data as { code: string }).code, code);
        assert.match(responseHeaders?.['x-request-id'] ?? '', /^[0-9a-f-]{36}$/);
      }
    });

    test('a job that ends without a result is an APICallError with the job, and costs nothing', async () => {
      verifies('DEC-AISDK-04');
      const before = await balanceOf(customer);
      const { kinora, orders } = recordedKinora(customer);
      const made = errorOf(sdk.generateImage({ model: kinora.image('image'), prompt: 'a pear' }));
      await service.worker.block(await takeLease(service.worker), { category: 'gore', reason: 'no' });
      const { data, isRetryable } = await made;
      assert.deepEqual([(data as JobStatus).status, isRetryable, orders().length], ['blocked', false, 1]);
      assert.equal(await balanceOf(customer), before);
    });

    test('an unknown model and a missing key are errors before anything is ordered', async (context) => {
      verifies('DEC-AISDK-04');
      const { kinora, orders } = recordedKinora(customer);
      const shaped = { model: kinora.image('none'), prompt: 'a pear', aspectRatio: '1:1' };
      const error = await errorOf(sdk.generateImage(shaped));
      assert.deepEqual([error.isRetryable, (error.data as { code: string }).code], [false, 'not_found']);
      assert.equal(orders().length, 0);
      const { KINORA_API_KEY } = process.env;
      context.after(() => Object.assign(process.env, KINORA_API_KEY && { KINORA_API_KEY }));
      delete process.env.KINORA_API_KEY;
      const keyless = createKinora({ baseURL: service.url });
      await assert.rejects(sdk.generateImage({ model: keyless.image('image'), prompt: 'a pear' }), {
        name: 'AI_LoadAPIKeyError',
      });
    });

    test('of several, what the balance pays for is returned, with a warning of the rest', async () => {
      verifies('DEC-AISDK-04');
      const poor = await service.account(8);
      const { kinora } = recordedKinora(poor);
      const made = sdk.generateImage({ model: kinora.image('image'), prompt: 'plums', n: 2 });
      await deliverNext();
      const { images, warnings } = await made;
      assert.equal(images.length, 1);
      assert.match(warnings[0]?.message ?? '', /^Not delivered: .*0\.05 USD/);
      assert.equal(await balanceOf(poor), 3);
    });

    test('the SDK repeats what the service refuses for a while, and this package does not', async () => {
      verifies('DEC-AISDK-03', 'DEC-AISDK-04');
      let refusals = 2;
      const { kinora, orders } = recordedKinora(customer, {
        fetch: async (url, init) => {
          if (init?.method !== 'POST' || refusals === 0) return fetch(url, init);
          refusals -= 1;
          const body = { error: 'No worker.', code: 'workers_unavailable' };
          return Response.json(body, { status: 503, headers: { 'retry-after': '1' } });
        },
      });
      const model = kinora.image('image');
      const error = await errorOf(sdk.generateImage({ model, prompt: 'a pear', maxRetries: 0 }));
      assert.deepEqual([error.isRetryable, error.responseHeaders?.['retry-after']], [true, '1']);
      assert.equal(orders().length, 1);
      const made = sdk.generateImage({ model, prompt: 'a pear', maxRetries: 1 });
      await deliverNext();
      assert.equal((await made).images.length, 1);
      assert.deepEqual(
        orders().map(({ status }) => status),
        [503, 503, 200],
      );
    });

    test('an order whose response is lost is sent again with its key, and paid once', async () => {
      verifies('DEC-AISDK-03');
      const before = await balanceOf(customer);
      let losses = 2;
      const { kinora, orders } = recordedKinora(customer, {
        fetch: async (url, init) => {
          const response = await fetch(url, init);
          if (init?.method === 'POST' && losses > 0) {
            losses -= 1;
            throw new TypeError('fetch failed');
          }
          return response;
        },
      });
      const made = sdk.generateImage({ model: kinora.image('image'), prompt: 'a fig' });
      await deliverNext();
      await made;
      assert.equal(orders().length, 3);
      assert.equal(new Set(orders().map(({ headers }) => headers.get('idempotency-key'))).size, 1);
      assert.equal(before - (await balanceOf(customer)), 5);
    });

    test('a service that stays away after an order is not asked for another one', async () => {
      verifies('DEC-AISDK-03', 'DEC-AISDK-04');
      const { kinora, orders } = recordedKinora(customer, {
        fetch: async (url, init) => {
          if (init?.method === 'POST') return fetch(url, init);
          const body = { error: 'Too many calls.', code: 'rate_limited' };
          return Response.json(body, { status: 429, headers: { 'retry-after': '3600' } });
        },
      });
      const error = await errorOf(sdk.generateImage({ model: kinora.image('image'), prompt: 'a fig' }));
      assert.deepEqual([error.statusCode, error.isRetryable, orders().length], [429, false, 1]);
      await deliverNext();
    });

    test('a key of the program is that of the order', async () => {
      verifies('DEC-AISDK-03');
      const { kinora } = recordedKinora(customer);
      const order = () =>
        sdk.generateImage({
          model: kinora.image('image'),
          prompt: 'a fig',
          providerOptions: { kinora: { idempotencyKey: `order-${version}` } },
        });
      const first = order();
      await deliverNext();
      const ids = [await first, await order()].map(
        ({ providerMetadata }) => providerMetadata.kinora.images?.[0]?.jobId,
      );
      assert.equal(ids[0], ids[1]);
    });

    test('an abort cancels the jobs that have not ended, which cost nothing', async () => {
      verifies('DEC-AISDK-05');
      const before = await balanceOf(customer);
      const { kinora, sent } = recordedKinora(customer);
      const controller = new AbortController();
      const options = { model: kinora.image('image'), prompt: 'plums', n: 2, abortSignal: controller.signal };
      const made = sdk.generateImage(options);
      await takeLease(service.worker);
      await takeLease(service.worker);
      controller.abort(new Error('enough'));
      await assert.rejects(made, /enough|aborted/i);
      const deleted = sent.filter(({ status }) => status === 204);
      assert.equal(deleted.length, 2);
      assert.equal(await balanceOf(customer), before);
    });

    test('the examples of the documents type-check and run with the packed provider', async () => {
      verifies('DEC-AISDK-01', 'DEC-PACK-02');
      const outputs: string[] = [];
      for (const document of ['docs/ai-sdk.md', 'packages/ai-sdk/README.md']) {
        const [example] = blocksFor(document, 'ai-sdk');
        assert.ok(example !== undefined);
        const file = path.join(folder, `${version}-${path.basename(document, '.md')}.mts`);
        const code = example.text.replace("from 'ai'", `from '${version}'`);
        await writeFile(file, code.replace('http://127.0.0.1:8787', service.url));
        await checkTypes(file);
        const env = childEnvironment({ KINORA_SERVER: service.url, KINORA_API_KEY: customer.key });
        const running = run(process.execPath, [file], { cwd: folder, env });
        const orders = code.split('await generate').length - 1;
        for (let at = 0; at < orders; at += 1) await deliverNext();
        const { stdout } = await within(() => `the end of ${document}`, running, SLOW_MS);
        outputs.push(stdout);
      }
      assert.match(outputs[0] ?? '', /priceCents: 20/);
      assert.equal(outputs[1], 'image/png []\n');
      assert.equal((await probeMedia(await readFile(path.join(folder, 'lighthouse.png')))).width, 1360);
      assert.equal((await probeMedia(await readFile(path.join(folder, 'lighthouse.mp4')))).kind, 'mp4');
    });
  });
}

async function checkTypes(file: string): Promise<void> {
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
  const types = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules/@types')];
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  // The declarations of the AI SDK need types that it does not install.
  await run(tsc, [...options, ...types, '--skipLibCheck', file]).catch(({ stdout }) => assert.fail(stdout));
}
