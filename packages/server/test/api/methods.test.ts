import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { decide, pollClaim, startClaim } from '../support/claims.ts';
import { manualClock } from '../support/manual-clock.ts';
import { signUp } from '../support/signed-in.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ clock, environment: { KINORA_TRUSTED_PROXIES: '127.0.0.1' } });
  customer = await service.account();
});
after(() => service.stop());

function call(method: string, path: string, headers: Record<string, string> = {}) {
  return send(service.url + path, { method, headers: { 'user-agent': TEST_USER_AGENT, ...headers } });
}

test('another method on a known address is a 405 that lists the methods, in the format of its interface', async () => {
  verifies('DEC-METHOD-01');
  const id = crypto.randomUUID();
  const v1: readonly (readonly [method: string, path: string, allow: string])[] = [
    ['GET', '/v1/images/generate', 'POST'],
    ['PUT', '/api/v1/videos/generate', 'POST'],
    ['POST', '/v1/usage', 'GET, HEAD'],
    ['PATCH', `/v1/jobs/${id}`, 'DELETE, GET, HEAD'],
    ['DELETE', `/media/${id}.png`, 'GET, HEAD'],
    ['POST', '/livez', 'GET, HEAD'],
    ['GET', '/v1/pay/start', 'POST'],
    ['PUT', '/v1/me/overage?x=1', 'GET, HEAD'],
  ];
  for (const [method, path, allow] of v1) {
    const { status, headers, body } = await call(method, path);
    assert.deepEqual([status, headers.get('allow'), body.code], [405, allow, 'method_not_allowed'], path);
    assert.ok(body.error.includes(allow), body.error);
  }
  const jobApi: readonly (readonly [method: string, path: string, allow: string])[] = [
    ['GET', '/generate', 'POST'],
    ['PATCH', `/api/job/${id}`, 'DELETE, GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
    ['PUT', '/report', 'POST'],
    ['POST', '/jobs', 'GET, HEAD'],
    ['GET', '/api/quote', 'POST'],
    ['PUT', '/api/me', 'GET, HEAD'],
  ];
  for (const [method, path, allow] of jobApi) {
    const { status, headers, body } = await call(method, path);
    assert.deepEqual([status, headers.get('allow'), Object.keys(body)], [405, allow, ['error']], path);
  }
  for (const path of ['/v1/none', '/v1/jobs/a/b', '/v1/usage/', '/health/x']) {
    const { status, headers } = await call('POST', path);
    assert.deepEqual([status, headers.get('allow')], [404, null], path);
  }
});

test('an address without a route, or that cannot be decoded, is refused in the format of its interface', async () => {
  verifies('DEC-METHOD-05');
  for (const path of ['/generate/', '/api/job/a/b', '/health/x', '/report/x', '/jobs/x', '/api/quote/']) {
    const { status, body } = await call('POST', path);
    assert.deepEqual([status, Object.keys(body)], [404, ['error']], path);
  }
  const v1 = await call('GET', '/v1/jobs/%ff');
  assert.deepEqual([v1.status, Object.keys(v1.body)], [400, ['error', 'code', 'issues']]);
  assert.equal(v1.body.error, 'the address is not percent-encoded UTF-8');
  for (const path of ['/job/%ff', '/api/job/%zz']) {
    const { status, body } = await call('GET', path);
    assert.deepEqual([status, Object.keys(body)], [404, ['error']], path);
  }
  const { status, body } = await call('GET', '/openai/v1/models/%ff');
  assert.deepEqual([status, Object.keys(body), typeof body.error], [400, ['error'], 'object']);
});

test('HEAD has the status and headers of GET', async () => {
  verifies('DEC-METHOD-02');
  const key = { 'x-api-key': customer.key };
  const person = await signUp(service, 'bo@example.com');
  const paths: Record<string, Record<string, string>> = {
    '/v1/usage': key,
    '/v1/me/balance': key,
    '/v1/jobs/none': key,
    '/v1/me/overage': {},
    '/health': {},
    '/job/none': {},
    '/api/docs': {},
    '/api/openapi.json': {},
    '/livez': {},
    '/signin': {},
    '/account/top-up': { ...person.headers },
  };
  for (const [path, headers] of Object.entries(paths)) {
    const [get, head] = [await call('GET', path, headers), await call('HEAD', path, headers)];
    assert.deepEqual([head.status, head.text], [get.status, ''], path);
    for (const name of ['content-type', 'content-length', 'cache-control', 'etag']) {
      assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${path}`);
    }
  }
});

test('conditional requests follow lists, weak tags and If-Range, for both kinds of links', async () => {
  verifies('DEC-METHOD-03', 'DEC-METHOD-04');
  const person = await signUp(service, 'ann@example.com');
  const { token } = JSON.parse(await person.read('/api/auth/token')) as { token: string };
  const signedIn = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ type: 'image', prompt: 'a pear', age_verified: true });
  const job = await send(`${service.url}/generate`, { method: 'POST', headers: signedIn, body });
  await deliver(service.worker, await takeLease(service.worker));
  const v1 = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(service.worker, await takeLease(service.worker));
  const links = [
    (await send(service.url + job.body.poll_url, { headers: signedIn })).body.results[0].url,
    (await customer.get(v1.body.poll_url)).body.result_url,
  ];
  for (const link of links) {
    const get = async (headers: Record<string, string>) => {
      const answer = await fetch(link, { headers });
      const { length } = new Uint8Array(await answer.arrayBuffer());
      return { status: answer.status, length, etag: answer.headers.get('etag') ?? '' };
    };
    const { etag, length: whole } = await get({});
    assert.match(etag, /^"[^"]+"$/);
    for (const same of [etag, `W/${etag}`, `"x", ${etag}`, `"a,b",W/"c" , W/${etag}`, '*', ' * ']) {
      assert.deepEqual(await get({ 'if-none-match': same }), { status: 304, length: 0, etag }, same);
    }
    for (const other of ['"x"', 'x', '', etag.slice(0, -1), `"x${etag.slice(1)}`]) {
      assert.equal((await get({ 'if-none-match': other })).status, 200, other);
    }
    const range = 'bytes=10-19';
    assert.deepEqual(await get({ range, 'if-range': etag }), { status: 206, length: 10, etag });
    for (const changed of ['"x"', `W/${etag}`, 'Wed, 05 Mar 2031 12:00:00 GMT']) {
      assert.deepEqual(
        await get({ range, 'if-range': changed }),
        { status: 200, length: whole, etag },
        changed,
      );
    }
    assert.equal((await get({ range, 'if-none-match': `"x", ${etag}` })).status, 304);
  }
});

test('HEAD does not take the key of a claim, nor confirm an address', async () => {
  verifies('DEC-METHOD-02');
  const { body: claim } = await startClaim(service);
  assert.ok(await decide(service, clock, claim, customer.id));
  clock.advance(60_000);
  const head = await call('HEAD', new URL(claim.claim_url).pathname);
  assert.deepEqual([head.status, head.headers.get('allow')], [405, 'GET']);
  assert.equal((await pollClaim(claim)).body.status, 'ready');
  assert.equal((await call('HEAD', '/api/auth/verify-email?token=x')).status, 405);
});
