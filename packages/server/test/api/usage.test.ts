import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { usageSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { catalogue } from '../support/default-catalogue.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());
beforeEach(async () => {
  clock.set('2031-03-05T12:00:00.000Z');
  customer = await service.account();
});

async function generate(kind: 'images' | 'videos', request: object = {}): Promise<void> {
  const { status, text } = await customer.post(`/v1/${kind}/generate`, { prompt: 'x', ...request });
  assert.equal(status, 200, text);
}

/** The counters that differ from zero. */
async function counters(): Promise<Record<string, number>> {
  const { body } = await customer.get('/v1/usage');
  const { rates: _rates, month_start: _month, balance_cents: _balance, ...counts } = body;
  return Object.fromEntries(Object.entries<number>(counts).filter(([, count]) => count !== 0));
}

test('a new account has used nothing, in exactly the fields of the contract', async () => {
  verifies('DEC-ANSWER-04', 'DEC-ANSWER-05', 'V1-USAGE-01', 'V1-USAGE-02', 'V1-USAGE-04', 'V1-USAGE-06');
  verifies('V1-USAGE-07', 'V1-USAGE-08');
  const { status, body, headers } = await customer.get('/api/v1/usage');
  assert.equal(status, 200);
  assert.deepEqual(body, {
    videos_used: 0,
    videos_overage: 0,
    images_used: 0,
    images_overage: 0,
    overage_charged_cents: 0,
    base_videos_allowance: 0,
    base_images_allowance: 0,
    video_seconds_used: 0,
    video_seconds_overage: 0,
    base_video_seconds_allowance: 0,
    balance_cents: 10_000,
    month_start: '2031-03-01',
    rates: catalogue.rates,
  });
  assert.ok(usageSchema.safeParse(body).success);
  assert.equal(headers.get('cache-control'), 'no-store');
});

test('images, videos, seconds and cents are counted from their acceptance', async () => {
  verifies('V1-USAGE-02', 'V1-USAGE-03', 'V1-USAGE-05', 'V1-USAGE-06', 'DEC-ANSWER-05');
  await generate('images');
  await generate('images', { width: 2048 });
  await generate('videos', { duration: 6.2 });
  const used = {
    videos_used: 1,
    videos_overage: 1,
    images_used: 2,
    images_overage: 2,
    overage_charged_cents: 5 + 8 + 60,
    video_seconds_used: 6,
    video_seconds_overage: 6,
  };
  assert.deepEqual(await counters(), used);
  assert.equal((await customer.get('/v1/usage')).body.balance_cents, 10_000 - 73);
  for (let i = 0; i < 3; i++) await deliver(service.worker, await takeLease(service.worker));
  assert.deepEqual(await counters(), used);
});

test('seconds are metered in thirds and shown rounded down', async () => {
  verifies('DEC-ANSWER-06', 'V1-USAGE-05');
  const seconds = async () => (await counters()).video_seconds_used;
  await generate('videos', { duration: 4 / 3 });
  assert.equal(await seconds(), 1);
  await generate('videos', { duration: 4 / 3 });
  assert.equal(await seconds(), 2);
  await generate('videos', { duration: 4 / 3 });
  assert.equal(await seconds(), 4);
  for (let i = 0; i < 3; i++) await deliver(service.worker, await takeLease(service.worker));
});

test('a released price is not counted', async () => {
  verifies('V1-USAGE-01', 'V1-USAGE-03', 'DEC-FUNDING-03');
  await generate('videos');
  await service.worker.fail(await takeLease(service.worker), { reason: 'x', retryable: false });
  await generate('images');
  await service.worker.block(await takeLease(service.worker), { category: 'x', reason: 'x' });
  const { body } = await customer.post('/v1/images/generate', { prompt: 'x' });
  assert.equal((await customer.delete(body.poll_url)).status, 204);
  assert.deepEqual(await counters(), {});
  assert.equal((await customer.get('/v1/usage')).body.balance_cents, 10_000);
});

test('a refused request counts for nothing', async () => {
  verifies('V1-USAGE-01');
  assert.equal((await customer.post('/v1/images/generate', { prompt: '' })).status, 400);
  assert.equal((await customer.post('/v1/videos/generate', { prompt: 'x', mode: 'none' })).status, 400);
  assert.deepEqual(await counters(), {});
});

test('a finished job that is deleted still counts', async () => {
  verifies('V1-USAGE-02');
  const { body } = await customer.post('/v1/images/generate', { prompt: 'x' });
  await deliver(service.worker, await takeLease(service.worker));
  assert.equal((await customer.delete(body.poll_url)).status, 204);
  assert.deepEqual(await counters(), { images_used: 1, images_overage: 1, overage_charged_cents: 5 });
});

test('a month begins on its first day at 00:00 UTC, and a job stays in the month of its acceptance', async () => {
  verifies('V1-USAGE-01', 'V1-USAGE-07', 'DEC-FUNDING-02');
  clock.set('2031-03-31T23:59:59.999Z');
  await generate('images');
  const lease = await takeLease(service.worker);
  const march = { images_used: 1, images_overage: 1, overage_charged_cents: 5 };
  assert.deepEqual(await counters(), march);
  assert.equal((await customer.get('/v1/usage')).body.month_start, '2031-03-01');

  clock.set('2031-04-01T00:00:00.000Z');
  assert.deepEqual(await counters(), {});
  assert.equal((await customer.get('/v1/usage')).body.month_start, '2031-04-01');
  assert.equal((await customer.get('/v1/usage')).body.balance_cents, 9995);
  await deliver(service.worker, lease);
  assert.deepEqual(await counters(), {});

  clock.set('2031-03-31T23:59:59.999Z');
  assert.deepEqual(await counters(), march);
});

test('a release in a later month counts for the month of the acceptance', async () => {
  verifies('DEC-FUNDING-03', 'DEC-FUNDING-02');
  clock.set('2031-12-31T23:59:00.000Z');
  await generate('images');
  await generate('images');
  const [lost, delivered] = [await takeLease(service.worker), await takeLease(service.worker)];
  clock.set('2032-01-01T00:01:00.000Z');
  await generate('videos');
  await service.worker.fail(lost, { reason: 'x', retryable: false });
  await deliver(service.worker, delivered);
  assert.deepEqual(await counters(), {
    videos_used: 1,
    videos_overage: 1,
    overage_charged_cents: 50,
    video_seconds_used: 5,
    video_seconds_overage: 5,
  });
  clock.set('2031-12-31T23:59:59.000Z');
  assert.deepEqual(await counters(), { images_used: 1, images_overage: 1, overage_charged_cents: 5 });
  await deliver(service.worker, await takeLease(service.worker));
});

test('an account sees its own usage only', async () => {
  verifies('V1-USAGE-01');
  const other = customer;
  customer = await service.account();
  await generate('images');
  assert.deepEqual(await counters(), { images_used: 1, images_overage: 1, overage_charged_cents: 5 });
  customer = other;
  assert.deepEqual(await counters(), {});
  await deliver(service.worker, await takeLease(service.worker));
});
