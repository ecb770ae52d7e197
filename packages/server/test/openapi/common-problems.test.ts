import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type ProblemCode, statusOf } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { buildDocument } from '../../src/http/openapi/document.ts';
import type { Operation } from '../../src/http/openapi/operation.ts';
import { operations } from '../../src/http/openapi/operations.ts';
import { newId } from '../../src/kernel/ids.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { jobCaller, subscribe } from '../support/job-api.ts';
import { type Answer, send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

/** The problems that many operations share, provoked at each operation that documents them. */

let service: TestApp;
let token: string;
/** The cookie of a signed-in person. */
let cookie: string;
/** A signed link, as a path. */
let download: string;
before(async () => {
  service = await startTestApp();
  const customer = await service.account();
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(service.worker, await takeLease(service.worker));
  const { pathname, search } = new URL((await customer.get(body.poll_url)).body.result_url);
  download = pathname + search;
  ({ token } = await jobCaller(service));
  cookie = await signUp();
});
after(() => service.stop());

/** Signs a new person up, and returns the cookies. */
async function signUp(): Promise<string> {
  const person = { name: '', email: `${newId()}@example.com`, password: 'correct horse battery' };
  const { headers } = await send(`${service.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify(person),
  });
  const cookies = headers.getSetCookie().map((one) => one.split(';')[0]);
  return cookies.join('; ');
}

/** Calls an operation with the example of its reference; `changes` replaces headers. */
function call(operation: Operation, changes: Record<string, string> = {}): Promise<Answer> {
  const { method, path: template, atOrigin, request, jobApi } = operation;
  const body = request?.examples[0]?.value;
  const filled =
    operation.id === 'downloadResult'
      ? download
      : template
          .replace('{file}', `${newId()}.png`)
          .replace('{code}', 'x'.repeat(43))
          .replaceAll(/\{\w+\}/g, newId());
  return send(`${service.url}${atOrigin ? '' : '/api'}${filled}`, {
    method: method.toUpperCase(),
    headers: {
      'user-agent': TEST_USER_AGENT,
      ...(operation.path.startsWith('/api/auth/') && { cookie, origin: service.url }),
      ...(jobApi?.needsToken && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...changes,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Calls every operation that documents the problem, and asserts that each returns it. */
async function expectEverywhere(
  code: ProblemCode,
  headers: (operation: Operation) => Record<string, string>,
) {
  const documenting = operations.filter(({ problems }) => problems.includes(code));
  assert.ok(documenting.length > 0);
  await Promise.all(
    documenting.map(async (operation) => {
      // What is sold is in memory, and so is its wait for a second; `faults/database-away` calls them.
      if (operation.path.startsWith('/v1/models')) return;
      // Nobody waits for a code here, which is seen before anything else.
      if (operation.id === 'signInByCode' && code !== 'sign_in_required') return;
      const { status, body, text } = await call(operation, headers(operation));
      // The job API reports internal errors as temporary, without a code.
      if (operation.jobApi?.needsToken) assert.ok(status === statusOf(code) || status === 503, text);
      else assert.deepEqual([status, body?.code], [statusOf(code), code], `${operation.id}: ${text}`);
    }),
  );
}

async function expectWithKey(code: ProblemCode, key: string): Promise<void> {
  for (const operation of operations.filter(({ needsKey }) => needsKey)) {
    const { status, body } = await call(operation, { 'x-api-key': key });
    assert.deepEqual([status, body.code], [statusOf(code), code], operation.id);
  }
}

const withKey = (key: string) => (operation: Operation) =>
  operation.needsKey ? { 'x-api-key': key } : ({} as Record<string, string>);

test('a body is required exactly where the service refuses a request without one', async () => {
  verifies('DEC-ERROR-20');
  const { key } = await service.account();
  const paths = buildDocument('1').paths as unknown as Record<string, Record<string, Described>>;
  const wrong: string[] = [];
  for (const operation of operations.filter(({ method }) => method !== 'get')) {
    const { id, path: at, method } = operation;
    const described = paths[at]?.[method]?.requestBody?.required ?? false;
    // Nobody waits for a code here, which is seen before anything else.
    if (id === 'signInByCode') continue;
    const { request: _, ...withoutBody } = operation;
    const { status, body, text } = await call(withoutBody, withKey(key)(operation));
    const isRefused = status === 400 && /^the body is empty/.test(body.error);
    if (isRefused !== described) wrong.push(`${id}: ${status} ${text}`);
  }
  assert.deepEqual(wrong, []);
});

interface Described {
  readonly requestBody?: { readonly required: boolean };
}

test('without a key, with a bad User-Agent, with a suspended key, under review', async () => {
  verifies('DEC-ERROR-19');
  await expectEverywhere('unauthorized', () => ({}));
  await expectEverywhere('sign_in_required', () => ({ authorization: '', cookie: '' }));
  await expectEverywhere('user_agent_refused', () => ({ 'user-agent': 'undici' }));
  const suspended = await service.account();
  await service.database.query(
    `insert into suspensions (account_id, rejected_at, suspended_until) values ($1, now(), now() + interval '1 hour')`,
    [suspended.id],
  );
  await expectWithKey('key_suspended', suspended.key);
  await service.database.query('update accounts set under_review_since = now() where id = $1', [
    suspended.id,
  ]);
  await expectWithKey('account_review_required', suspended.key);
});

test('the account is banned', async () => {
  verifies('DEC-ERROR-19', 'DEC-OPERATOR-05');
  const banned = await service.account();
  const person = await jobCaller(service);
  await service.database.query(
    `update accounts set banned_at = now(), ban_reason = 'a test' where id = any($1)`,
    [[banned.id, person.accountId]],
  );
  await expectWithKey('account_banned', banned.key);
  for (const operation of operations.filter(({ jobApi }) => jobApi?.needsToken === true)) {
    const { status, body } = await call(operation, { authorization: `Bearer ${person.token}` });
    assert.equal(status, 403, operation.id);
    assert.match(body.error, /closed by the operator/);
  }
});

test('with a key that lacks the scope', async () => {
  verifies('DEC-ERROR-19', 'DEC-KEYS-03');
  const [reads, manages] = await Promise.all(
    ['read', 'manage'].map(async (scope) => {
      const { id, key } = await service.account();
      await service.database.query('update api_keys set scopes = array[$2] where account_id = $1', [
        id,
        scope,
      ]);
      return key;
    }),
  );
  await expectEverywhere('scope_required', ({ method, path }) => ({
    'x-api-key': (method === 'get' && !path.includes('/me/webhooks') ? manages : reads) ?? '',
  }));
});

test('the data cannot be read in time', async () => {
  verifies('DEC-ERROR-19');
  const { key } = await service.account();
  const results = path.join(service.dataDir, 'blobs');
  await rename(results, `${results}-aside`);
  await service.database.transaction(async (tx) => {
    // Another session locks the tables for longer than a request may wait.
    await tx.query(
      'lock table api_keys, key_claims, jobs, funding_terms, auth_sessions in access exclusive mode',
    );
    // A session that pauses within a transaction is ended after 5 s.
    const busy = setInterval(() => void tx.query('select 1'), 1000);
    try {
      const codes = [
        'usage_unavailable',
        'overage_temporarily_unavailable',
        'billing_verification_unavailable',
      ] as const;
      await Promise.all(codes.map((code) => expectEverywhere(code, withKey(key))));
    } finally {
      clearInterval(busy);
    }
  });
  await rename(`${results}-aside`, results);
});

test('the code has a bug', async () => {
  verifies('DEC-ERROR-19');
  const { key } = await service.account();
  const tables = [
    'api_keys',
    'key_claims',
    'jobs',
    'funding_terms',
    'auth_sessions',
    'auth_users',
    'auth_verifications',
  ];
  cookie = await signUp();
  for (const table of tables) await service.database.query(`alter table ${table} rename to missing_${table}`);
  await expectEverywhere('internal_error', withKey(key));
  // The job API reports an internal error as temporary.
  for (const operation of operations.filter(({ jobApi }) => jobApi?.needsToken === true)) {
    assert.equal((await call(operation)).status, 503, operation.id);
  }
  for (const table of tables) await service.database.query(`alter table missing_${table} rename to ${table}`);
});

test('the order cannot be paid', async () => {
  verifies('DEC-ERROR-19');
  const states: Readonly<Record<string, { readonly plan: boolean; readonly terms: string }>> = {
    auto_recharge_declined: { plan: false, terms: 'auto_recharge_declined_at = now()' },
    quota_exhausted: { plan: true, terms: 'pay_per_use = false' },
    card_required: { plan: true, terms: 'pay_per_use = true, cap_cents = 5000' },
    arrears: {
      plan: true,
      terms: 'pay_per_use = true, cap_cents = 5000, card_added_at = now(), arrears_since = now()',
    },
    monthly_cap_reached: { plan: true, terms: 'pay_per_use = true, cap_cents = 500, card_added_at = now()' },
  };
  for (const [code, { plan, terms }] of Object.entries(states)) {
    const customer = await service.account(4);
    if (plan) await subscribe(service, customer.id, 'pro');
    await service.database.query(`update funding_terms set ${terms} where account_id = $1`, [customer.id]);
    await service.database.query(
      `insert into usage_months (account_id, month, month_end_cents)
       values ($1, date_trunc('month', now() at time zone 'UTC'), 500)`,
      [customer.id],
    );
    for (const path of ['images/generate', 'images/quote', 'videos/generate', 'videos/quote']) {
      assert.equal((await customer.post(`/v1/${path}`, { prompt: 'a pear' })).body.code, code);
    }
  }
  const capped = await service.account();
  await service.database.query('update api_keys set cap_cents = 1 where account_id = $1', [capped.id]);
  for (const path of ['images/generate', 'images/quote', 'videos/generate', 'videos/quote']) {
    assert.equal((await capped.post(`/v1/${path}`, { prompt: 'a pear' })).body.code, 'key_cap_reached');
  }
});

test('the address is not well-formed', async () => {
  verifies('DEC-ERROR-19');
  const { key } = await service.account();
  for (const { id, method, path, atOrigin } of operations) {
    if (!path.includes('{')) continue;
    if (!/^(readJob|watchJob|deleteJob|download\w+|replayWebhookDelivery)$/.test(id)) continue;
    const url = `${service.url}${atOrigin ? '' : '/api'}${path.replace(/\{\w+\}/, '%ff')}`;
    const headers = { 'x-api-key': key, 'user-agent': TEST_USER_AGENT };
    const { status, body } = await send(url, { method: method.toUpperCase(), headers });
    assert.deepEqual([status, body.code], [400, 'invalid_request'], id);
  }
});

const signInPosts = operations.filter(
  ({ method, path }) => method === 'post' && path.startsWith('/api/auth/'),
);

test('a sign-in call comes from another origin, or has a body that is not JSON', async () => {
  verifies('DEC-ERROR-19');
  for (const operation of signInPosts) {
    const foreign = await call(operation, { origin: 'https://evil.example' });
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'origin_refused'], operation.id);
    const { status, body } = await send(`${service.url}${operation.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.url },
      body: '{',
    });
    assert.deepEqual([status, body.code], [400, 'invalid_request'], operation.id);
  }
});

test('too many sign-in calls come from one network', async () => {
  verifies('DEC-ERROR-19');
  for (const operation of signInPosts.filter(({ problems }) => problems.includes('rate_limited'))) {
    if (operation.id === 'signInByCode') continue;
    let answer = await call(operation);
    for (let calls = 1; answer.status !== 429 && calls < 200; calls++) answer = await call(operation);
    assert.deepEqual([answer.status, answer.body.code], [429, 'rate_limited'], operation.id);
  }
});

test('too many unknown keys come from one network', async () => {
  verifies('DEC-ERROR-19', 'DEC-LIMIT-06');
  const unknown = `kin_${'x'.repeat(8)}`;
  const keyed = operations.filter(({ needsKey }) => needsKey);
  for (let guess = 0; guess < 31; guess++) await call(keyed[0] as Operation, { 'x-api-key': unknown });
  for (const operation of keyed) {
    const { status, body } = await call(operation, { 'x-api-key': unknown });
    assert.deepEqual([status, body.code], [429, 'rate_limited'], operation.id);
  }
});
