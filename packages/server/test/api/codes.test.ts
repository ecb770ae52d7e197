import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { balanceSchema, moneyOverviewSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { rotateKey } from '../../src/access/rotate-key.ts';
import { reviewAccount } from '../../src/accounts/review-account.ts';
import { createCode, endCode, type NewCode } from '../../src/grants/change-codes.ts';
import { redeemCode } from '../../src/grants/redeem-code.ts';
import { type ConsoleCaller, newCaller } from '../support/console-caller.ts';
import { balanceOf, newAccount, violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import type { Person } from '../support/signed-in.ts';
import { type Answer, send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

/** Codes that grant a balance, as people redeem them. */

const clock = manualClock('2031-03-05T12:00:00.000Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(async () => {
  assert.deepEqual(await violations(service.database), []);
  await service.stop();
});

async function code(name: string, more: Partial<NewCode> = {}): Promise<void> {
  const whole = { code: name, amountCents: 500, uses: 1, expiresAt: null, grantDays: null, ...more };
  assert.equal(await createCode(service.database, whole, clock.now()), true);
}

const redeem = (person: ConsoleCaller, typed: unknown) => person.post('/billing/redeem', { code: typed });
const inDays = (days: number) => new Date(clock.now().getTime() + days * 24 * HOUR_MS);

function refusal({ status, body, text }: Answer): [status: number, code: string] {
  assert.ok(status >= 400 && status < 500, text);
  return [status, body.code];
}

test('a code grants its balance, whatever case and hyphens are typed, and is listed with its expiry', async () => {
  verifies('DEC-CODE-02', 'DEC-GRANT-03', 'DEC-GRANT-10', 'DEC-BILLING-01');
  await code('SPRING-31-AB', { grantDays: 30, uses: 3 });
  const ann = await newCaller(service, 'ann@example.com');
  const { key } = await service.database.transaction((tx) =>
    rotateKey(tx, ann.accountId, { by: 'operator', network: null }, clock.now()),
  );
  const headers = { 'x-api-key': key, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
  const order = () =>
    send(`${service.url}/v1/images/generate`, { method: 'POST', headers, body: '{"prompt":"x"}' });
  const unpaid = await order();
  assert.deepEqual(refusal(unpaid), [402, 'payment_required']);
  const redeemed = await redeem(ann, ' spring31 ab');
  assert.equal(redeemed.status, 200, redeemed.text);
  assert.equal(moneyOverviewSchema.parse(redeemed.body).balance.balance_cents, 500);
  assert.equal((await order()).status, 200);
  const read = async () => {
    const { body } = await send(`${service.url}/v1/me/balance`, { headers });
    return balanceSchema.parse(body);
  };
  const { balance_cents: balance, purchases } = await read();
  assert.equal(balance, 495);
  assert.deepEqual(purchases, [
    {
      id: purchases[0]?.id,
      amount_cents: 500,
      spent_cents: 5,
      refundable_until: null,
      refunded_at: null,
      purchased_at: clock.now().toISOString(),
      source: 'code',
      expires_at: inDays(30).toISOString(),
      expired_cents: 0,
    },
  ]);
  const exported = await ann.get('/data/export');
  const [listed] = JSON.parse(exported.text).purchases;
  assert.deepEqual([listed.source, listed.code, listed.expired_cents], ['code', 'SPRING-31-AB', 0]);
  const events = await service.database.query<{ details: object }>(
    `select details from security_events where kind = 'code_redeemed' and account_id = $1`,
    [ann.accountId],
  );
  assert.deepEqual(
    events.map(({ details }) => details),
    [
      {
        grant_code: 'SPRING-31-AB',
        amount_cents: 500,
        expires_at: inDays(30).toISOString(),
        purchase: listed.id,
      },
    ],
  );
  assert.deepEqual(refusal(await ann.post(`/billing/purchases/${listed.id}/refund`)), [404, 'not_found']);
  const now = clock.now().toISOString();
  clock.set(inDays(30).toISOString());
  const after = await read();
  assert.deepEqual([after.balance_cents, after.purchases[0]?.expired_cents], [0, 495]);
  const usage = await send(`${service.url}/v1/usage`, { headers });
  assert.equal(usage.body.balance_cents, 0);
  assert.deepEqual(refusal(await order()), [402, 'payment_required']);
  clock.set(now);
});

test('a code that is refused says why, and what to do', async () => {
  verifies('DEC-CODE-04');
  const bo = await newCaller(service, 'bo@example.com');
  const cy = await newCaller(service, 'cy@example.com');
  await code('ONCE-ONLY');
  await code('ENDS-SOON', { expiresAt: inDays(1), uses: 5 });
  await code('IS-ENDED', { uses: 5 });
  assert.equal(await endCode(service.database, 'isended', clock.now()), 'IS-ENDED');
  const unknown = await redeem(bo, 'NO-SUCH-CODE');
  assert.deepEqual(refusal(unknown), [409, 'code_refused']);
  assert.match(unknown.body.error, /Check each letter/);
  assert.equal((await redeem(bo, 'once only')).status, 200);
  const again = await redeem(bo, 'ONCE-ONLY');
  assert.deepEqual(refusal(again), [409, 'code_refused']);
  assert.match(again.body.error, /5\.00 USD are in the list of purchases/);
  const late = await redeem(cy, 'ONCE-ONLY');
  assert.deepEqual(refusal(late), [409, 'code_refused']);
  assert.match(late.body.error, /another one, or top up/);
  assert.match((await redeem(cy, 'IS-ENDED')).body.error, /has expired/);
  const now = clock.now().toISOString();
  clock.set(inDays(1).toISOString());
  assert.match((await redeem(cy, 'ENDS-SOON')).body.error, /has expired/);
  clock.set(now);
  for (const [typed, path] of [
    ['', 'code'],
    ['   ', 'code'],
    [5, 'code'],
    ['x'.repeat(101), 'code'],
  ] as const) {
    const { status, body } = await redeem(cy, typed);
    assert.deepEqual([status, body.issues?.[0]?.path], [400, path]);
  }
  await service.database.transaction((tx) => reviewAccount(tx, cy.accountId, clock.now()));
  assert.deepEqual(refusal(await redeem(cy, 'ENDS-SOON')), [403, 'account_review_required']);
  assert.equal(await balanceOf(service.database, cy.accountId), 0);
});

test('codes are not guessed: an account may try ten an hour', async () => {
  verifies('DEC-CODE-05');
  const dee = await newCaller(service, 'dee@example.com');
  await code('HARD-TO-GUESS');
  const now = clock.now().toISOString();
  clock.advance(2 * HOUR_MS);
  for (let tries = 0; tries < 10; tries++) {
    assert.deepEqual(refusal(await redeem(dee, `GUESS-${tries}`)), [409, 'code_refused']);
  }
  const limited = await redeem(dee, 'HARD-TO-GUESS');
  assert.deepEqual(refusal(limited), [429, 'rate_limited']);
  assert.ok(Number(limited.headers.get('retry-after')) > 3500);
  clock.advance(HOUR_MS + 1000);
  assert.equal((await redeem(dee, 'HARD-TO-GUESS')).status, 200);
  clock.set(now);
});

test('50 accounts at once redeem a code of ten uses ten times, and one account redeems one once', async () => {
  verifies('DEC-CODE-03');
  const { database } = service;
  await code('TEN-TIMES', { uses: 10, amountCents: 7 });
  const accounts = await Promise.all(Array.from({ length: 50 }, () => newAccount(database, 0)));
  const outcome = async (accountId: string, typed: string, network: string): Promise<string> => {
    const redeemed = await redeemCode({ database, clock }, { accountId, network, typed });
    return redeemed.ok ? 'ok' : (redeemed.problem.message.split(/[.;]/, 1)[0] ?? '');
  };
  const count = (outcomes: readonly string[], wanted: string) =>
    outcomes.filter((one) => one === wanted).length;
  const ten = await Promise.all(accounts.map((id) => outcome(id, 'TEN-TIMES', 'one room')));
  assert.deepEqual(
    [count(ten, 'ok'), count(ten, 'The code has been redeemed as often as it may be')],
    [10, 40],
  );
  const balances = await Promise.all(accounts.map((id) => balanceOf(database, id)));
  assert.equal(
    balances.reduce((sum, cents) => sum + cents, 0),
    70,
  );
  await code('FOR-MANY', { uses: 100 });
  const [first = ''] = accounts;
  const twenty = await Promise.all(
    Array.from({ length: 20 }, () => outcome(first, 'FOR-MANY', 'another room')),
  );
  assert.equal(count(twenty, 'ok'), 1);
  assert.deepEqual(
    count(twenty, 'This account has redeemed the code already') + count(twenty, 'Too many codes were tried'),
    19,
  );
  const rows = await database.query<{ code: string; used: number }>(
    `select code, used from grant_codes where code in ('TEN-TIMES', 'FOR-MANY') order by code`,
  );
  assert.deepEqual(rows, [
    { code: 'FOR-MANY', used: 1 },
    { code: 'TEN-TIMES', used: 10 },
  ]);
});

test('without script a code is redeemed on the page where one tops up', async () => {
  verifies('DEC-CODE-02', 'DEC-CODE-04', 'DEC-BILLING-15');
  const eve: Person = await newCaller(service, 'eve@example.com');
  await code('NO-SCRIPT');
  assert.match(await eve.read('/account/top-up'), /name="code"/);
  const wrong = await eve.submit('/account/top-up', { code: 'NO-SCRIPT-2' });
  assert.equal(wrong.status, 422);
  assert.match(await wrong.text(), /There is no such code/);
  const right = await eve.submit('/account/top-up', { code: 'no-script' });
  assert.deepEqual([right.status, right.headers.get('location')], [303, '/account/top-up?redeemed=1']);
  const page = await eve.read('/account/top-up?redeemed=1');
  assert.match(page, /Your balance is <strong>5\.00 USD<\/strong>/);
  assert.match(page, /The code is redeemed/);
  const foreign = await fetch(`${service.url}/account/top-up`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...eve.headers, origin: 'https://evil.example' },
    body: new URLSearchParams({ code: 'NO-SCRIPT' }),
  });
  assert.equal(foreign.status, 403);
});
