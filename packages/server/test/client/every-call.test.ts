import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createKinoraClient,
  type JobStatus,
  type KinoraClient,
  KinoraError,
  type ProblemCode,
  type Usage,
  type WebhookEvent,
} from '@kinora/client';
import type * as contract from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { catalogueOf } from '../../src/catalogue/catalogue.ts';
import { operations } from '../../src/http/openapi/operations.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { changedCatalogue, operatorsOwn } from '../support/catalogues.ts';
import { decide } from '../support/claims.ts';
import { keepOwnModelsReady } from '../support/ready-worker.ts';
import { startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';

/** Every call of the typed client against a real server, whose worker is the test. */

let service: TestApp;
let account: TestAccount;
let client: KinoraClient;
before(async () => {
  service = await startTestApp({ sold: catalogueOf(2, changedCatalogue(operatorsOwn)) });
  await keepOwnModelsReady(service.database);
  account = await service.account();
  client = clientOf(account);
});
after(() => service.stop());

const clientOf = ({ key }: Pick<TestAccount, 'key'>, more: { fetch?: typeof fetch } = {}) =>
  createKinoraClient({ baseUrl: `${service.url}/api`, apiKey: key, userAgent: TEST_USER_AGENT, ...more });

/** Compiles if each type is assignable to the other. */
const same = <One, Other>(
  ..._: [One] extends [Other] ? ([Other] extends [One] ? [] : [never]) : [never]
): void => {};

test('the types of the client are those of the contract', () => {
  verifies('DEC-CLIENT-01', 'DEC-CLIENT-06');
  same<JobStatus, contract.JobStatus>();
  same<Usage, contract.Usage>();
  same<Awaited<ReturnType<KinoraClient['balance']>>, contract.Balance>();
  same<Awaited<ReturnType<KinoraClient['overage']>>, contract.Overage>();
  same<Awaited<ReturnType<KinoraClient['startClaim']>>, contract.PayStart>();
  same<Awaited<ReturnType<KinoraClient['claim']>>, contract.ClaimStatus>();
  same<Awaited<ReturnType<KinoraClient['generateVideo']>>, contract.AcceptedVideo>();
  same<Parameters<KinoraClient['generateImage']>[0], contract.ImageGenerateBody>();
  same<WebhookEvent, contract.WebhookEvent>();
  same<Exclude<ProblemCode, contract.ProblemCode>, never>();
});

/** The method of each operation of the reference; a new operation needs one too. */
const methods: Readonly<Record<string, keyof KinoraClient>> = {
  'POST /v1/images/generate': 'generateImage',
  'POST /v1/videos/generate': 'generateVideo',
  'GET /v1/models': 'listModels',
  'GET /v1/models/{id}': 'readModel',
  'POST /v1/images/quote': 'quoteImage',
  'POST /v1/videos/quote': 'quoteVideo',
  'GET /v1/jobs': 'jobs',
  'GET /v1/jobs/{job_id}': 'job',
  'DELETE /v1/jobs/{job_id}': 'deleteJob',
  'GET /v1/jobs/{job_id}/events': 'watch',
  'GET /v1/jobs/{job_id}/preview': 'preview',
  'GET /v1/usage': 'usage',
  'GET /v1/me/balance': 'balance',
  'POST /v1/me/balance/auto-recharge': 'setAutoRecharge',
  'GET /v1/me/overage': 'overage',
  'POST /v1/me/overage/cap': 'setOverageCap',
  'POST /v1/me/overage/toggle': 'setOverage',
  'GET /v1/me/mcp-package': 'mcpPackage',
  'GET /v1/me/webhooks': 'webhooks',
  'POST /v1/me/webhooks': 'setWebhookUrl',
  'POST /v1/me/webhooks/rotate-secret': 'rotateWebhookSecret',
  'GET /v1/me/webhooks/deliveries': 'webhookDeliveries',
  'POST /v1/me/webhooks/deliveries/{id}/replay': 'replayWebhook',
  'POST /v1/pay/start': 'startClaim',
  'GET /v1/pay/claim/{code}': 'claim',
};

test('every documented operation of v1 has a method', () => {
  verifies('DEC-CLIENT-01');
  const documented = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const missing = documented.filter((name) => name.includes(' /v1/') && methods[name] === undefined);
  assert.deepEqual(missing, []);
});

test('the models are listed and read without a key, and each can be quoted by its id and by its mode', async () => {
  verifies('DEC-CLIENT-01', 'DEC-MODEL-01');
  const visitor = createKinoraClient({ baseUrl: service.url, userAgent: TEST_USER_AGENT });
  const { models, catalogue_version, holds_until } = await visitor.listModels();
  assert.deepEqual([catalogue_version, holds_until], [2, null]);
  assert.deepEqual(
    models.map(({ id }) => id),
    ['image', 'fast', 'quality', 'cinema', 'draft', 'sketch'],
  );
  for (const listed of models) {
    const { id, kind, title, price } = await visitor.readModel(listed.id);
    assert.deepEqual({ id, kind, title, price }, { id, kind, title: listed.title, price: listed.price });
    const request = { prompt: 'a paper boat', model: id };
    const { model, output_width, output_height } =
      kind === 'image' ? await client.quoteImage(request) : await client.quoteVideo(request);
    assert.deepEqual([model, `${output_width}x${output_height}`], [id, listed.default_size]);
    if (listed.kind === 'image' || listed.mode === null) continue;
    const byMode = await client.quoteVideo({ prompt: 'a paper boat', mode: listed.mode });
    assert.equal(byMode.model, id);
  }
  await assert.rejects(visitor.readModel('gone'), { code: 'not_found' });
  // Compiles with a mode that this version does not know; the service says which it has.
  await assert.rejects(client.quoteVideo({ prompt: 'surf', mode: 'slow' }), { code: 'invalid_mode' });
});

test('webhooks are set, rotated, listed and replayed', async () => {
  verifies('DEC-CLIENT-01');
  const { secret, url } = await client.setWebhookUrl('https://shop.example/hooks');
  assert.equal(url, 'https://shop.example/hooks');
  assert.notEqual((await client.rotateWebhookSecret()).secret, secret);
  assert.equal((await client.setWebhookUrl(null)).url, null);
  assert.equal((await client.webhooks()).url, null);
  assert.deepEqual((await client.webhookDeliveries({ state: 'failed', limit: 5 })).deliveries, []);
  await assert.rejects(client.replayWebhook('01a1b2c3-0000-7000-8000-000000000000'), { code: 'not_found' });
});

test('an image is quoted, ordered, followed by events, listed, downloaded and deleted', async () => {
  verifies('DEC-CLIENT-01', 'DEC-CLIENT-04');
  const request = { prompt: 'a paper boat', width: 512, height: 256, seed: 5 };
  const quote = await client.quoteImage(request);
  assert.deepEqual([quote.kind, quote.output_width, quote.price_cents], ['image', 512, 5]);
  await assert.rejects(client.quoteImage({ ...request, negative_prompt: 'fog' }), {
    code: 'invalid_request',
  });
  const job = await client.generateImage(request);
  const seen: JobStatus['status'][] = [];
  const paths: string[] = [];
  const recording: typeof fetch = (input, init) => {
    paths.push(new URL(String(input)).pathname);
    return fetch(input, init);
  };
  const onStatus = ({ status }: JobStatus) => seen.push(status);
  const waiting = clientOf(account, { fetch: recording }).waitFor(job, { onStatus });
  const bytes = await deliver(service.worker, await takeLease(service.worker));
  const final = await waiting;
  assert.deepEqual([final.status, final.seed, final.price_cents], ['completed', 5, 5]);
  assert.equal(seen.at(-1), 'completed');
  assert.deepEqual(paths, [`/api/v1/jobs/${job.job_id}/events`]);
  assert.deepEqual(Buffer.from(await client.download(final.result_url ?? '')), bytes);
  const { jobs } = await client.jobs({ kind: 'image', status: 'completed', limit: 1 });
  assert.deepEqual(
    jobs.map(({ job_id }) => job_id),
    [job.job_id],
  );
  await client.deleteJob(job.job_id);
  await assert.rejects(client.job(job.job_id), (error) => {
    assert.ok(error instanceof KinoraError && error.problem.code === 'not_found');
    assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
    return true;
  });
});

test('a video is quoted and ordered', async () => {
  verifies('DEC-CLIENT-01');
  const request = { prompt: 'surf at noon', duration: 1.9, mode: 'fast' } as const;
  const quote = await client.quoteVideo(request);
  assert.deepEqual([quote.kind, quote.price_tier, quote.frames, quote.price_cents], ['video', 'hd', 41, 17]);
  const job = await client.generateVideo(request);
  assert.deepEqual([job.output_width, job.output_height, job.price_tier], [1280, 720, 'hd']);
  await client.deleteJob(job.job_id);
});

test('with zero retention the result is the response', async () => {
  verifies('DEC-CLIENT-01');
  const calling = client.generateImageInline({ prompt: 'a paper boat', width: 256, height: 256, seed: 9 });
  const bytes = await deliver(service.worker, await takeLease(service.worker));
  const result = await calling;
  assert.deepEqual([result.seed, result.priceCents, result.mime], [9, 5, 'image/png']);
  assert.deepEqual(Buffer.from(result.bytes), bytes);
  const video = client.generateVideoInline({ prompt: 'surf', width: 256, height: 256, duration: 1 });
  await deliver(service.worker, await takeLease(service.worker));
  assert.equal((await video).mime, 'video/mp4');
});

test('usage, balance, auto-recharge and pay per use are read and set', async () => {
  verifies('DEC-CLIENT-01');
  const { month_start, balance_cents } = await client.usage();
  assert.match(month_start, /^\d{4}-\d\d-01$/);
  assert.equal((await client.balance()).balance_cents, balance_cents);
  assert.equal((await client.setAutoRecharge({ enabled: false })).auto_recharge.enabled, false);
  assert.equal((await client.setOverage(true)).enabled, true);
  assert.equal((await client.setOverageCap(500)).cap_cents, 500);
  assert.deepEqual(await client.overage(), await client.setOverage(true));
});

test('a problem is typed by its code', async () => {
  verifies('DEC-CLIENT-06');
  const poor = clientOf(await service.account(20));
  await assert.rejects(poor.generateVideo({ prompt: 'surf' }), (error) => {
    assert.ok(error instanceof KinoraError);
    const { problem } = error;
    assert.ok(problem.code === 'balance_insufficient');
    // Each of these compiles for this code only.
    assert.deepEqual([problem.balance_cents, problem.cost_cents], [20, 50]);
    assert.match(problem.top_up, /^http/);
    return true;
  });
  await assert.rejects(client.generateImage({ prompt: 'a boat', width: 1 }), (error) => {
    assert.ok(error instanceof KinoraError);
    assert.deepEqual(
      error.issues.map(({ path }) => path),
      ['width'],
    );
    return true;
  });
  await assert.rejects(clientOf({ key: 'kn_none' }).usage(), (error) => {
    assert.ok(error instanceof KinoraError && error.problem.code === 'unauthorized');
    assert.deepEqual(error.problem.payment.amounts_usd, [10, 25, 50, 100]);
    return true;
  });
});

test('an order whose response is lost is one job and one charge', async () => {
  verifies('DEC-CLIENT-02');
  const buyer = await service.account(100);
  let lost = 0;
  const lossy: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (lost === 2) return response;
    lost += 1;
    throw new TypeError('fetch failed');
  };
  const job = await clientOf(buyer, { fetch: lossy }).generateImage({ prompt: 'a paper boat' });
  assert.equal(lost, 2);
  const { jobs } = await clientOf(buyer).jobs();
  assert.deepEqual(
    jobs.map(({ job_id }) => job_id),
    [job.job_id],
  );
  assert.equal((await clientOf(buyer).balance()).balance_cents, 95);
});

test('a claim is started, approved and ends with the key', async () => {
  verifies('DEC-CLIENT-01');
  const visitor = createKinoraClient({ baseUrl: `${service.url}/api`, userAgent: TEST_USER_AGENT });
  const started = await visitor.startClaim({ amount_usd: 10, client_name: 'tests' });
  assert.deepEqual((await visitor.claim(started.code)).status, 'pending');
  const owner = await service.account();
  assert.ok(await decide(service, systemClock, started, owner.id));
  const end = await visitor.waitForClaim(started);
  assert.ok(end.status === 'ready');
  assert.equal((await clientOf({ key: end.api_key }).balance()).balance_cents, end.balance_cents);
  assert.equal((await visitor.claim(started.code)).status, 'claimed');
});
