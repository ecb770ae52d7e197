import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { pino } from 'pino';
import { createHttpServer } from '../../src/http/server.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { within } from '../support/deadline.ts';
import { sendRaw } from '../support/raw-http.ts';
import { recordRoutes } from '../support/served-routes.ts';
import { startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';

/** Whatever the service answers, another site cannot show it in a frame. */

const KIB_OF_HEADERS_MAX = 16;

let service: TestApp;
let customer: TestAccount;
let routes: ReadonlySet<string>;
before(async () => {
  const environment = {
    KINORA_PUBLIC_URL: 'https://kinora.example',
    KINORA_METRICS_TOKEN: 'a-token-for-prometheus',
    KINORA_ALLOWED_ORIGINS: 'https://app.example',
  };
  const recorded = await recordRoutes(() => startTestApp({ environment }));
  service = recorded.started;
  routes = recorded.routes;
  customer = await service.account();
});
after(() => service.stop());

function assertNotFramed(headers: Pick<Headers, 'get'>, what: string): void {
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /(^|; )frame-ancestors 'none'($|;)/, what);
  assert.equal(headers.get('x-frame-options'), 'DENY', what);
  assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
  assert.equal(headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains', what);
}

function withKey(method: string, more: RequestInit = {}): RequestInit {
  return {
    method,
    redirect: 'manual',
    ...more,
    headers: {
      'user-agent': TEST_USER_AGENT,
      'x-api-key': customer.key,
      authorization: `Bearer ${customer.key}`,
      ...more.headers,
    },
  };
}

test('every route, with and without a key', async () => {
  verifies('DEC-CONNECTION-05', 'DEC-CONNECTION-04');
  assert.ok(routes.size > 150, `${routes.size} routes were reported`);
  const statuses = new Set<number>();
  for (const route of routes) {
    const [method = '', url = ''] = route.split(' ');
    const path = url.replaceAll(/:\w+/g, '0199a3c4-0000-7000-8000-000000000000').replace('*', 'nothing');
    for (const init of [{ method, redirect: 'manual' } as const, withKey(method)]) {
      const response = await within(() => route, fetch(service.url + path, init));
      assertNotFramed(response.headers, route);
      statuses.add(response.status);
      await response.body?.cancel();
    }
  }
  for (const status of [200, 400, 401, 403, 404])
    assert.ok(statuses.has(status), `no route answered ${status}`);
});

test('results, whole, in part, unchanged and gone, and redirects', async () => {
  verifies('DEC-CONNECTION-05');
  const accepted = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(service.worker, await takeLease(service.worker));
  const job = await customer.get(accepted.body.poll_url);
  const { pathname, search } = new URL(job.body.result_url);
  const file = service.url + pathname + search;
  const etag = (await fetch(file)).headers.get('etag') ?? '';
  for (const [init, status] of [
    [{}, 200],
    [{ headers: { range: 'bytes=0-9' } }, 206],
    [{ headers: { range: 'bytes=9999999-' } }, 416],
    [{ headers: { 'if-none-match': etag } }, 304],
    [{ method: 'HEAD' }, 200],
  ] as const) {
    const response = await fetch(file, init);
    assert.equal(response.status, status);
    assertNotFramed(response.headers, `${status}`);
  }
  const deleted = await customer.delete(accepted.body.poll_url);
  assert.equal(deleted.status, 204);
  assertNotFramed(deleted.headers, '204');
  for (const [path, init, status] of [
    ['/nothing', {}, 404],
    ['/nothing', { headers: { accept: 'text/html' } }, 404],
    ['/v1/usage', { method: 'PATCH' }, 405],
    ['/v1/jobs/%ff', {}, 400],
    ['/job/%ff', {}, 404],
    ['/account/top-up', { redirect: 'manual' }, 303],
    ['/v1/images/generate', withKey('POST', { body: 'x'.repeat(70_000), headers: JSON_BODY }), 400],
    ['/generate', withKey('POST', { body: 'x'.repeat(70_000), headers: JSON_BODY }), 401],
    ['/v1/images/generate', { method: 'OPTIONS', headers: PREFLIGHT }, 204],
  ] as const) {
    const response = await fetch(service.url + path, init);
    assert.equal(response.status, status, path);
    assertNotFramed(response.headers, path);
  }
});

const JSON_BODY = { 'content-type': 'application/json' };
const PREFLIGHT = { origin: 'https://app.example', 'access-control-request-method': 'POST' };

test('what is written before a request reaches a route', async () => {
  verifies('DEC-CONNECTION-05');
  const host = 'Host: localhost\r\n';
  for (const [what, parts, end] of [
    ['bytes that are not HTTP', ['\x16\x03\x01 hello\r\n\r\n']],
    ['a bad method', ['BREW / HTTP/1.1\r\n\r\n']],
    ['too many headers', [`GET / HTTP/1.1\r\n${host}x: ${'x'.repeat(KIB_OF_HEADERS_MAX * 1024)}\r\n\r\n`]],
    ['a tunnel', ['CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n']],
    ['two hosts', [`GET / HTTP/1.1\r\n${host}${host}\r\n`]],
    ['no host', ['GET / HTTP/1.1\r\n\r\n']],
    ['an unknown expectation', [`GET /v1/usage HTTP/1.1\r\n${host}Expect: tea\r\n\r\n`]],
    ['an upgrade', [`GET /v1/usage HTTP/1.1\r\n${host}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n`]],
    ['an absolute address', [`GET http://localhost/v1/usage HTTP/1.1\r\n${host}\r\n`]],
    ['a bad address', [`GET //%c0%ae HTTP/1.1\r\n${host}\r\n`]],
    ['an asterisk', [`OPTIONS * HTTP/1.1\r\n${host}\r\n`]],
    ['bad chunks', [`POST /v1/images/generate HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`]],
    ['a body that ends early', [`POST /signin HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\nx`], true],
  ] as const) {
    const { headers, status } = await sendRaw(service.url, parts, { end: end === true });
    assert.ok(status >= 400, `${what}: ${status}`);
    assertNotFramed({ get: (name) => headers.get(name) ?? null }, what);
  }
});

test('headers that come too slowly, and one connection too many', async () => {
  verifies('DEC-CONNECTION-05');
  const server = createHttpServer(pino({ level: 'silent' }), {
    isHttps: true,
    headersTimeoutMs: 100,
    connectionsPerNetwork: 1,
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  try {
    const slow = sendRaw(url, ['GET / HTTP/1.1\r\n']);
    const second = connect(Number(new URL(url).port), '127.0.0.1');
    await once(second, 'connect');
    const refusal = await within(() => 'the refusal', text(second));
    assert.match(refusal, /^HTTP\/1\.1 503 /);
    assert.match(
      refusal,
      /\r\ncontent-security-policy: frame-ancestors 'none'\r\nstrict-transport-security: /,
    );
    assert.match(refusal, /\r\nx-frame-options: DENY\r\n/);
    const { headers } = await slow;
    assertNotFramed({ get: (name) => headers.get(name) ?? null }, 'slow headers');
  } finally {
    await server.close();
  }
});
