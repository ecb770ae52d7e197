import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { newApiKey } from '../../src/access/api-key.ts';
import { manualClock } from '../support/manual-clock.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

const MINUTE_MS = 60_000;
const clock = manualClock('2026-03-01T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock, environment: { KINORA_TRUSTED_PROXIES: '127.0.0.1, ::1' } });
});
after(() => service.stop());

function call(key: string, from: string) {
  return send(`${service.url}/v1/usage`, {
    headers: { 'user-agent': TEST_USER_AGENT, 'x-api-key': key, 'x-forwarded-for': from },
  });
}

async function statusesOf(count: number, from: (index: number) => string): Promise<Record<number, number>> {
  const responses = await Promise.all(
    Array.from({ length: count }, (_, index) => call(newApiKey().key, from(index))),
  );
  const statuses: Record<number, number> = {};
  for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}

test('of 100 concurrent unknown keys from one network exactly 30 get a 401, the rest a 429', async () => {
  verifies('DEC-LIMIT-06', 'V1-ERROR-18', 'V1-ERROR-21');
  assert.deepEqual(await statusesOf(100, () => '203.0.113.1'), { 401: 30, 429: 70 });
  const { status, body, headers } = await call('nonsense', '203.0.113.1');
  assert.equal(status, 429);
  assert.deepEqual(Object.keys(body).sort(), ['code', 'error']);
  assert.equal(body.code, 'rate_limited');
  assert.equal(headers.get('retry-after'), '600');
});

test('all IPv6 addresses of one customer are one network', async () => {
  verifies('DEC-LIMIT-06');
  assert.deepEqual(await statusesOf(40, (index) => `2001:db8:7:7::${(index + 1).toString(16)}`), {
    401: 30,
    429: 10,
  });
  assert.equal((await call(newApiKey().key, '2001:db8:7:8::1')).status, 401);
});

test('the window slides: attempts older than ten minutes do not count', async () => {
  verifies('DEC-LIMIT-06');
  await statusesOf(10, () => '203.0.113.2');
  clock.advance(5 * MINUTE_MS);
  assert.deepEqual(await statusesOf(20, () => '203.0.113.2'), { 401: 20 });
  const refused = await call(newApiKey().key, '203.0.113.2');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '300');
  clock.advance(5 * MINUTE_MS);
  assert.equal((await call(newApiKey().key, '203.0.113.2')).status, 401);
});

test('attempts of a clock that has been set back are forgotten once they lie further ahead than the window', async () => {
  verifies('DEC-LIMIT-06');
  assert.deepEqual(await statusesOf(30, () => '203.0.113.6'), { 401: 30 });
  clock.advance(-5 * MINUTE_MS);
  const refused = await call(newApiKey().key, '203.0.113.6');
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '900']);
  clock.advance(-60 * MINUTE_MS);
  assert.deepEqual(await statusesOf(31, () => '203.0.113.6'), { 401: 30, 429: 1 });
  clock.advance(65 * MINUTE_MS);
});

test('a valid key passes from a limited network, and a missing key does not count', async () => {
  verifies('DEC-LIMIT-06');
  await statusesOf(31, () => '203.0.113.3');
  const account = await service.account();
  assert.equal((await call(account.key, '203.0.113.3')).status, 200);
  for (let i = 0; i < 35; i++) {
    const { status } = await send(`${service.url}/v1/usage`, {
      headers: { 'user-agent': TEST_USER_AGENT, 'x-forwarded-for': '203.0.113.4' },
    });
    assert.equal(status, 401);
  }
});

test('a key that is sent twice gets a 401 that says so', async () => {
  verifies('V1-AUTH-03');
  const { key } = await service.account();
  const { status, body } = await call(`${key}, ${key}`, '203.0.113.5');
  assert.deepEqual([status, body.error], [401, 'Send the X-API-Key header once, with one key.']);
});

test('X-Forwarded-For is trusted only from the configured proxies', async () => {
  verifies('DEC-LIMIT-06');
  const open = await startTestApp({ clock });
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const headers = {
        'user-agent': TEST_USER_AGENT,
        'x-api-key': 'nonsense',
        'x-forwarded-for': `198.51.100.${index}`,
      };
      return (await send(`${open.url}/v1/usage`, { headers })).status;
    }),
  );
  assert.equal(statuses.filter((status) => status === 429).length, 10);
  await open.stop();
});
