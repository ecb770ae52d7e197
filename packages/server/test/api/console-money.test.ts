import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  invoicePageSchema,
  moneyOverviewSchema,
  paymentPageSchema,
  planChangeSchema,
} from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { reviewAccount } from '../../src/accounts/review-account.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { addTask } from '../../src/tasks/add-task.ts';
import { type ConsoleCaller, newCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { emailsIn } from '../support/emails.ts';
import {
  acceptorOf,
  balanceOf,
  imageQuote,
  jobRequest,
  violationsBesidesPrices,
} from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { fallIntoArrears } from '../support/owing-account.ts';
import { ASKS_BANK, DECLINES_LATER } from '../support/payments-under-test.ts';
import { payAt } from '../support/signed-in.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

/** The overview, which is what its schema says. */
async function overviewOf(person: ConsoleCaller) {
  const { status, body, headers } = await person.get('/billing');
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  return moneyOverviewSchema.parse(body);
}

async function topUp(person: ConsoleCaller, amountUsd: number, card?: string): Promise<string> {
  const { status, body } = await person.post('/billing/top-up', { amount_usd: amountUsd });
  assert.equal(status, 200, JSON.stringify(body));
  assert.match(await payAt(body.checkout_url, card), /\/account\/payments\?back=payment$/);
  const [latest] = (await overviewOf(person)).balance.purchases;
  return latest?.id ?? '';
}

async function subscribe(person: ConsoleCaller, plan: string, interval: string, card?: string) {
  const { body } = await person.post('/billing/plan', { plan, interval });
  const change = planChangeSchema.parse(body);
  assert.ok(change.outcome === 'checkout');
  assert.match(await payAt(change.checkout_url, card), /\/account\/plan\?back=payment$/);
}

test('a balance is bought, shown and refunded once', async () => {
  verifies('DEC-BILLING-10', 'DEC-BILLING-12');
  const ann = await newCaller(service, 'ann@example.com');
  const empty = await overviewOf(ann);
  assert.deepEqual([empty.plan, empty.card, empty.latest_checkout, empty.attention], [null, null, null, []]);
  const purchase = await topUp(ann, 25);
  const bought = await overviewOf(ann);
  assert.equal(bought.balance.balance_cents, 2500);
  assert.equal(bought.latest_checkout, 'succeeded');
  assert.deepEqual(bought.card, {
    brand: 'visa',
    last4: '4242',
    expires: { month: 12, year: 2099 },
    added_at: clock.now().toISOString(),
  });
  const refunds = await Promise.all(
    Array.from({ length: 5 }, () => ann.post(`/billing/purchases/${purchase}/refund`)),
  );
  assert.deepEqual(
    refunds.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  assert.equal(await balanceOf(service.database, ann.accountId), 0);
  await until(async () => {
    const { body } = await ann.get('/billing/payments');
    return paymentPageSchema.parse(body).payments[0]?.refund === 'settled';
  });
  const cy = await newCaller(service, 'cy@example.com');
  for (const id of [purchase, 'x', crypto.randomUUID()]) {
    assert.equal((await cy.post(`/billing/purchases/${id}/refund`)).body.code, 'not_found', id);
  }
  const granted = await service.database.transaction((tx) =>
    grantBalance(tx, cy.accountId, 1000, clock.now()),
  );
  assert.equal((await cy.post(`/billing/purchases/${granted}/refund`)).status, 404);
  const late = await topUp(cy, 10);
  clock.advance(25 * HOUR_MS);
  assert.equal((await cy.post(`/billing/purchases/${late}/refund`)).body.code, 'not_refundable');
  assert.deepEqual(await violationsBesidesPrices(service.database), []);
});

test('a plan is bought, scheduled to change, kept, raised and cancelled', async () => {
  verifies('DEC-BILLING-05', 'DEC-BILLING-12', 'DEC-BILLING-13');
  const bo = await newCaller(service, 'bo@example.com');
  assert.equal((await bo.post('/billing/plan', { plan: 'pro', interval: 'year' })).status, 400);
  assert.equal((await bo.delete('/billing/plan')).body.code, 'invalid_request');
  const start = clock.now();
  const monthLater = new Date(start);
  monthLater.setUTCMonth(start.getUTCMonth() + 1);
  await subscribe(bo, 'max', 'month');
  const at = monthLater.toISOString();
  assert.deepEqual((await overviewOf(bo)).plan, {
    plan: 'max',
    interval: 'month',
    source: 'web',
    billing: null,
    manageable: true,
    next_charge: { amount_cents: 9900, at },
    ends_at: null,
    next: null,
  });
  const choose = async (plan: string) => {
    clock.advance(1000);
    return (await bo.post('/billing/plan', { plan, interval: 'month' })).body.outcome;
  };
  assert.equal(await choose('pro'), 'scheduled');
  const scheduled = (await overviewOf(bo)).plan;
  assert.deepEqual(scheduled?.next, { plan: 'pro', interval: 'month', at });
  assert.deepEqual(scheduled?.next_charge, { amount_cents: 1900, at });
  assert.equal(await choose('max'), 'kept');
  assert.equal((await overviewOf(bo)).plan?.next, null);
  clock.advance(1000);
  const cancelled = await bo.delete('/billing/plan');
  assert.deepEqual([cancelled.body.plan.ends_at, cancelled.body.plan.next_charge], [at, null]);
  const { payments } = paymentPageSchema.parse((await bo.get('/billing/payments')).body);
  assert.deepEqual(
    payments.map(({ kind, amount_cents: cents, state }) => [kind, cents, state]),
    [['plan', 9900, 'paid']],
  );
});

test('the charges of a plan are listed with its renewals, in pages', async () => {
  verifies('DEC-BILLING-12');
  const di = await newCaller(service, 'di@example.com');
  await subscribe(di, 'pro', 'month');
  const purchase = await topUp(di, 10);
  for (const months of [1, 2]) {
    clock.advance(31 * 24 * HOUR_MS);
    await addTask(service.database, 'payments_due', {});
    await until(async () => {
      const rows = await service.database.query('select from plan_charges where account_id = $1', [
        di.accountId,
      ]);
      return rows.length === months + 1;
    });
  }
  const first = paymentPageSchema.parse((await di.get('/billing/payments?limit=3')).body);
  assert.deepEqual(
    first.payments.map(({ kind, amount_cents: cents }) => [kind, cents]),
    [
      ['plan', 1900],
      ['plan', 1900],
      ['top_up', 1000],
    ],
  );
  assert.equal(first.next_cursor, purchase);
  const rest = paymentPageSchema.parse((await di.get(`/billing/payments?cursor=${first.next_cursor}`)).body);
  assert.deepEqual([rest.payments.length, rest.next_cursor], [1, undefined]);
  const [payment] = await service.database.query<{ id: string }>(
    `select id from payments where account_id = $1 and kind = 'subscription'`,
    [di.accountId],
  );
  assert.equal(rest.payments[0]?.id, payment?.id, 'the first charge has the id of its payment');
  for (const query of ['limit=0', 'limit=101', 'cursor=x', 'page=2']) {
    assert.equal((await di.get(`/billing/payments?${query}`)).status, 400, query);
    assert.equal((await di.get(`/billing/invoices?${query}`)).status, 400, query);
  }
  assert.deepEqual(await violationsBesidesPrices(service.database), []);
});

test('pay per use, the cap and auto-recharge have the limits of the v1 calls, and send no email', async () => {
  verifies('DEC-BILLING-10');
  const eve = await newCaller(service, 'eve@example.com');
  await topUp(eve, 10);
  const { recharge_limit: limit, pay_per_use: overage } = await overviewOf(eve);
  assert.deepEqual([limit.amount_usd, limit.code], [25, 'new_account_recharge_limit']);
  assert.equal(overage.cap_limit_cents, 5000);
  assert.equal(limit.raises_at, overage.raises_at);
  const refusals = [
    ['/billing/cap', { cap_cents: 5001 }, 'new_account_cap_limit'],
    ['/billing/cap', { cap_cents: 499 }, 'invalid_request'],
    ['/billing/auto-recharge', { enabled: true, amount_usd: 50 }, 'new_account_recharge_limit'],
    ['/billing/auto-recharge', { enabled: true }, 'invalid_request'],
    ['/billing/auto-recharge', { enabled: true, amount: 10 }, 'invalid_request'],
    ['/billing/pay-per-use', { enabled: 'yes' }, 'invalid_request'],
    ['/billing/top-up', { amount_usd: 11 }, 'invalid_request'],
  ] as const;
  for (const [path, body, code] of refusals) {
    const answer = await eve.post(path, body);
    assert.deepEqual([answer.status, answer.body.code], [400, code], path);
  }
  const capped = await eve.post('/billing/cap', { cap_cents: 2000 });
  assert.equal(capped.body.pay_per_use.cap_cents, 2000);
  const tooMuch = await eve.post('/billing/auto-recharge', { enabled: true, amount_usd: 25 });
  assert.match(tooMuch.body.error, /above the monthly cap of 20\.00 USD/);
  const on = await eve.post('/billing/auto-recharge', { enabled: true, amount_usd: 10 });
  assert.equal(on.body.balance.auto_recharge.amount_usd, 10);
  assert.equal((await eve.post('/billing/pay-per-use', { enabled: true })).body.pay_per_use.enabled, true);
  assert.equal(
    (await eve.post('/billing/auto-recharge', { enabled: false })).body.balance.auto_recharge.enabled,
    false,
  );
  await topUp(eve, 50, ASKS_BANK);
  const lifted = await overviewOf(eve);
  assert.deepEqual([lifted.recharge_limit.amount_usd, lifted.recharge_limit.code], [100, null]);
  const emails = await emailsIn(service.dataDir);
  assert.deepEqual(
    emails.filter(({ to, subject }) => to === 'eve@example.com' && /settings/.test(subject)),
    [],
  );
});

test('a card is added and removed, and what needs it keeps it', async () => {
  verifies('DEC-CARD-01', 'DEC-CARD-03', 'DEC-CARD-04');
  const fay = await newCaller(service, 'fay@example.com');
  const started = await fay.post('/billing/card');
  assert.equal((await overviewOf(fay)).latest_card_setup, 'open');
  assert.match(await payAt(started.body.checkout_url), /\/account\/payments\?back=card$/);
  const added = await overviewOf(fay);
  assert.deepEqual([added.card?.last4, added.latest_card_setup], ['4242', 'succeeded']);
  assert.equal((await fay.delete('/billing/card')).body.card, null);
  assert.equal((await fay.delete('/billing/card')).status, 200, 'a second click is not an error');
  const logged = await service.database.query(
    `select kind from security_events where account_id = $1 and kind = 'card_removed'`,
    [fay.accountId],
  );
  assert.equal(logged.length, 1);
  await subscribe(fay, 'pro', 'month');
  const kept = await fay.delete('/billing/card');
  assert.deepEqual([kept.status, kept.body.code, kept.body.needed_for], [409, 'card_in_use', ['plan']]);
});

test('arrears are paid at once with another card, or with the card on file, and the account is served again', async () => {
  verifies('DEC-ARREARS-01', 'DEC-ARREARS-02', 'DEC-ARREARS-03', 'DEC-BILLING-11');
  const gil = await newCaller(service, 'gil@example.com');
  const { body } = await gil.post('/billing/plan', { plan: 'pro', interval: 'month' });
  const order = await fallIntoArrears(service, gil.accountId, clock, body.checkout_url);
  const refused = await order();
  assert.deepEqual([refused.status, refused.body.code], [402, 'arrears']);
  assert.equal(refused.body.pay_invoice, `${service.url}/account/payments`);
  assert.ok(refused.body.error.includes(refused.body.pay_invoice));
  const owed = (await overviewOf(gil)).attention.find(({ kind }) => kind === 'arrears');
  assert.ok(owed?.kind === 'arrears');
  assert.deepEqual([owed.amount_cents, owed.charging, owed.card_on_file], [5, false, true]);

  // The card on file is declined once more, however often the button is pressed meanwhile.
  const presses = await Promise.all(Array.from({ length: 5 }, () => gil.post('/billing/arrears/pay')));
  assert.deepEqual(
    presses.map(({ status }) => status),
    [202, 202, 202, 202, 202],
  );
  const invoices = async () => invoicePageSchema.parse((await gil.get('/billing/invoices')).body).invoices;
  await until(async () => (await invoices())[0]?.state === 'unpaid');
  assert.equal((await order()).body.code, 'arrears');

  const setup = await gil.post('/billing/card');
  await payAt(setup.body.checkout_url);
  await until(async () => (await invoices())[0]?.state === 'paid');
  assert.equal((await order()).status, 200);
  assert.deepEqual((await overviewOf(gil)).attention, []);
  assert.equal((await gil.post('/billing/arrears/pay')).status, 202, 'nothing is owed any more');
  const charges = await service.database.query(
    `select from sandbox_charges where account_id = $1 and amount_cents = 5 and outcome = 'succeeded'`,
    [gil.accountId],
  );
  assert.equal(charges.length, 1);
  assert.deepEqual(await violationsBesidesPrices(service.database), []);
});

test('a double click pays an invoice once with the card on file', async () => {
  verifies('DEC-ARREARS-02');
  const hal = await newCaller(service, 'hal@example.com');
  const { body } = await hal.post('/billing/plan', { plan: 'pro', interval: 'month' });
  const order = await fallIntoArrears(service, hal.accountId, clock, body.checkout_url);
  // The card pays again.
  await service.database.query(`update sandbox_cards set behaviour = 'succeeds' where account_id = $1`, [
    hal.accountId,
  ]);
  const clicks = await Promise.all(Array.from({ length: 10 }, () => hal.post('/billing/arrears/pay')));
  assert.deepEqual([...new Set(clicks.map(({ status }) => status))], [202]);
  await until(async () => (await order()).status === 200);
  const charges = await service.database.query<{ id: string }>(
    `select id from sandbox_charges where account_id = $1 and amount_cents = 5`,
    [hal.accountId],
  );
  assert.equal(charges.length, 2, 'the first try and this one');
  assert.deepEqual(await violationsBesidesPrices(service.database), []);
});

test('nothing is sold, added or paid while the account is under review', async () => {
  verifies('DEC-BILLING-09', 'DEC-BILLING-11');
  const ivy = await newCaller(service, 'ivy@example.com');
  const { body } = await ivy.post('/billing/plan', { plan: 'pro', interval: 'month' });
  await fallIntoArrears(service, ivy.accountId, clock, body.checkout_url);
  await service.database.transaction((tx) => reviewAccount(tx, ivy.accountId, clock.now()));
  for (const [path, request] of [
    ['/billing/top-up', { amount_usd: 10 }],
    ['/billing/plan', { plan: 'max', interval: 'month' }],
    ['/billing/card', undefined],
    ['/billing/arrears/pay', undefined],
  ] as const) {
    const answer = await ivy.post(path, request);
    assert.deepEqual([answer.status, answer.body.code], [403, 'account_review_required'], path);
  }
  const { attention } = await overviewOf(ivy);
  assert.deepEqual(
    attention.map(({ kind }) => kind),
    ['account_review', 'arrears'],
  );
});

test('every state that stops an account, or soon will, is reported', async () => {
  verifies('DEC-BILLING-11');
  const kinds = async (person: ConsoleCaller) => (await overviewOf(person)).attention.map(({ kind }) => kind);
  const jo = await newCaller(service, 'jo@example.com');
  await topUp(jo, 10, DECLINES_LATER);
  await jo.post('/billing/auto-recharge', { enabled: true, amount_usd: 10 });
  const spend = acceptorOf(service.database, clock);
  assert.equal((await spend(jobRequest(jo.accountId, { quote: imageQuote(900) }))).ok, true);
  await addTask(service.database, 'auto_recharge', { accountId: jo.accountId });
  await until(async () => (await kinds(jo)).includes('recharge_declined'));
  await service.database.query(
    `update saved_cards set exp_month = 1, exp_year = 2031 where account_id = $1`,
    [jo.accountId],
  );
  await service.database.query(
    `insert into suspensions (account_id, rejected_at, suspended_until) values ($1, $2, $3)`,
    [jo.accountId, clock.now(), new Date(clock.now().getTime() + HOUR_MS)],
  );
  assert.deepEqual(await kinds(jo), ['suspended', 'recharge_declined', 'card_expired']);
  clock.advance(HOUR_MS);
  assert.deepEqual(await kinds(jo), ['recharge_declined', 'card_expired']);

  const kim = await newCaller(service, 'kim@example.com');
  await subscribe(kim, 'pro', 'month');
  assert.deepEqual(await kinds(kim), ['pay_per_use_off']);
  await kim.post('/billing/pay-per-use', { enabled: true });
  await kim.post('/billing/cap', { cap_cents: 1000 });
  assert.deepEqual(await kinds(kim), []);
  clock.advance(1000);
  await kim.delete('/billing/plan');
  assert.equal((await kim.delete('/billing/card')).status, 200);
  assert.deepEqual(await kinds(kim), ['card_missing']);
});

test('without a session, from another page or with a key alone, nothing is read or changed', async () => {
  verifies('DEC-BILLING-07', 'DEC-CONSOLE-03');
  const lou = await newCaller(service, 'lou@example.com');
  const paths = [
    '/billing',
    '/billing/payments',
    '/billing/invoices',
    '/usage',
    '/usage/jobs',
    '/usage/jobs.csv',
  ];
  for (const path of paths) {
    const nobody = await fetch(`${service.url}/api/console${path}`);
    assert.equal(nobody.status, 401, path);
  }
  const { key } = await service.account();
  const withKey = await fetch(`${service.url}/api/console/billing`, { headers: { 'x-api-key': key } });
  assert.equal(withKey.status, 401);
  for (const path of ['/billing/top-up', '/billing/card', '/billing/arrears/pay', '/billing/plan']) {
    const foreign = await fetch(`${service.url}/api/console${path}`, {
      method: 'POST',
      headers: { ...lou.headers, origin: 'https://evil.example', 'content-type': 'application/json' },
      body: JSON.stringify({ amount_usd: 10 }),
    });
    assert.equal(foreign.status, 403, path);
  }
});
