import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { newApiKey } from '../../src/access/api-key.ts';
import { newId } from '../../src/kernel/ids.ts';
import { catalogue } from '../support/default-catalogue.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
});
after(() => service.stop());

const ROUTES = [
  ['POST', '/v1/images/generate'],
  ['POST', '/v1/videos/generate'],
  ['GET', `/v1/jobs/${newId()}`],
  ['DELETE', `/v1/jobs/${newId()}`],
  ['GET', '/v1/usage'],
  ['GET', '/v1/me/balance'],
] as const;

function call(method: string, path: string, key: string | undefined, headers: Record<string, string> = {}) {
  return send(service.url + path, {
    method,
    headers: {
      'user-agent': TEST_USER_AGENT,
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(method === 'POST' ? { body: '{"prompt":"x"}' } : {}),
  });
}

const PAYMENT = {
  start: { method: 'POST', path: '/api/v1/pay/start' },
  claim: { method: 'GET', path: '/api/v1/pay/claim/<code>' },
  amounts_usd: [10, 25, 50, 100],
  plans: [
    { plan: 'pro', usd_per_month: 19 },
    { plan: 'max', usd_per_month: 99, usd_per_month_billed_annually: 79 },
  ],
  rates: catalogue.rates,
};

test('a missing key gets 401 with the way to get a key, on every route and both base addresses', async () => {
  verifies('V1-AUTH-01', 'V1-AUTH-02', 'DEC-ERROR-03', 'DEC-ERROR-04', 'DEC-ERROR-01');
  for (const mount of ['', '/api']) {
    for (const [method, path] of ROUTES) {
      const { status, body } = await call(method, mount + path, undefined);
      assert.equal(status, 401, path);
      assert.deepEqual(body, {
        error: 'Send your API key in the X-API-Key header.',
        code: 'unauthorized',
        payment: PAYMENT,
      });
    }
  }
});

test('a malformed key gets 401', async () => {
  verifies('V1-AUTH-03', 'DEC-ERROR-03', 'DEC-ERROR-04');
  const { key } = customer;
  const last = key.endsWith('a') ? 'b' : 'a';
  const malformed = {
    empty: '',
    'another word': 'secret',
    'cut short': key.slice(0, -1),
    'too long': `${key}a`,
    'bad checksum': key.slice(0, -1) + last,
    'without its prefix': key.slice(3),
    'other prefix': `sk_${key.slice(3)}`,
    'in lower case': key.toLowerCase(),
    'with a scheme': `Bearer ${key}`,
    'with quotes': `"${key}"`,
    enormous: 'kn_'.padEnd(8000, 'A'),
  };
  for (const [why, wrong] of Object.entries(malformed)) {
    const { status, body } = await call('GET', '/v1/usage', wrong);
    assert.equal(status, 401, why);
    assert.deepEqual([body.code, body.payment], ['unauthorized', PAYMENT]);
    assert.match(body.error, /^This is not an API key of Kinora/, why);
  }
});

test('an unknown well-formed key gets 401', async () => {
  verifies('V1-AUTH-03');
  const { status, body } = await call('GET', '/v1/usage', newApiKey().key);
  assert.equal(status, 401);
  assert.deepEqual(body, {
    error: 'This API key is unknown or no longer valid.',
    code: 'unauthorized',
    payment: PAYMENT,
  });
});

test('a revoked key is treated as an unknown key from the next request', async () => {
  verifies('V1-AUTH-03');
  const account = await service.account();
  assert.equal((await account.get('/v1/usage')).status, 200);
  await service.database.query('update api_keys set revoked_at = now() where account_id = $1', [account.id]);
  const { status, body } = await account.get('/v1/usage');
  assert.equal(status, 401);
  assert.equal(body.error, 'This API key is unknown or no longer valid.');
});

test('the key counts in the X-API-Key header only', async () => {
  verifies('V1-AUTH-01');
  const { key } = customer;
  assert.equal((await call('GET', '/v1/usage', key)).status, 200);
  assert.equal((await call('GET', '/v1/usage', undefined, { authorization: `Bearer ${key}` })).status, 401);
  assert.equal((await call('GET', `/v1/usage?x-api-key=${key}`, undefined)).status, 401);
  assert.equal((await call('GET', '/v1/usage', undefined, { cookie: `x-api-key=${key}` })).status, 401);
});

test('without a key the body is not even read', async () => {
  verifies('V1-AUTH-02', 'V1-STATE-03');
  const broken = await send(`${service.url}/v1/images/generate`, {
    method: 'POST',
    headers: { 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' },
    body: '{broken',
  });
  assert.equal(broken.status, 401);
  const { status } = await assertUntouched(service, customer, () =>
    call('POST', '/v1/images/generate', undefined),
  );
  assert.equal(status, 401);
});

test('concurrent requests with different keys each use their own account', async () => {
  verifies('V1-AUTH-01');
  const accounts = await Promise.all(Array.from({ length: 8 }, (_, i) => service.account(1000 + i)));
  const unknown = newApiKey().key;
  const balances = await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      const account = accounts[i % 10];
      const { body } = await call('GET', '/v1/me/balance', account?.key ?? unknown);
      return body.balance_cents ?? body.code;
    }),
  );
  for (const [i, balance] of balances.entries()) {
    assert.equal(balance, i % 10 < 8 ? 1000 + (i % 10) : 'unauthorized');
  }
});
