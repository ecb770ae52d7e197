import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { recordRoutes } from '../support/served-routes.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** What pages of other sites, and hosts beside this one, can do to a browser that is signed in by https. */

const HOME = 'https://media.example.com';
const PASSWORD = 'correct horse battery';

let service: TestApp;
let routes: ReadonlySet<string>;
before(async () => {
  const environment = { KINORA_PUBLIC_URL: HOME };
  const recorded = await recordRoutes(() => startTestApp({ environment }));
  service = recorded.started;
  routes = recorded.routes;
});
after(() => service.stop());

const FORM = 'application/x-www-form-urlencoded';

function post(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  method = 'POST',
): Promise<Response> {
  return fetch(service.url + path, { method, redirect: 'manual', headers, body });
}

const fields = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();
const cookiesOf = ({ headers }: Response): readonly string[] => headers.getSetCookie();
const sent = (cookies: readonly string[]): string => cookies.map((one) => one.split(';')[0]).join('; ');

async function signUp(email: string): Promise<Response> {
  const body = fields({ mode: 'up', email, password: PASSWORD, age: 'yes', next: '/account' });
  const answer = await post('/signin', body, { origin: HOME, 'content-type': FORM });
  assert.equal(answer.status, 303);
  return answer;
}

test('every cookie is bound to this host and to https by its name', async () => {
  verifies('DEC-SESSION-01');
  const page = await signUp('ann@example.com');
  const json = { origin: HOME, 'content-type': 'application/json' };
  const credentials = JSON.stringify({ email: 'ann@example.com', password: PASSWORD });
  const api = await post('/api/auth/sign-in/email', credentials, json);
  const challenge = await post('/signin/passkey/options', '{}', json);
  const out = await post('/signin/out', '', { ...json, cookie: sent(cookiesOf(page)), 'content-type': FORM });
  await service.database.query('update auth_users set two_factor_enabled = true');
  const code = await post('/api/auth/sign-in/email', credentials, json);
  const cookies = [page, api, challenge, out, code].flatMap(cookiesOf);
  const names = new Set(cookies.map((cookie) => cookie.split('=')[0]));
  for (const name of ['session_token', 'device', 'passkey_challenge', 'two_factor']) {
    assert.ok(names.has(`__Host-kinora.${name}`), name);
  }
  for (const cookie of cookies) {
    const [pair = '', ...attributes] = cookie.split(/;\s*/);
    const lower = attributes.map((attribute) => attribute.toLowerCase());
    assert.ok(pair.startsWith('__Host-'), pair.split('=')[0] ?? '');
    for (const needed of ['secure', 'path=/', 'httponly', 'samesite=lax']) {
      assert.ok(lower.includes(needed), `${needed}: ${cookie.split('=')[0]}`);
    }
    assert.ok(!lower.some((attribute) => attribute.startsWith('domain')));
  }
});

test('a cookie that a subdomain planted under the plain name is not a session and no known browser', async () => {
  verifies('DEC-SESSION-01');
  const cookies = sent(cookiesOf(await signUp('bo@example.com')));
  const session = (cookie: string) =>
    fetch(`${service.url}/api/console/session`, { headers: { cookie } }).then((one) => one.json());
  const signedIn = (await session(cookies)) as { signed_in: boolean };
  assert.equal(signedIn.signed_in, true);
  const planted = (await session(cookies.replaceAll('__Host-', ''))) as { signed_in: boolean };
  assert.equal(planted.signed_in, false);
});

/** How a browser describes what a page of another site sends. */
const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  { origin: 'https://evil.media.example.com', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
  { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
];

/** What a page of another site can send without a preflight request, and what it cannot. */
const BODIES = [
  [FORM, fields({ email: 'x@example.com', password: PASSWORD, decision: 'approved', user_code: 'BCDFGHJK' })],
  ['text/plain', JSON.stringify({ email: 'x@example.com', password: PASSWORD })],
  ['application/json', JSON.stringify({ email: 'x@example.com', password: PASSWORD, name: '' })],
] as const;

/** The routes that change something for a signed-in person. Webhooks and the sandbox's checkout have no session. */
const changes = (): readonly (readonly [method: string, path: string])[] =>
  [...routes]
    .map((route) => route.split(' ') as [string, string])
    .filter(
      ([method, url]) => method !== 'GET' && /^\/(signin|activate|account|api\/(auth|console))\b/.test(url),
    )
    .map(([method, url]) => [method, url.replace(/:\w+/g, '01a1f2b3-0000-7000-8000-5b0f4a1e9c1d')]);

test('no form and no script of another site changes anything, signed in or not', async () => {
  verifies('DEC-SESSION-02');
  const cookie = sent(cookiesOf(await signUp('cy@example.com')));
  const state = () =>
    service.database.query('select id, token, confirmed_at, second_factor_at from auth_sessions order by id');
  const events = () => service.database.query('select id from security_events order by id');
  const [sessions, logged] = [await state(), await events()];
  assert.ok(changes().length > 25, 'the routes were found');
  for (const [method, path] of changes()) {
    for (const headers of FOREIGN) {
      for (const [type, body] of BODIES) {
        for (const who of [{ cookie }, {}]) {
          const answer = await post(path, body, { ...headers, ...who, 'content-type': type }, method);
          const what = `${method} ${path} ${type} from ${headers.origin ?? 'nowhere'}`;
          assert.ok(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status}`);
          assert.equal(answer.headers.get('access-control-allow-origin'), null, what);
          assert.ok(!sent(cookiesOf(answer)).includes('session_token'), what);
          await answer.body?.cancel();
        }
      }
    }
  }
  assert.deepEqual(await state(), sessions, 'no session was opened, ended or confirmed');
  assert.deepEqual(await events(), logged);
  const sameOrigin = await post('/signin/out', '', { origin: HOME, cookie, 'content-type': FORM });
  assert.equal(sameOrigin.status, 303, 'the own page may');
});

test('a page of another site reads nothing of the console', async () => {
  verifies('DEC-SESSION-02');
  const cookie = sent(cookiesOf(await signUp('dee@example.com')));
  for (const path of ['/api/console/session', '/api/console/sessions', '/api/auth/get-session', '/account']) {
    const answer = await fetch(service.url + path, { headers: { cookie, origin: 'https://evil.example' } });
    assert.equal(answer.headers.get('access-control-allow-origin'), null, path);
    assert.equal(answer.headers.get('access-control-allow-credentials'), null, path);
    await answer.body?.cancel();
  }
});
