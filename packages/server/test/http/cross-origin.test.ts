import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { operations } from '../../src/http/openapi/operations.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { ASK, jobCaller } from '../support/job-api.ts';
import { type Answer, send, startTestApp, type TestApp } from '../support/test-app.ts';

const ORIGIN = 'https://app.example.com';
const ALSO = 'http://localhost:5173';

let service: TestApp;
before(async () => {
  service = await startTestApp({ environment: { KINORA_ALLOWED_ORIGINS: `${ORIGIN}, ${ALSO}` } });
});
after(() => service.stop());

function preflight(path: string, method = 'GET', origin = ORIGIN, url = service.url): Promise<Answer> {
  return send(url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method.toUpperCase(),
      'access-control-request-headers': 'authorization,content-type',
    },
  });
}

/** The names in a header with a list, in lower case. */
function listOf({ headers }: Answer, name: string): readonly string[] {
  return (headers.get(name) ?? '').toLowerCase().split(', ');
}

/** Every CORS header of a response. */
function corsOf({ headers }: Answer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
}

/** The documented routes as paths, at both base addresses. */
const routes = operations.flatMap((operation) => {
  const path = operation.path.replaceAll(/\{\w+\}/g, 'x');
  return (operation.atOrigin ? [path] : [path, `/api${path}`]).map((url) => ({ url, operation }));
});

test('a preflight request of an allowed origin is answered on every documented route, without credentials', async () => {
  verifies('DEC-BROWSER-01', 'DEC-BROWSER-02', 'DEC-BROWSER-03');
  assert.ok(routes.length > 30);
  for (const { url, operation } of routes) {
    const answer = await preflight(url, operation.method);
    const isDownload = /^\/(media|files)\//.test(url);
    const isSignIn = url.startsWith('/api/auth/');
    assert.equal(answer.status, 204, url);
    assert.equal(answer.headers.get('access-control-allow-origin'), isDownload ? '*' : ORIGIN, url);
    assert.equal(answer.headers.get('access-control-allow-credentials'), isSignIn ? 'true' : null, url);
    assert.ok(listOf(answer, 'access-control-allow-methods').includes(operation.method), url);
    const sent = operation.parameters.filter((one) => one.in === 'header').map(({ name }) => name);
    for (const name of [...sent, 'X-API-Key', 'Authorization', 'Content-Type']) {
      assert.ok(
        listOf(answer, 'access-control-allow-headers').includes(name.toLowerCase()),
        `${url} ${name}`,
      );
    }
    assert.match(answer.headers.get('access-control-max-age') ?? '', /^\d+$/);
  }
});

test('every documented response header is exposed', async () => {
  verifies('DEC-BROWSER-03');
  const answer = await send(`${service.url}/api/health`, { headers: { origin: ORIGIN } });
  const exposed = listOf(answer, 'access-control-expose-headers');
  const documented = operations.flatMap(({ responses }) =>
    responses.flatMap(({ headers = [] }) => headers.map(({ name }) => name)),
  );
  const always = ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id', 'Content-Range', 'ETag'];
  for (const name of [...documented, ...always]) assert.ok(exposed.includes(name.toLowerCase()), name);
});

test('only the listed origins are allowed, exactly as written', async () => {
  verifies('DEC-BROWSER-01');
  for (const origin of [ORIGIN, ALSO]) {
    const { headers } = await send(`${service.url}/health`, { headers: { origin } });
    assert.equal(headers.get('access-control-allow-origin'), origin);
  }
  for (const origin of [
    'https://app.example.com.evil.example',
    'https://evil.example/?https://app.example.com',
    'https://sub.app.example.com',
    'https://app.example.com:8443',
    'http://app.example.com',
    'https://APP.example.com',
    'https://app.example.com/',
    'http://localhost',
    'http://localhost:51730',
    'null',
    '*',
    '',
  ]) {
    for (const path of ['/health', '/api/v1/usage', '/api/auth/token']) {
      const answer = await send(service.url + path, { headers: { origin } });
      assert.deepEqual(corsOf(answer), {}, `${origin} ${path}`);
      assert.equal(answer.headers.get('vary'), 'Origin');
      const before = await preflight(path, 'GET', origin);
      assert.deepEqual([before.status >= 400, corsOf(before)], [true, {}], `${origin} ${path}`);
    }
  }
});

test('an allowed page can read errors', async () => {
  verifies('DEC-BROWSER-04');
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    send(service.url + path, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
      body,
    });
  const customer = await service.account();
  const caller = await jobCaller(service);
  const key = { 'x-api-key': customer.key, 'user-agent': 'tests/1.0' };
  const authorization = `Bearer ${caller.token}`;
  for (const [status, answer] of [
    [401, await post('/api/v1/images/generate', '{}', { 'user-agent': 'tests/1.0' })],
    [403, await post('/api/v1/images/generate', '{}', { ...key, 'user-agent': 'node' })],
    [400, await post('/api/v1/images/generate', '{', key)],
    [401, await post('/generate', '{}')],
    [400, await post('/generate', '{', { authorization })],
    [413, await post('/generate', `"${'x'.repeat(25 * 1024 * 1024)}"`, { authorization })],
    [404, await send(`${service.url}/api/nothing`, { headers: { origin: ORIGIN } })],
    [401, await post('/api/auth/sign-in/email', '{"email":"a@example.com","password":"wrong password"}')],
  ] as const) {
    assert.equal(answer.status, status, answer.text);
    assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN, `${status}`);
    assert.ok(listOf(answer, 'access-control-expose-headers').includes('x-request-id'));
  }
});

test('pages, workers and operators have no CORS', async () => {
  verifies('DEC-BROWSER-01');
  for (const path of [
    '/signin',
    '/account/top-up',
    '/activate',
    '/worker/v1/leases',
    '/operator/test-clock',
  ]) {
    for (const answer of [
      await preflight(path, 'POST'),
      await send(service.url + path, { headers: { origin: ORIGIN }, redirect: 'manual' }),
    ]) {
      assert.deepEqual(corsOf(answer), {}, path);
    }
  }
});

describe('without the setting', () => {
  let closed: TestApp;
  before(async () => {
    closed = await startTestApp();
  });
  after(() => closed.stop());

  test('no page may call, but results can be shown and read everywhere', async () => {
    verifies('DEC-BROWSER-01', 'DEC-BROWSER-05');
    for (const path of ['/api/health', '/health', '/api/v1/usage', '/api/auth/token']) {
      const answer = await send(closed.url + path, { headers: { origin: ORIGIN } });
      assert.deepEqual([corsOf(answer), answer.headers.get('vary')], [{}, null], path);
      assert.deepEqual(corsOf(await preflight(path, 'GET', ORIGIN, closed.url)), {}, path);
    }
    const caller = await jobCaller(closed);
    const { body } = await caller.generate({ ...ASK, type: 'image' });
    await deliver(closed.worker, await takeLease(closed.worker));
    const media = (await caller.job(body.job_id)).body.results[0].url;
    const customer = await closed.account();
    const image = await customer.post('/v1/images/generate', { prompt: 'x' });
    await deliver(closed.worker, await takeLease(closed.worker));
    const file = (await customer.get(image.body.poll_url)).body.result_url;
    for (const url of [media, file]) {
      const whole = await send(url, {});
      const part = await send(url, { headers: { origin: ORIGIN, range: 'bytes=1-2' } });
      assert.deepEqual([whole.status, part.status], [200, 206]);
      for (const { headers } of [whole, part]) {
        assert.equal(headers.get('access-control-allow-origin'), '*');
        assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
        assert.equal(headers.get('vary'), null, 'a cache keeps one response for all pages');
      }
      assert.ok(listOf(part, 'access-control-expose-headers').includes('content-range'));
    }
  });
});
