import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
});
after(() => service.stop());

interface Reply {
  readonly status: number;
  readonly body: { readonly error: string; readonly code: string };
}

/** A request with exactly these headers; `fetch` would add its own User-Agent. */
function call(url: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('a missing or default User-Agent gets 403 with the remedy', async () => {
  verifies('V1-AUTH-04', 'DEC-ERROR-06', 'DEC-ERROR-11', 'DEC-ERROR-12', 'DEC-ERROR-01');
  const key = { 'x-api-key': customer.key };
  const missing = await call(`${service.url}/v1/usage`, key);
  assert.equal(missing.status, 403);
  assert.deepEqual(missing.body, {
    error: 'The User-Agent header is missing; send one that names your application, such as "my-app/1.0".',
    code: 'user_agent_refused',
  });
  const bare = await call(`${service.url}/api/v1/me/balance`, {
    ...key,
    'user-agent': 'python-requests/2.31.0',
  });
  assert.equal(bare.status, 403);
  assert.match(
    bare.body.error,
    /^The User-Agent "python-requests\/2\.31\.0" is the default of a library; send one/,
  );
});

test('a default User-Agent costs nothing and is refused before the key is checked', async () => {
  verifies('V1-AUTH-04', 'V1-STATE-03');
  const headers = { 'content-type': 'application/json', 'user-agent': 'axios/1.7.2' };
  const url = `${service.url}/v1/images/generate`;
  const { status } = await assertUntouched(service, customer, () =>
    call(url, { ...headers, 'x-api-key': customer.key }, 'POST', '{"prompt":"x"}'),
  );
  assert.equal(status, 403);
  assert.equal((await call(url, headers, 'POST', '{"prompt":"x"}')).body.code, 'user_agent_refused');
});

test('curl, browsers and named applications pass', async () => {
  verifies('DEC-ERROR-13');
  for (const userAgent of ['curl/8.5.0', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0', 'my-app/1.0']) {
    const headers = { 'x-api-key': customer.key, 'user-agent': userAgent };
    assert.equal((await call(`${service.url}/v1/usage`, headers)).status, 200, userAgent);
  }
});

test('the operator can switch the rule off', async () => {
  verifies('DEC-ERROR-14');
  const open = await startTestApp({ environment: { KINORA_CHECK_USER_AGENT: 'off' } });
  try {
    const { key } = await open.account();
    assert.equal((await call(`${open.url}/v1/usage`, { 'x-api-key': key })).status, 200);
    const headers = { 'x-api-key': key, 'user-agent': 'python-requests/2.31.0' };
    assert.equal((await call(`${open.url}/v1/usage`, headers)).status, 200);
    assert.equal((await call(`${open.url}/v1/usage`, {})).status, 401);
  } finally {
    await open.stop();
  }
});
