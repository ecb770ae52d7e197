import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { leaseSecretHeader } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import type { App } from '../../src/app.ts';
import { openDatabase } from '../../src/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts';
import { migrate } from '../../src/db/migrate.ts';
import { operations } from '../../src/http/openapi/operations.ts';
import { newId } from '../../src/kernel/ids.ts';
import { leaseRequest, rendererReport } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { assertDocumented } from '../support/documented-problems.ts';
import { jobCaller } from '../support/job-api.ts';
import { AGREED } from '../support/make-results.ts';
import { recordRoutes } from '../support/served-routes.ts';
import { makeOperator, signUp } from '../support/signed-in.ts';
import { TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';
import { type FaultScene, setFaultScene, WORKER_TOKEN } from './fault-scene.ts';

/** PostgreSQL is stopped, and every route is called: with the credential that it takes, and without one. */

let folder: string;
let postgres: EmbeddedPostgres;
let scene: FaultScene;
let app: App;
let routes: readonly string[];
/** What each kind of caller sends. */
let credentials: Readonly<Record<'key' | 'token' | 'session' | 'worker', Record<string, string>>>;

const start = () => startEmbeddedPostgres(path.join(folder, 'postgres'), 'for-tests');

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-away-'));
  postgres = await start();
  const { connectionString } = postgres;
  const database = openDatabase({ connectionString, onError: () => {} });
  await migrate(database);
  scene = await setFaultScene({ database, connectionString, close: () => database.close() });
  const recorded = await recordRoutes(() => scene.startHere());
  app = recorded.started;
  routes = [...recorded.routes];
  const service = { url: app.url, database } as TestApp;
  const person = await signUp(service, 'ann@example.com');
  await makeOperator(service, person.accountId);
  const { token } = await jobCaller(service);
  const { apiKey } = await scene.customer(1000);
  credentials = {
    key: { 'x-api-key': apiKey, authorization: `Bearer ${apiKey}` },
    token: { authorization: `Bearer ${token}` },
    session: { ...person.headers, origin: app.url },
    worker: { authorization: `Bearer ${WORKER_TOKEN}` },
  };
});
after(async () => {
  await scene.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The routes that need no database, and what they answer. Whatever else there is must answer 503. */
const WITHOUT_DATABASE: readonly (readonly [route: RegExp, statuses: readonly number[]])[] = [
  // The files of the console and the documents; the pages of the console ask for their data themselves.
  [/^GET \/(studio|explore|pricing|account|operator)?(\/\*)?$/, [200]],
  // The catalogue is in the memory of each server.
  [/^GET \/api\/console\/pricing$/, [200]],
  [/^GET \/(robots\.txt|push-worker\.js|manifest\.webmanifest)$/, [200]],
  [/^GET \/(assets\/\*|docs\/:page|\.well-known\/security\.txt)$/, [200, 404]],
  [
    /^GET \/(livez|readyz|terms|signin\/passkey\.js|docs\/(search|find|minisearch)\.js(on)?|downloads\/[\w.-]+\.(mjs|whl))$/,
    [200],
  ],
  [/^GET (\/api)?\/(docs|openapi(-3\.0)?\.json)$/, [200, 302]],
  // It reports that nothing is known.
  [/^GET (\/api)?\/health$/, [200]],
  // Empty forms.
  [/^GET \/signin(\/password|\/code)?$/, [200]],
  // Leads to the console.
  [/^GET \/account\/billing$/, [303]],
  // The signature comes before everything else.
  [/^GET \/files\/\*$/, [404]],
  [/^GET \/api\/auth\/verify-email$/, [400]],
  [/^POST \/worker\/v1\/upload-check$/, [200, 401]],
];

const isForPeople = (url: string): boolean =>
  !/^\/(api|v1|openai|worker|generate|job|jobs|health|report|me|quote|webhooks|livez|readyz)(\/|$)/.test(url);

function credentialOf(url: string): Record<string, string> {
  if (url.startsWith('/worker/')) return credentials.worker;
  if (/^(\/api)?\/(v1|openai)\//.test(url)) return credentials.key;
  if (/^(\/api)?\/(generate|jobs?|report|me|quote)(\/|$)/.test(url)) return credentials.token;
  return credentials.session;
}

/** Bodies with which a route that no operation of the reference describes gets as far as the database. */
const BODIES: Readonly<Record<string, unknown>> = {
  'POST /worker/v1/leases': leaseRequest(),
  'PUT /api/console/published/:jobId': AGREED,
  'POST /api/console/report': { content_id: newId(), reason: 'other' },
  'POST /worker/v1/stopped': { worker: 'a-worker' },
  'POST /worker/v1/renderer-time': rendererReport('a-worker', {}),
  'POST /worker/v1/trouble': { worker: 'a-worker', kind: 'broken', sentence: 'restart it' },
  'POST /api/console/studio/orders/:orderId/move': { before: null },
  'POST /api/console/studio/orders/:orderId/resume': { price: null },
  'POST /api/auth/two-factor/verify-backup-code': { code: 'abcde-fghij' },
  'POST /api/auth/send-verification-email': { email: 'ann@example.com' },
};
const FORM = {
  ...{ mode: 'in', email: 'ann@example.com', password: 'a wrong password', newPassword: 'a new password' },
  ...{ token: 'x'.repeat(24), age: 'yes', code: '123456', decision: 'denied', user_code: 'BCDF-GHJK' },
};

function bodyOf(method: string, url: string): string | Uint8Array | URLSearchParams {
  if (isForPeople(url)) return new URLSearchParams(FORM);
  if (/\/(artifacts\/:name|sign|upload-check)$/.test(url)) return new Uint8Array(8);
  const atOrigin = url.replace(/^\/api(?=\/)/, '');
  const operation = operations.find(
    (one) =>
      one.method.toUpperCase() === method &&
      [url, atOrigin].includes(one.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `:${camelCase(name)}`)),
  );
  return JSON.stringify(BODIES[`${method} ${url}`] ?? operation?.request?.examples[0]?.value ?? {});
}

const camelCase = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function typeOf(body: ReturnType<typeof bodyOf>): Record<string, string> {
  if (typeof body === 'string') return { 'content-type': 'application/json' };
  return body instanceof Uint8Array ? { 'content-type': 'application/octet-stream' } : {};
}

async function call(route: string, headers: Record<string, string>): Promise<Response> {
  const [method = '', url = ''] = route.split(' ');
  const address = url
    .replace('models/:id', 'models/fast')
    .replace(':attempt', '1')
    .replace(':name', 'result.png')
    .replace(':code', 'x'.repeat(43))
    .replaceAll(/:\w+/g, () => newId())
    .replace('*', `${newId()}.png`);
  const body = method === 'GET' ? undefined : bodyOf(method, url);
  return fetch(app.url + address, {
    method,
    redirect: 'manual',
    headers: {
      'user-agent': TEST_USER_AGENT,
      [leaseSecretHeader]: 'a-secret',
      ...headers,
      ...(isForPeople(url) && { accept: 'text/html' }),
      ...(body !== undefined && typeOf(body)),
    },
    ...(body !== undefined && { body: body as URLSearchParams }),
  });
}

/** Stops it at once, although the service is connected. */
async function stopPostgres(): Promise<void> {
  const file = path.join(folder, 'postgres/cluster/postmaster.pid');
  process.kill(Number((await readFile(file, 'utf8')).split('\n')[0]), 'SIGINT');
  await until(() => !existsSync(file));
}

test('while the database is stopped, every route that needs it is 503, and nobody is signed out', async () => {
  verifies('DEC-FAULT-08', 'V1-ERROR-10');
  await stopPostgres();
  const wrong = routes.map(async (route) => {
    const [, url = ''] = route.split(' ');
    return [await defectOf(route, credentialOf(url)), await defectOf(route, undefined)];
  });
  assert.deepEqual((await Promise.all(wrong)).flat().filter(Boolean), []);
});

/** What is wrong with the response of a route while the database is stopped; undefined if nothing is. */
async function defectOf(
  route: string,
  credential: Record<string, string> | undefined,
): Promise<string | undefined> {
  const [method = '', url = ''] = route.split(' ');
  const {
    status,
    headers,
    text: whole,
  } = await call(route, credential ?? {}).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }));
  if (status === 503 && headers.get('content-type')?.startsWith('application/json') === true)
    assertDocumented(method, app.url + url, { status, headers, body: JSON.parse(whole) });
  const text = whole.replaceAll(/\s+/g, ' ').slice(0, 160);
  const described = `${route} ${credential === undefined ? 'without' : 'with'} a credential: ${status} ${text}`;
  const [, others] = WITHOUT_DATABASE.find(([pattern]) => pattern.test(route)) ?? [];
  if (others !== undefined) return others.includes(status) ? undefined : described;
  if (status !== 503) return credential === undefined && status < 500 ? undefined : described;
  if (!/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) return `${described} (no Retry-After)`;
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  return isPage === isForPeople(url) ? undefined : `${described} (not for its reader)`;
}

test('once it is back, the same session, token and key work again', async () => {
  verifies('DEC-FAULT-08');
  postgres = await start();
  const status = async (route: string, headers: Record<string, string>) =>
    (await call(route, headers)).status;
  await until(async () => (await status('GET /v1/usage', credentials.key)) === 200);
  assert.equal(await status('GET /api/auth/token', credentials.session), 200);
  assert.equal(await status('GET /api/me', credentials.token), 200);
  assert.equal(await status('GET /account/key', credentials.session), 200);
});
