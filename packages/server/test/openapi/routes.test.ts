import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { problemSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { operations } from '../../src/http/openapi/operations.ts';
import { recordRoutes } from '../support/served-routes.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

/** Routes that are served but are not part of the documented interface. */
const NOT_DOCUMENTED = [
  /^GET \/(livez|readyz|\.well-known\/security\.txt)$/,
  /^GET (\/api)?\/(openapi(-3\.0)?\.json|docs)$/,
  /^GET \/(docs|downloads)\//,
  /^[A-Z]+ \/worker\/v1\//,
  // In the shapes of another document; docs/openai-compatible.md describes them.
  /^[A-Z]+ (\/api)?\/openai\/v1\//,
  // For crawlers, and for links that people share.
  /^GET \/(robots\.txt|sitemap\.xml|social\.png)$/,
  // The web console.
  /^GET \/(assets\/\*|push-worker\.js|manifest\.webmanifest|studio|explore|pricing|operator|)(\/\*)?$/,
  // Pages for browsers, their own interface, the sign-in API, and the routes of payment providers.
  /^[A-Z]+ \/(activate|signin|terms|account|sandbox|webhooks|api\/auth|api\/console)(\/|$)/,
];

describe('the reference of a running server', () => {
  let service: TestApp;
  let served: ReadonlySet<string>;

  before(async () => {
    const recorded = await recordRoutes(() => startTestApp());
    service = recorded.started;
    served = recorded.routes;
  });
  after(() => service.stop());

  test('has every documented operation among the routes, at both addresses', () => {
    assert.ok(served.size > 0, 'routes were reported');
    const missing = documentedRoutes().filter((route) => !served.has(route));
    assert.deepEqual(missing, []);
  });

  test('has every route in the document, or on the list of those that are not part of it', () => {
    const documented = documentedRoutes();
    const undocumented = [...served].filter(
      (route) => !documented.includes(route) && !NOT_DOCUMENTED.some((pattern) => pattern.test(route)),
    );
    assert.deepEqual(undocumented, []);
  });

  test('is served as data, without a key', async () => {
    verifies('DEC-ADDRESS-04');
    for (const path of ['/api/openapi.json', '/openapi.json']) {
      const answer = await send(service.url + path, {});
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(answer.body.openapi, '3.1.1');
      assert.deepEqual(
        Object.keys(answer.body.paths).sort(),
        [...new Set(operations.map((operation) => operation.path))].sort(),
      );
    }
  });

  test('is served as OpenAPI 3.0 too', async () => {
    verifies('DEC-OPENAPI-01');
    const { body: newest } = await send(`${service.url}/api/openapi.json`, {});
    for (const path of ['/api/openapi-3.0.json', '/openapi-3.0.json']) {
      const { status, body } = await send(service.url + path, {});
      assert.deepEqual([status, body.openapi], [200, '3.0.3']);
      assert.deepEqual(Object.keys(body.paths), Object.keys(newest.paths));
    }
  });

  test('is served as a page, without a key and without external resources', async () => {
    verifies('DEC-ADDRESS-05');
    const answer = await send(`${service.url}/api/docs`, {});
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self' data:; /);
    assert.ok(!policy.includes('unsafe'));
    assert.ok(answer.text.includes(`${service.url}/api`), 'the examples have the address of this server');
    for (const { id } of operations) assert.ok(answer.text.includes(`id="${id}"`), id);
  });

  test('is not sent again to a client that has it', async () => {
    const first = await send(`${service.url}/api/docs`, {});
    const etag = first.headers.get('etag') ?? '';
    const again = await send(`${service.url}/api/docs`, { headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, again.text], [304, '']);
    const other = await send(`${service.url}/api/docs`, { headers: { 'if-none-match': '"another"' } });
    assert.equal(other.status, 200);
  });

  test('describes the actual bodies of problems', async () => {
    const account = await service.account(0);
    const rich = await service.account(1);
    const image = { prompt: 'a lake' };
    const refusals = [
      await send(`${service.url}/api/v1/usage`, { headers: { 'user-agent': 'tests/1.0' } }),
      await send(`${service.url}/api/v1/usage`, { headers: { 'user-agent': 'undici' } }),
      await account.post('/api/v1/images/generate', image),
      await rich.post('/api/v1/images/generate', image),
      await rich.post('/api/v1/images/generate', { ...image, heigth: 1 }),
      await rich.post('/api/v1/videos/generate', { ...image, mode: 'slow' }),
      await rich.post('/api/v1/videos/generate', { ...image, mode: 'quality', width: 640, height: 300 }),
      await rich.post('/api/v1/videos/generate', { ...image, mode: 'cinema', duration: 4 }),
      await rich.get('/api/v1/jobs/none'),
    ];
    const codes = refusals.map(({ status, body }) => {
      const schema = problemSchema(body.code).strict();
      assert.deepEqual(schema.safeParse(body).error?.issues ?? [], [], body.code);
      return `${status} ${body.code}`;
    });
    assert.deepEqual(codes, [
      '401 unauthorized',
      '403 user_agent_refused',
      '402 payment_required',
      '402 balance_insufficient',
      '400 invalid_request',
      '400 invalid_mode',
      '400 mode_resolution_unsupported',
      '400 mode_duration_unsupported',
      '404 not_found',
    ]);
  });
});

/** The documented operations as Fastify names them, at each base address. */
function documentedRoutes(): string[] {
  return operations.flatMap(({ method, path, atOrigin }) => {
    if (atOrigin) return [`${method.toUpperCase()} ${path.replace('{file}', '*')}`];
    const route = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `:${camelCase(name)}`);
    return ['', '/api'].map((mount) => `${method.toUpperCase()} ${mount}${route}`);
  });
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
