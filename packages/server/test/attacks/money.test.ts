import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { rotateKey } from '../../src/access/rotate-key.ts';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { liftLimits, setPlan } from '../../src/funding/terms.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { consoleCaller } from '../support/console-caller.ts';
import { ASK, jobCaller } from '../support/job-api.ts';
import { balanceOf, UNLIMITED, violations } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { DISPUTES } from '../support/payments-under-test.ts';
import { type Person, payAt, signUp } from '../support/signed-in.ts';
import { type Answer, send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

/** Attempts to be credited more than was paid, to pay less than was ordered, and to be paid back what was used. */

const CINEMA = { prompt: 'waves', mode: 'cinema' };
const CINEMA_CENTS = 350;
const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

let people = 0;
async function person(): Promise<Person> {
  people += 1;
  return signUp(service, `mallory-${people}@example.com`);
}

async function checkout(payer: Person, amount = '10'): Promise<string> {
  const started = await payer.submit('/account/top-up', { amount });
  assert.equal(started.status, 303, await started.text());
  return started.headers.get('location') ?? '';
}

/** The calls of v1 with a key of the account, which has no limits of calls or jobs. */
async function withKey(accountId: string) {
  const by = { by: 'page', network: null } as const;
  const { key } = await service.database.transaction((tx) => rotateKey(tx, accountId, by, clock.now()));
  await setLimits(service.database, accountId, UNLIMITED);
  const headers = { 'x-api-key': key, 'user-agent': TEST_USER_AGENT };
  const json = { ...headers, 'content-type': 'application/json' };
  return {
    post: (path: string, body: object, more = {}): Promise<Answer> =>
      send(service.url + path, {
        method: 'POST',
        headers: { ...json, ...more },
        body: JSON.stringify(body),
      }),
    delete: (path: string): Promise<Answer> => send(service.url + path, { method: 'DELETE', headers }),
  };
}

async function purchaseOf({ accountId }: Person): Promise<string> {
  const [purchase] = await service.database.query<{ id: string }>(
    'select id from purchases where account_id = $1',
    [accountId],
  );
  return purchase?.id ?? '';
}

const balance = ({ accountId }: Person): Promise<number> => balanceOf(service.database, accountId);
const refund = async (payer: Person): Promise<Answer> =>
  consoleCaller(service, payer).post(`/billing/purchases/${await purchaseOf(payer)}/refund`);

test('an amount that no form offers starts no checkout and no recharge', async () => {
  verifies('V1-BALANCE-06');
  const payer = await person();
  const amounts = [
    '-10',
    '0',
    '10.00',
    '1e2',
    '0x64',
    ' 100',
    '+100',
    '100,00',
    '１００',
    'NaN',
    '__proto__',
  ];
  for (const amount of amounts) {
    assert.equal((await payer.submit('/account/top-up', { amount })).status, 422, amount);
    for (const [path, body] of [
      ['/billing/top-up', { amount_usd: amount }],
      ['/billing/auto-recharge', { enabled: true, amount_usd: amount }],
    ] as const) {
      assert.equal((await consoleCaller(service, payer).post(path, body)).status, 400, `${path} ${amount}`);
    }
  }
  const started = await service.database.query('select from payments where account_id = $1', [
    payer.accountId,
  ]);
  assert.deepEqual(started, []);
});

test('a cap or a recharge that is no plain number of the contract is refused', async () => {
  verifies('DEC-REQUEST-01', 'V1-ENDPOINT-08', 'V1-ENDPOINT-10');
  const customer = await service.account();
  const before = (await customer.get('/v1/me/balance')).text;
  const caps = [
    '-500',
    '1e400',
    '-1e400',
    '499.999999999999',
    '"500"',
    '[500]',
    '{"$gt":0}',
    'true',
    '9007199254740993',
  ];
  for (const cap of caps) {
    const answer = await customer.post('/v1/me/overage/cap', `{"cap_cents":${cap}}`);
    assert.equal(answer.status, 400, cap);
  }
  for (const usd of ['-10', '10.5', '"10"', '[10]', '1e400', '1000', '0']) {
    const answer = await customer.post(
      '/v1/me/balance/auto-recharge',
      `{"enabled":true,"amount_usd":${usd}}`,
    );
    assert.equal(answer.status, 400, usd);
  }
  assert.equal((await customer.get('/v1/me/balance')).text, before);
});

test('a checkout that is replayed, paid past the bank or sent another amount credits what was ordered, once', async () => {
  verifies('DEC-PAYMENT-02');
  const payer = await person();
  const url = await checkout(payer);
  const step = (name: string, fields: Record<string, string>) =>
    fetch(`${url}/${name}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  // The bank was never asked, so it has confirmed nothing.
  await step('bank', { outcome: 'confirm' });
  assert.equal(await balance(payer), 0);
  const card = { number: '4242424242424242', expiry: '12/99', cvc: '123' };
  const more = { amount: '100', amount_cents: '10000', amountCents: '10000', account_id: payer.accountId };
  const steps = Array.from({ length: 5 }, () => [
    step('pay', { ...card, ...more }),
    step('bank', { outcome: 'confirm', ...more }),
  ]);
  await Promise.all(steps.flat());
  await step('cancel', {});
  await step('pay', card);
  assert.equal(await balance(payer), 1000);
});

test('what a delivered or a running job used is not refunded, also after the job is deleted', async () => {
  verifies('V1-BALANCE-14');
  const payer = await person();
  await payAt(await checkout(payer));
  const api = await withKey(payer.accountId);
  const order = async () => (await api.post('/v1/images/generate', { prompt: 'a pear' })).body.poll_url;
  const running = await order();
  const lease = await takeLease(service.worker);
  assert.equal((await refund(payer)).status, 409);
  await deliver(service.worker, lease);
  assert.equal((await api.delete(running)).status, 204);
  assert.equal((await refund(payer)).status, 409);
  assert.equal(await balance(payer), 995);
});

test('a charge that its card disputes buys nothing and is not paid back twice', async () => {
  verifies('DEC-BILLING-08', 'DEC-FUNDING-07');
  const payer = await person();
  await payAt(await checkout(payer), DISPUTES);
  const api = await withKey(payer.accountId);
  const ordered = await api.post('/v1/images/generate', { prompt: 'a pear' });
  assert.deepEqual([ordered.status, ordered.body.code], [403, 'account_review_required']);
  const refunds = await Promise.all(Array.from({ length: 5 }, () => refund(payer)));
  for (const { status } of refunds) assert.equal(status, 403);
  assert.deepEqual(await service.database.query('select from refunds'), []);
});

test('a cap that is raised and lowered while orders race is never exceeded', async () => {
  verifies('V1-CAP-04', 'V1-CAP-05');
  const customer = await service.account(0);
  const plan = { name: 'pro', source: 'operator', interval: 'month', billing: 'manual' } as const;
  await service.database.transaction(async (tx) => {
    await setPlan(tx, customer.id, plan);
    await liftLimits(tx, customer.id, clock.now());
  });
  await customer.post('/v1/me/overage/toggle', { enabled: true });
  const cap = (cents: number) => customer.post('/v1/me/overage/cap', { cap_cents: cents });
  await cap(500);
  const calls = Array.from({ length: 12 }, (_, call) => [
    customer.post('/v1/videos/generate', CINEMA),
    cap(call % 2 === 0 ? 1000 : 500),
  ]);
  const orders = (await Promise.all(calls.flat())).filter((_, call) => call % 2 === 0);
  const accepted = orders.filter(({ status }) => status === 200).length;
  assert.ok(accepted === 1 || accepted === 2, `${accepted} were accepted`);
  for (const { status, body } of orders) {
    if (status !== 200) assert.deepEqual([status, body.code], [429, 'monthly_cap_reached']);
  }
  const { body } = await customer.get('/v1/me/overage');
  assert.equal(body.charged_cents, accepted * CINEMA_CENTS);
  await cap(500);
  assert.equal((await customer.post('/v1/videos/generate', CINEMA)).status, 429);
});

test('the Idempotency-Key of a free image does not pay for an order of v1', async () => {
  verifies('DEC-IDEMPOTENCY-03', 'DEC-IDEMPOTENCY-06');
  const caller = await jobCaller(service);
  const key = { 'idempotency-key': 'free' };
  assert.equal((await caller.generate({ ...ASK, type: 'image' }, key)).status, 200);
  const { accountId } = caller;
  await service.database.transaction((tx) => grantBalance(tx, accountId, 1000, clock.now()));
  const api = await withKey(accountId);
  const ordered = await api.post('/v1/images/generate', { prompt: ASK.prompt }, key);
  assert.deepEqual([ordered.status, ordered.body.code], [409, 'idempotency_conflict']);
  assert.equal(await balanceOf(service.database, accountId), 1000);
});

test('a price, a balance or an account in the body of an order is refused', async () => {
  verifies('DEC-REQUEST-02');
  const customer = await service.account();
  const other = await service.account();
  const fields = [
    { price_cents: 0 },
    { priceCents: 0 },
    { cost_cents: -5 },
    { account_id: other.id },
    { plan: 'max' },
    { tier: 'max' },
    { credit_cost: 0 },
    { idempotency: null },
  ];
  for (const field of fields) {
    const answer = await assertUntouched(service, customer, () =>
      customer.post('/v1/images/generate', { prompt: 'a pear', ...field }),
    );
    assert.equal(answer.status, 400, JSON.stringify(field));
  }
});

test('the audit finds no violations afterwards', async () => {
  assert.deepEqual(await violations(service.database), []);
});
