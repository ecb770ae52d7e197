import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { moneyOverviewSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { reviewAccount } from '../../src/accounts/review-account.ts';
import { setPlan } from '../../src/funding/terms.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { type ConsoleCaller, newCaller } from '../support/console-caller.ts';
import { acceptorOf, balanceOf, jobRequest, violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { DECLINES_LATER } from '../support/payments-under-test.ts';
import { payAt } from '../support/signed-in.ts';
import { type Answer, startTestApp, type TestApp } from '../support/test-app.ts';

/** What a person buys, changes and is refunded in the console, and why not. */

const clock = manualClock('2031-03-05T12:00:00.000Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

type Buyer = ConsoleCaller & { readonly purchase: string };

async function buyer(name: string, amountUsd = 25): Promise<Buyer> {
  const person = await newCaller(service, `${name}@example.com`);
  await payAt((await person.post('/billing/top-up', { amount_usd: amountUsd })).body.checkout_url);
  const [latest] = (await overviewOf(person)).balance.purchases;
  return { ...person, purchase: latest?.id ?? '' };
}

const overviewOf = async (person: ConsoleCaller) =>
  moneyOverviewSchema.parse((await person.get('/billing')).body);
const refund = (person: ConsoleCaller, purchase: string) =>
  person.post(`/billing/purchases/${purchase}/refund`);
const choose = (person: ConsoleCaller, plan: string) =>
  person.post('/billing/plan', { plan, interval: 'month' });
/** The reason that the page shows; nothing was changed. */
function refusalOf({ status, body }: Answer): string {
  assert.ok(status >= 400 && status < 500, `${status}`);
  return body.error;
}

test('a purchase is refunded once, however often it is asked for', async () => {
  verifies('DEC-BILLING-01', 'DEC-BILLING-02', 'DEC-BILLING-03', 'V1-BALANCE-13');
  const ann = await buyer('ann');
  const before = await overviewOf(ann);
  assert.deepEqual([before.balance.balance_cents, before.card?.last4], [2500, '4242']);
  assert.equal(before.balance.purchases[0]?.refundable_until, '2031-03-06T12:00:00.000Z');
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(ann, ann.purchase)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(await balanceOf(service.database, ann.accountId), 0);
  const refunds = await service.database.query('select from refunds where payment_id = $1', [ann.purchase]);
  assert.equal(refunds.length, 1);
  const [refunded] = (await overviewOf(ann)).balance.purchases;
  assert.deepEqual([refunded?.refunded_at, refunded?.refundable_until], ['2031-03-05T12:00:00.000Z', null]);
  assert.deepEqual(await violations(service.database), []);
});

test('a refused refund says why', async () => {
  verifies('DEC-BILLING-04', 'DEC-BILLING-07', 'V1-BALANCE-14');
  const bo = await buyer('bo');
  const cy = await newCaller(service, 'cy@example.com');
  assert.match(refusalOf(await refund(cy, bo.purchase)), /no such purchase/);
  for (const nonsense of ['x', "'%20or%201=1", '0'.repeat(36), crypto.randomUUID()]) {
    assert.match(refusalOf(await refund(bo, nonsense)), /no such purchase/, nonsense);
  }
  const granted = await service.database.transaction((tx) =>
    grantBalance(tx, cy.accountId, 1000, clock.now()),
  );
  assert.match(refusalOf(await refund(cy, granted)), /no such purchase/);
  assert.equal((await overviewOf(cy)).balance.purchases[0]?.refundable_until, null);
  assert.equal((await acceptorOf(service.database, clock)(jobRequest(bo.accountId))).ok, true);
  assert.match(refusalOf(await refund(bo, bo.purchase)), /was spent/);
  assert.equal((await overviewOf(bo)).balance.purchases[0]?.spent_cents, 5);

  const dee = await buyer('dee');
  clock.advance(24 * HOUR_MS);
  assert.match(refusalOf(await refund(dee, dee.purchase)), /older than 24 hours/);
  assert.equal((await overviewOf(dee)).balance.purchases[0]?.refundable_until, null);
  assert.deepEqual(await violations(service.database), []);
});

test('while the account is under review nothing is refunded or sold, and a plan can be cancelled', async () => {
  verifies('DEC-BILLING-08', 'DEC-BILLING-09', 'V1-ERROR-17');
  const [eve, fay] = [await buyer('eve'), await newCaller(service, 'olga@example.com')];
  await payAt((await choose(fay, 'pro')).body.checkout_url);
  const sold = () =>
    service.database.query('select from payments where account_id = any($1::uuid[])', [
      [eve.accountId, fay.accountId],
    ]);
  const before = (await sold()).length;
  for (const { accountId } of [eve, fay]) {
    await service.database.transaction((tx) => reviewAccount(tx, accountId, clock.now()));
  }
  assert.match(refusalOf(await refund(eve, eve.purchase)), /paused for review/);
  assert.equal(await balanceOf(service.database, eve.accountId), 2500);
  const paused =
    'Payments of this account are paused for review, so nothing can be bought now. Contact support.';
  assert.equal(refusalOf(await eve.post('/billing/top-up', { amount_usd: 25 })), paused);
  assert.equal(refusalOf(await choose(eve, 'pro')), paused);
  assert.equal(refusalOf(await choose(fay, 'max')), paused);
  assert.equal((await sold()).length, before);
  assert.equal((await fay.delete('/billing/plan')).status, 200);
});

test('a plan is bought, changed, cancelled and resumed at the prices of the price table', async () => {
  verifies('DEC-BILLING-05', 'V1-PLAN-01', 'V1-PLAN-02');
  const fay = await newCaller(service, 'fay@example.com');
  const { offers } = await overviewOf(fay);
  assert.deepEqual(
    offers.map(({ plan, interval, amount_cents: cents }) => [plan, interval, cents]),
    [
      ['pro', 'month', 1900],
      ['max', 'month', 9900],
      ['max', 'year', 12 * 7900],
    ],
  );
  await payAt((await choose(fay, 'pro')).body.checkout_url);
  assert.equal((await overviewOf(fay)).plan?.plan, 'pro');
  clock.advance(HOUR_MS);
  assert.equal((await choose(fay, 'max')).body.outcome, 'changed');
  assert.deepEqual((await overviewOf(fay)).plan?.next_charge?.amount_cents, 9900);
  clock.advance(HOUR_MS);
  const { body: cancelled } = await fay.delete('/billing/plan');
  assert.deepEqual([cancelled.plan.ends_at, cancelled.plan.next_charge], ['2031-04-06T12:00:00.000Z', null]);
  clock.advance(HOUR_MS);
  assert.equal((await choose(fay, 'max')).body.outcome, 'kept');
  assert.equal((await overviewOf(fay)).plan?.ends_at, null);
  assert.deepEqual(await violations(service.database), []);
});

test('a refused change of the plan says why', async () => {
  verifies('DEC-BILLING-04');
  const gil = await newCaller(service, 'gil@example.com');
  assert.match(refusalOf(await gil.delete('/billing/plan')), /no subscription/);
  for (const plan of ['', 'ultra', 'pro-month']) {
    assert.match(refusalOf(await choose(gil, plan)), /plan: must be/);
  }
  await payAt((await choose(gil, 'pro')).body.checkout_url, DECLINES_LATER);
  assert.match(refusalOf(await choose(gil, 'max')), /card on file was declined/);
  const ivy = await newCaller(service, 'ivy@example.com');
  const gift = { name: 'max', source: 'operator', interval: 'month' } as const;
  await service.database.transaction((tx) => setPlan(tx, ivy.accountId, gift));
  const { plan } = await overviewOf(ivy);
  assert.deepEqual([plan?.source, plan?.manageable], ['operator', false]);
});

test('auto-recharge is turned on, limited for a new account, and turned off', async () => {
  verifies('DEC-BILLING-01', 'DEC-BILLING-04');
  const hal = await buyer('hal');
  const save = (fields: object) => hal.post('/billing/auto-recharge', fields);
  const on = (amountUsd: number) => save({ enabled: true, amount_usd: amountUsd });
  assert.match(refusalOf(await on(100)), /may add at most 25 USD at a time until/);
  assert.match(refusalOf(await on(11)), /amount_usd: must be one of/);
  assert.equal((await on(10)).status, 200);
  const { enabled, amount_usd: usd } = (await overviewOf(hal)).balance.auto_recharge;
  assert.deepEqual([enabled, usd], [true, 10]);
  await save({ enabled: false });
  assert.equal((await overviewOf(hal)).balance.auto_recharge.enabled, false);
});
