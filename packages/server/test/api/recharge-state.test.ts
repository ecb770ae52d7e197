import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { reviewAccount } from '../../src/accounts/review-account.ts';
import { addTask } from '../../src/tasks/add-task.ts';
import { until } from '../support/deadline.ts';
import { emailsIn } from '../support/emails.ts';
import { violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { DECLINES_LATER } from '../support/payments-under-test.ts';
import { buyAtSandbox } from '../support/sandbox-purchase.ts';
import { type Answer, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid } from '../support/untouched.ts';

/** Auto-recharge as a state: over HTTP, with the sandbox and the real background tasks. */

const clock = manualClock('2031-03-05T12:00:00.000Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock, environment: { KINORA_PAYMENTS: 'sandbox' } });
});
after(() => service.stop());

const PATH = '/v1/me/balance/auto-recharge';
const balanceOf = async (customer: TestAccount) => (await customer.get('/v1/me/balance')).body.balance_cents;
const setCap = (customer: TestAccount, cents: number) =>
  customer.post('/v1/me/overage/cap', { cap_cents: cents });
/** A video of 5 USD. */
const order = (customer: TestAccount): Promise<Answer> =>
  customer.post('/v1/videos/generate', {
    prompt: 'waves',
    mode: 'quality',
    duration: 10,
    width: 1920,
    height: 1080,
  });

async function spendTenUsd(customer: TestAccount): Promise<void> {
  for (const _half of [1, 2]) assert.equal((await order(customer)).status, 200);
}

/** An account with 10 USD bought by card, auto-recharge of 10 USD on and a cap of 10 USD. */
async function customerWithCap(card?: string): Promise<TestAccount> {
  const customer = await service.account(0);
  await buyAtSandbox(service, clock, customer, { amountUsd: 10 }, card);
  assert.equal((await setCap(customer, 1000)).status, 200);
  assert.equal((await customer.post(PATH, { enabled: true, amount_usd: 10 })).status, 200);
  return customer;
}

/** Recharged once and spent again, so that the cap stops the next recharge. */
async function stoppedByCap(): Promise<TestAccount> {
  const customer = await customerWithCap();
  await spendTenUsd(customer);
  await until(async () => (await balanceOf(customer)) === 1000);
  await spendTenUsd(customer);
  const refused = await order(customer);
  assert.deepEqual([refused.status, refused.body.code], [402, 'balance_insufficient']);
  assert.equal('recharge' in refused.body, false);
  assert.match(refused.body.error, /recharge of 10\.00 USD would pass the monthly cap of 10\.00 USD/);
  return customer;
}

test('a recharge that the cap stopped happens when the cap is raised', async () => {
  verifies('DEC-RECHARGE-01');
  const customer = await stoppedByCap();
  assert.equal((await setCap(customer, 2000)).status, 200);
  await until(async () => (await balanceOf(customer)) === 1000);
  assert.equal((await order(customer)).status, 200);
  assert.deepEqual(await violations(service.database), []);
});

test('a recharge that the cap stopped happens when the month ends', async () => {
  verifies('DEC-RECHARGE-01');
  const customer = await stoppedByCap();
  clock.set('2031-04-01T00:00:00.000Z');
  await service.database.transaction((tx) => addTask(tx, 'payments_due', {}));
  await until(async () => (await balanceOf(customer)) === 1000);
  assert.deepEqual(await violations(service.database), []);
  clock.set('2031-03-05T12:00:00.000Z');
});

test('an order that the balance does not cover starts the recharge that is due, and its retry succeeds', async () => {
  verifies('DEC-RECHARGE-02');
  const customer = await stoppedByCap();
  clock.set('2031-05-01T00:00:00.000Z');
  const refused = await order(customer);
  assert.deepEqual([refused.status, refused.body.code], [402, 'balance_insufficient']);
  assert.equal(refused.body.recharge, 'pending');
  await until(async () => (await balanceOf(customer)) === 1000);
  assert.equal((await order(customer)).status, 200);
  assert.deepEqual(await violations(service.database), []);
  clock.set('2031-03-05T12:00:00.000Z');
});

test('an order that a balance of 2 USD or more does not cover says why auto-recharge does not help', async () => {
  verifies('DEC-RECHARGE-02');
  const customer = await service.account(200);
  assert.equal((await customer.post(PATH, { enabled: true, amount_usd: 10 })).status, 200);
  const refused = await order(customer);
  assert.deepEqual([refused.status, refused.body.code], [402, 'balance_insufficient']);
  assert.equal('recharge' in refused.body, false);
  assert.match(refused.body.error, /Auto-recharge starts below 2\.00 USD; top up/);
  assert.equal((await customer.post(PATH, { enabled: false })).status, 200);
  assert.doesNotMatch((await order(customer)).body.error, /Auto-recharge/);
});

test('an amount above the cap, and a cap below the amount, are refused with both', async () => {
  verifies('DEC-RECHARGE-03');
  const customer = await customerWithCap();
  const both = /25\.00 USD.*10\.00 USD/;
  assertInvalid(await customer.post(PATH, { enabled: true, amount_usd: 25 }), 'amount_usd', both);
  assertInvalid(await setCap(customer, 500), 'cap_cents', /5\.00 USD.*10\.00 USD/);
  const fresh = await service.account(500);
  assert.equal((await fresh.post(PATH, { enabled: true, amount_usd: 25 })).status, 200);
  assertInvalid(await setCap(fresh, 2000), 'cap_cents', /20\.00 USD.*25\.00 USD/);
  assert.equal((await fresh.post(PATH, { enabled: false })).status, 200);
  assert.equal((await setCap(fresh, 2000)).status, 200);
});

test('turning auto-recharge off does not clear a decline, and turning it on does', async () => {
  verifies('DEC-FUNDING-12', 'DEC-RECHARGE-04');
  const customer = await customerWithCap(DECLINES_LATER);
  await spendTenUsd(customer);
  const state = async () => (await customer.get('/v1/me/balance')).body.auto_recharge;
  await until(async () => (await state()).declined_at !== null);
  const off = await customer.post(PATH, { enabled: false });
  assert.equal(off.body.auto_recharge.declined_at, clock.now().toISOString());
  assert.equal((await order(customer)).body.code, 'auto_recharge_declined');
  const on = await customer.post(PATH, { enabled: true, amount_usd: 10 });
  assert.equal(on.body.auto_recharge.declined_at, null);
});

test('overage and balance tell the same cap, chosen or not, with and without a plan', async () => {
  verifies('DEC-ANSWER-11');
  const customer = await service.account(500);
  const caps = async () => [
    (await customer.get('/v1/me/balance')).body.monthly_cap_cents,
    (await customer.get('/v1/me/overage')).body.cap_cents,
  ];
  assert.deepEqual(await caps(), [5000, 5000]);
  assert.equal((await customer.get('/v1/me/overage')).body.cap_chosen, false);
  const { body } = await setCap(customer, 2500);
  assert.deepEqual([body.cap_cents, body.cap_chosen, body.remaining_cents], [2500, true, 2500]);
  assert.deepEqual(await caps(), [2500, 2500]);
});

test('refundable_until is null unless the purchase can be refunded', async () => {
  verifies('DEC-FUNDING-06', 'DEC-ANSWER-12');
  const until24h = '2031-03-06T12:00:00.000Z';
  const shown = async (customer: TestAccount) =>
    (await customer.get('/v1/me/balance')).body.purchases[0].refundable_until;
  const granted = await service.account(500);
  assert.equal(await shown(granted), null);
  const buyer = await service.account(0);
  await buyAtSandbox(service, clock, buyer, { amountUsd: 10 });
  assert.equal(await shown(buyer), until24h);
  clock.advance(24 * HOUR_MS);
  assert.equal(await shown(buyer), null, 'too late');
  clock.advance(-24 * HOUR_MS);
  await service.database.transaction((tx) => reviewAccount(tx, buyer.id, clock.now()));
  assert.equal(await shown(buyer), null, 'under review');
  await service.database.query('update accounts set under_review_since = null where id = $1', [buyer.id]);
  assert.equal(await shown(buyer), until24h);
  assert.equal((await order(buyer)).status, 200);
  assert.equal(await shown(buyer), null, 'spent');
});

async function emailsTo(customer: TestAccount): Promise<{ subject: string; text: string }[]> {
  const [row] = await service.database.query<{ email: string }>('select email from accounts where id = $1', [
    customer.id,
  ]);
  return (await emailsIn(service.dataDir)).filter(({ to }) => to === row?.email);
}

test('each charge of the card, and a change of settings with the key, are reported by email', async () => {
  verifies('DEC-NOTICE-01', 'DEC-NOTICE-02');
  const customer = await customerWithCap();
  await spendTenUsd(customer);
  await until(async () => (await balanceOf(customer)) === 1000);
  const charges = async () => (await emailsTo(customer)).filter(({ subject }) => /was charged/.test(subject));
  await until(async () => (await charges()).length === 2);
  assert.match((await charges())[0]?.text ?? '', /10\.00 USD for a top-up/);
  assert.match((await charges())[1]?.text ?? '', /10\.00 USD for an auto-recharge/);
  const notices = async () => (await emailsTo(customer)).filter(({ subject }) => /^Settings/.test(subject));
  await until(async () => (await notices()).length > 0);
  assert.match((await notices())[0]?.text ?? '', /Monthly cap: 10\.00 USD/);
});

test('a leaked key that changes the settings a hundred times sends one email a minute', async () => {
  verifies('DEC-NOTICE-03');
  const customer = await service.account(500);
  const notices = async () => (await emailsTo(customer)).filter(({ subject }) => /^Settings/.test(subject));
  await setCap(customer, 1000);
  await until(async () => (await notices()).length === 1);
  for (let change = 0; change < 100; change++) await setCap(customer, 1001 + change);
  await customer.post('/v1/me/overage/toggle', { enabled: true });
  assert.equal((await notices()).length, 1);
  const waiting = `select extract(epoch from run_at - next_at)::int as seconds
    from graphile_worker.jobs, settings_notices where key = 'settings_notice:' || account_id and account_id = $1`;
  assert.deepEqual(
    await service.database.query(waiting, [customer.id]),
    [{ seconds: 0 }],
    'as soon as the next may be sent',
  );
  // The minute is over.
  await service.database.query(`update settings_notices set next_at = now() where account_id = $1`, [
    customer.id,
  ]);
  await setCap(customer, 3000);
  await until(async () => (await notices()).length === 2);
  const second = (await notices())[1]?.text ?? '';
  assert.match(second, /after 82 other changes/);
  assert.match(second, /Pay per use: on; with the key kn_\w{8}\S+, from 127\.0\.0\.1/);
  assert.match(second, /Monthly cap: 30\.00 USD; with the key/);
  // The task that reported it ends a moment after its email was written.
  await until(async () => (await service.database.query(waiting, [customer.id])).length === 0);
  assert.equal((await setCap(customer, 3000)).status, 200);
  assert.deepEqual(await service.database.query(waiting, [customer.id]), [], 'nothing has changed');
});
