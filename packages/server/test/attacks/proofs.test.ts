import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Asked } from '../../src/accounts/decide-proof.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { startClaim } from '../support/claims.ts';
import { ageSessions } from '../support/console-caller.ts';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { nextCodeOf, setUpApp } from '../support/second-factor.ts';
import { recordRoutes } from '../support/served-routes.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** What a thief can do with a password, or with a browser that was left open, at every route of the console. */

const PASSWORD = 'correct horse battery';

let service: TestApp;
let configs: Awaited<ReturnType<typeof recordRoutes>>['configs'];
before(async () => {
  const environment = { KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' };
  const recorded = await recordRoutes(() => startTestApp({ environment }));
  service = recorded.started;
  configs = recorded.configs;
});
after(() => service.stop());

/** Every route of the console and of the account's pages that asks for more than the session. */
const ASKS: Readonly<Record<string, Asked>> = {
  'POST /api/console/keys': 'recent_proof',
  'POST /api/console/keys/:keyId/rotate': 'recent_proof',
  'PUT /api/console/webhooks': 'recent_proof',
  'POST /api/console/webhooks/rotate-secret': 'recent_proof',
  'POST /api/console/billing/auto-recharge': 'recent_proof',
  'POST /api/console/billing/cap': 'recent_proof',
  'POST /api/console/billing/pay-per-use': 'recent_proof',
  'POST /api/console/billing/plan': 'recent_proof',
  'POST /api/console/security/app': 'recent_proof',
  'POST /api/console/security/app/code': 'recent_proof',
  'DELETE /api/console/security/app': 'recent_proof',
  'POST /api/console/security/backup-codes': 'recent_proof',
  'POST /api/console/security/passkeys/options': 'recent_proof',
  'POST /api/console/security/passkeys': 'recent_proof',
  'DELETE /api/console/security/passkeys/:id': 'recent_proof',
  'POST /api/console/email': 'recent_proof',
  'POST /api/console/password': 'own_factor',
  'POST /api/console/data/export': 'recent_proof',
  'GET /api/console/data/export': 'recent_proof',
  'POST /api/console/data/deletion': 'own_factor',
  'POST /api/console/operator/worker-tokens': 'fresh_factor',
  'POST /api/console/operator/worker-tokens/revoke': 'fresh_factor',
  'POST /api/console/operator/jobs/:jobId/cancel': 'fresh_factor',
  'POST /api/console/operator/jobs/:jobId/requeue': 'fresh_factor',
  'POST /api/console/operator/jobs/:jobId/reveal': 'fresh_factor',
  'POST /api/console/operator/accounts/:accountId/ban': 'fresh_factor',
  'POST /api/console/operator/accounts/:accountId/review': 'fresh_factor',
  'POST /api/console/operator/accounts/:accountId/lift-suspension': 'fresh_factor',
  'POST /api/console/operator/accounts/:accountId/limits': 'fresh_factor',
  'POST /api/console/operator/accounts/:accountId/credit': 'fresh_factor',
  'POST /api/console/operator/accounts/:accountId/plan': 'fresh_factor',
  'POST /api/console/operator/accounts/:accountId/price-list': 'fresh_factor',
  'POST /api/console/operator/prices': 'fresh_factor',
  'POST /api/console/operator/prices/preview': 'fresh_factor',
  'POST /api/console/operator/prices/withdraw': 'fresh_factor',
  'POST /api/console/operator/reports/:id/resolve': 'fresh_factor',
  'POST /api/console/operator/blocked/:id/review': 'fresh_factor',
  'POST /api/console/operator/codes': 'fresh_factor',
  'POST /api/console/operator/codes/end': 'fresh_factor',
  'POST /account/key': 'recent_proof',
  'POST /activate/decide': 'recent_proof',
};

/** Every other change: it takes something away, shows or orders something, or is the way to prove who one is. */
const OF_THE_SESSION = [
  'POST /api/console/age',
  'POST /api/console/billing/arrears/pay',
  'POST /api/console/billing/card',
  'DELETE /api/console/billing/card',
  'DELETE /api/console/billing/plan',
  'POST /api/console/billing/purchases/:id/refund',
  'POST /api/console/billing/redeem',
  'POST /api/console/billing/top-up',
  'POST /api/console/confirm',
  'POST /api/console/confirm/passkey-options',
  // Letting the key do more asks for more: console/keys.test.ts.
  'PATCH /api/console/keys/:keyId',
  'DELETE /api/console/keys/:keyId',
  'POST /api/console/keys/:keyId/end-overlap',
  'PUT /api/console/published/:jobId',
  'DELETE /api/console/published/:jobId',
  'POST /api/console/studio/collections',
  'PATCH /api/console/studio/collections/:id',
  'DELETE /api/console/studio/collections/:id',
  'POST /api/console/studio/collections/:id/results',
  'PUT /api/console/studio/kept/:jobId',
  'DELETE /api/console/studio/kept/:jobId',
  'DELETE /api/console/studio/results/:jobId',
  'POST /api/console/studio/templates',
  'PATCH /api/console/studio/templates/:id',
  'DELETE /api/console/studio/templates/:id',
  // Strangers report too.
  'POST /api/console/report',
  'POST /api/console/studio/orders',
  'DELETE /api/console/studio/orders',
  'DELETE /api/console/studio/orders/:orderId',
  'POST /api/console/studio/orders/:orderId/move',
  'POST /api/console/studio/orders/:orderId/resume',
  'DELETE /api/console/sessions/:id',
  'POST /api/console/sessions/end-others',
  'POST /api/console/webhooks/deliveries/:id/replay',
  // A subscription ends with the session.
  'PUT /api/console/push',
  'DELETE /api/console/push',
  'POST /account/top-up',
  'POST /activate/pay',
];

const ID = '01a1f2b3-0000-7000-8000-5b0f4a1e9c1d';
const pathOf = (route: string): readonly [method: string, path: string] => {
  const [method = '', url = ''] = route.split(' ');
  return [method, url.replace(/:\w+/g, ID)];
};

let people = 0;
async function signUp(): Promise<CookieBrowser & { readonly accountId: string; readonly email: string }> {
  people += 1;
  const email = `person-${people}@example.com`;
  const browser = cookieBrowser(service, `203.0.113.${people}`);
  const fields = { mode: 'up', email, password: PASSWORD, age: 'yes', next: '/account' };
  assert.equal((await browser.submit('/signin', fields)).status, 303);
  const [account] = await service.database.query<{ id: string }>('select id from accounts where email = $1', [
    email,
  ]);
  return { ...browser, accountId: account?.id ?? '', email };
}

/** Gives an account a passkey; what it signs is checked in browser/security.test.ts. */
const addPasskey = (accountId: string) =>
  service.database.query(
    `insert into auth_passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
     values (gen_random_uuid(), $1, 'Key', 'x', $2, 0, 'singleDevice', false, now())`,
    [accountId, `credential of ${accountId}`],
  );

const ageFactor = (accountId: string, minutes: number) =>
  service.database.query(
    `update auth_sessions set second_factor_at = now() - $2 * interval '1 minute', confirmed_at = now()
     where user_id = $1`,
    [accountId, minutes],
  );

/** Sends a change to each route that asks for one of these, and returns the codes of the refusals. */
async function refusals(
  browser: CookieBrowser,
  ...asked: readonly Asked[]
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [route, asks] of Object.entries(ASKS)) {
    if (!route.includes('/api/console/') || !asked.includes(asks)) continue;
    const [method, path] = pathOf(route);
    const body = method === 'POST' || method === 'PUT' ? {} : undefined;
    const answer = await browser.console(method, path.replace('/api/console', ''), body);
    const { code } = (await answer.json().catch(() => ({}))) as { code?: string };
    found[route] = answer.status === 403 ? code : answer.status;
  }
  return found;
}

const only = (found: Record<string, unknown>) => [...new Set(Object.values(found))];
const codeIn = async (answer: Response) => ((await answer.json()) as { code: string }).code;

test('the table of routes says what each asks for, and a new one that changes something asks for the most', () => {
  verifies('DEC-PROOF-04');
  const ours = [...configs].filter(([route]) => /^\S+ \/(api\/console|account|activate)\b/.test(route));
  const asking = ours.filter(([, { asks = 'session' }]) => asks !== 'session');
  assert.deepEqual(Object.fromEntries(asking.map(([route, { asks }]) => [route, asks])), ASKS);
  const others = ours.filter(
    ([route, { asks = 'session' }]) => asks === 'session' && !route.startsWith('GET '),
  );
  assert.deepEqual(others.map(([route]) => route).sort(), [...OF_THE_SESSION].sort());
});

test('with only a passkey, the password alone gives nothing of the account away', async () => {
  verifies('DEC-PROOF-01', 'DEC-FACTOR-05');
  const owner = await signUp();
  await addPasskey(owner.accountId);
  const thief = cookieBrowser(service, '198.51.100.1');
  await thief.submit('/signin', { mode: 'in', email: owner.email, password: PASSWORD, next: '/account' });
  assert.ok(thief.isSignedIn());
  assert.deepEqual(only(await refusals(thief, 'recent_proof', 'own_factor')), ['second_factor_required']);
  // The sessions look at first as they do after a confirmation by the password, which proves nothing here.
  assert.equal(
    await codeIn(await thief.console('POST', '/confirm', { password: PASSWORD })),
    'second_factor_required',
  );
  await ageFactor(owner.accountId, 61);
  assert.deepEqual(only(await refusals(thief, 'recent_proof', 'own_factor')), ['second_factor_required']);
  for (const path of ['/security', '/keys', '/webhooks', '/billing']) {
    assert.equal((await thief.console('GET', path)).status, 200, `${path}: it may look`);
  }
  const offered = await (await thief.console('GET', '/confirm')).json();
  assert.deepEqual(offered, { password: false, code: false, backup_code: false, passkey: true });
  const keys = await service.database.query('select from api_keys where account_id = $1', [owner.accountId]);
  assert.equal(keys.length, 0);
});

test('a second factor of the last hour gives way, and an older one does not', async () => {
  verifies('DEC-PROOF-01');
  const owner = await signUp();
  const { secret } = await setUpApp(owner);
  assert.equal((await owner.console('POST', '/keys', { name: 'one' })).status, 201);
  await ageFactor(owner.accountId, 61);
  const refused = await refusals(owner, 'recent_proof', 'own_factor');
  assert.deepEqual(only(refused), ['second_factor_required']);
  assert.equal((await owner.console('POST', '/confirm', { code: await nextCodeOf(secret) })).status, 204);
  assert.equal((await owner.console('POST', '/keys', { name: 'two' })).status, 201);
});

test('a key does no more without the proof, and less at once', async () => {
  verifies('DEC-PROOF-01', 'DEC-KEYS-08');
  const owner = await signUp();
  await setUpApp(owner);
  const made = await owner.console('POST', '/keys', { name: 'one', scopes: ['generate'], cap_cents: 100 });
  const { key } = (await made.json()) as { key: { id: string } };
  await ageFactor(owner.accountId, 61);
  const change = (body: object) => owner.console('PATCH', `/keys/${key.id}`, body);
  for (const wider of [{ scopes: ['generate', 'manage'] }, { cap_cents: 200 }, { cap_cents: null }]) {
    assert.equal(await codeIn(await change(wider)), 'second_factor_required', JSON.stringify(wider));
  }
  assert.equal((await change({ cap_cents: 50 })).status, 200);
  assert.equal((await owner.console('DELETE', `/keys/${key.id}`)).status, 200);
});

test('an account without a second factor asks for a sign-in of the last hour', async () => {
  verifies('DEC-PROOF-02');
  const owner = await signUp();
  await ageSessions(service, owner.accountId, 2);
  const found = await refusals(owner, 'recent_proof');
  assert.deepEqual(only(found), ['recent_sign_in_required']);
  assert.deepEqual(await (await owner.console('GET', '/confirm')).json(), {
    password: true,
    code: false,
    backup_code: false,
    passkey: false,
  });
  assert.equal((await owner.console('POST', '/confirm', { password: PASSWORD })).status, 204);
  assert.equal((await owner.console('POST', '/keys', { name: 'one' })).status, 201);
});

test('a backup code confirms once, and is used up', async () => {
  verifies('DEC-PROOF-05');
  const owner = await signUp();
  const { backupCodes } = await setUpApp(owner);
  const [first = '', second = ''] = backupCodes;
  await ageFactor(owner.accountId, 61);
  const give = (code: string) => owner.console('POST', '/confirm', { backup_code: code });
  assert.equal(await codeIn(await give('aaaaa-aaaaa')), 'confirmation_failed');
  const twice = await Promise.all([give(first), give(first)]);
  assert.deepEqual(twice.map(({ status }) => status).sort(), [204, 422]);
  assert.equal((await give(` ${second.toUpperCase()} `)).status, 204);
  const view = (await (await owner.console('GET', '/security')).json()) as { backup_codes_left: number };
  assert.equal(view.backup_codes_left, 8);
  assert.equal((await owner.console('POST', '/keys', { name: 'one' })).status, 201);
  // Neither is one at sign-in any more.
  const elsewhere = cookieBrowser(service, '198.51.100.2');
  await elsewhere.submit('/signin', { mode: 'in', email: owner.email, password: PASSWORD });
  await elsewhere.submit('/signin/code', { code: first });
  assert.ok(!elsewhere.isSignedIn());
});

test("an operator's second factor ages: what was done to others asks for one of the last ten minutes", async () => {
  verifies('DEC-PROOF-03', 'DEC-OPERATOR-18');
  const operator = await signUp();
  const { secret } = await setUpApp(operator);
  await service.database.query('update accounts set operator = true where id = $1', [operator.accountId]);
  assert.ok(!only(await refusals(operator, 'fresh_factor')).includes('second_factor_required'));
  await ageFactor(operator.accountId, 11);
  const found = await refusals(operator, 'fresh_factor');
  assert.equal(Object.keys(found).length, 19);
  assert.deepEqual(only(found), ['second_factor_required']);
  const reads = [...configs.keys()].filter((route) => route.startsWith('GET /api/console/operator/'));
  for (const route of reads) {
    const { status } = await operator.console('GET', pathOf(route)[1].replace('/api/console', ''));
    assert.notEqual(status, 403, `${route}: the pages show`);
  }
  assert.equal((await operator.console('POST', '/confirm', { code: await nextCodeOf(secret) })).status, 204);
  const made = await operator.console('POST', '/operator/worker-tokens', { name: 'gpu-1' });
  assert.equal(made.status, 200);
});

test('the pages without a script give no key away to a password where there is a second factor', async () => {
  verifies('DEC-PROOF-01', 'DEC-SIGNIN-07');
  const owner = await signUp();
  const { secret, backupCodes } = await setUpApp(owner);
  await ageFactor(owner.accountId, 61);
  const page = await (await owner.open('/account/key')).text();
  assert.match(page, /of your authenticator app, or a backup code/);
  assert.doesNotMatch(page, /name="password"/);
  for (const [fields, status] of [
    [{}, 422],
    [{ password: PASSWORD }, 422],
    [{ code: '000000' }, 401],
    [{ code: 'aaaaa-aaaaa' }, 401],
  ] as const) {
    assert.equal((await owner.submit('/account/key', fields)).status, status, JSON.stringify(fields));
  }
  const keys = () => service.database.query('select from api_keys where account_id = $1', [owner.accountId]);
  assert.equal((await keys()).length, 0);
  const made = await owner.submit('/account/key', { code: await nextCodeOf(secret) });
  assert.equal(made.status, 200, await made.clone().text());
  await ageFactor(owner.accountId, 61);
  assert.equal((await owner.submit('/account/key', { code: backupCodes[0] ?? '' })).status, 200);
});

test('a terminal is not approved with a password where there is a passkey, and is denied without one', async () => {
  verifies('DEC-PROOF-01');
  const owner = await signUp();
  await addPasskey(owner.accountId);
  await service.database.transaction((tx) => grantBalance(tx, owner.accountId, 1000, new Date()));
  const { body: claim } = await startClaim(service, {}, '198.51.100.3');
  const asked = await owner.open(`/activate?user_code=${claim.user_code}`);
  assert.match(await asked.text(), /This asks for your passkey/);
  assert.match(asked.headers.get('content-security-policy') ?? '', /script-src 'self'/);
  const decide = (fields: Record<string, string>) =>
    owner.submit('/activate/decide', { user_code: claim.user_code, ...fields });
  for (const fields of [{}, { password: PASSWORD }, { code: '123456' }]) {
    assert.equal((await decide({ decision: 'approved', ...fields })).status, 422);
    assert.equal((await owner.submit('/account/key', fields)).status, 422);
  }
  const denied = await decide({ decision: 'denied' });
  assert.equal(denied.headers.get('location'), '/activate?done=denied');
  assert.deepEqual(
    await service.database.query('select from api_keys where account_id = $1', [owner.accountId]),
    [],
  );
});
