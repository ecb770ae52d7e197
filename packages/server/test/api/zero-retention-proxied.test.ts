import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lease } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { takeLease } from '../support/act-as-worker.ts';
import { violations } from '../support/jobs-under-test.ts';
import { samplePng } from '../support/sample-artifact.ts';
import { type Answer, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';
import { completion, leasePath, workerCalls } from '../support/worker-calls.ts';

/** Calls with zero retention behind a proxy that ends a connection on which nothing arrives for a while. */

const LIMIT_SECONDS = 3;
const FORWARDED = { 'x-service-store': '0', 'x-forwarded-for': '203.0.113.7' };

let service: TestApp;
let customer: TestAccount;
before(async () => {
  const settings = {
    KINORA_PROXY_TIMEOUT_SECONDS: String(LIMIT_SECONDS),
    KINORA_TRUSTED_PROXIES: '127.0.0.1',
  };
  service = await startTestApp({ environment: settings });
  customer = await service.account(1000);
  await service.database.query(
    `insert into service_times (class, held, seconds) values ('image/image/256/0', 1, 1), ('image/image/2048/0', 90, 90),
       ('video/fast/1280/10', 90, 90)`,
  );
});
after(() => service.stop());

function assertTooSlow({ status, body, headers }: Answer, expected: object): void {
  assert.deepEqual([status, body.code], [503, 'zero_retention_too_slow']);
  assert.match(
    body.error,
    /Nothing was charged; order less, retry when fewer jobs wait, or omit X-Service-Store\.$/,
  );
  const { error: _, code: __, ...fields } = body;
  assert.deepEqual(fields, { limit_seconds: LIMIT_SECONDS, ...expected });
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

test('what is expected to outlast the proxy is refused at once, before any money moves', async () => {
  verifies('DEC-STORE-08');
  const orders = {
    '/v1/images/generate': { prompt: 'a pear', width: 2048, height: 2048 },
    '/v1/videos/generate': { prompt: 'waves', duration: 10 },
  };
  for (const [path, order] of Object.entries(orders)) {
    const refusal = await assertUntouched(service, customer, () => customer.post(path, order, FORWARDED));
    assertTooSlow(refusal, { expected_seconds: 90 });
  }
  const kept = await customer.post('/v1/images/generate', orders['/v1/images/generate'], {
    'x-forwarded-for': '203.0.113.7',
  });
  assert.equal(kept.status, 200, 'a call that stores its result may take longer');
  assert.equal((await customer.delete(kept.body.poll_url)).status, 204);
});

test('a job that takes longer than expected ends the call before the proxy does, and costs nothing', async () => {
  verifies('DEC-STORE-09', 'DEC-STORE-05');
  const order = { prompt: 'a pear', width: 256, height: 256 };
  const answer = customer.post('/v1/images/generate', order, FORWARDED);
  const lease = await takeLease(service.worker);
  assertTooSlow(await answer, {});
  assert.equal(await service.worker.heartbeat(lease, { progress: 1, stage: 'x' }), 'over');
  assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 1000);
  assert.deepEqual(await violations(service.database), []);
});

test('a job that ends as its call does is paid if and only if it is delivered', async () => {
  verifies('DEC-STORE-09');
  const balance = async () => (await customer.get('/v1/me/balance')).body.balance_cents;
  const before = await balance();
  const order = { prompt: 'a pear', width: 256, height: 256 };
  const startedAt = performance.now();
  const calls = Array.from({ length: 12 }, () => customer.post('/v1/images/generate', order, FORWARDED));
  const leases: Lease[] = [];
  while (leases.length < calls.length) leases.push(await takeLease(service.worker));
  for (const lease of leases) await service.worker.upload(lease, 'result.png', samplePng(lease.task));
  // Around the end of the calls, where both may win.
  const end = LIMIT_SECONDS * 1000 * 0.9 - (performance.now() - startedAt);
  const worker = workerCalls(service);
  await Promise.all(
    leases.map(async (lease, at) => {
      await pause(Math.max(0, end + (at - leases.length / 2) * 15));
      await worker.post(leasePath(lease, 'complete'), completion(lease));
    }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  assert.ok(statuses.every((status) => status === 200 || status === 503));
  assert.equal(await balance(), before - 5 * statuses.filter((status) => status === 200).length);
  assert.deepEqual(await violations(service.database), []);
});

test('a call that no proxy forwards may last as long as its job', async () => {
  verifies('DEC-STORE-08', 'DEC-STORE-01');
  const left = new AbortController();
  const call = fetch(`${service.url}/v1/images/generate`, {
    method: 'POST',
    headers: {
      'x-api-key': customer.key,
      'user-agent': 'kinora-tests/1.0',
      'content-type': 'application/json',
      'x-service-store': '0',
    },
    body: JSON.stringify({ prompt: 'a pear', width: 2048, height: 2048 }),
    signal: left.signal,
  });
  const lease = await takeLease(service.worker);
  assert.equal(lease.task.width, 2048);
  left.abort();
  await assert.rejects(call);
});
