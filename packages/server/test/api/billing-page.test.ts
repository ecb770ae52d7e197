import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { reviewAccount } from '../../src/accounts/review-account.ts';
import { setPlan } from '../../src/funding/terms.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { acceptorOf, balanceOf, jobRequest, violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { DECLINES_LATER } from '../support/payments-under-test.ts';
import { type Person, payAt, signUp } from '../support/signed-in.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

const BILLING = '/account/billing';

/** Signs up and buys a balance at the URL given by problems. */
async function buyer(name: string, amount = '25', card?: string): Promise<Person & { purchase: string }> {
  const person = await signUp(service, `${name}@example.com`);
  return { ...person, purchase: await topUp(person, amount, card) };
}

async function topUp(person: Person, amount: string, card?: string): Promise<string> {
  const started = await person.submit('/account/top-up', { amount });
  assert.equal(started.status, 303, await started.text());
  const back = await payAt(started.headers.get('location') ?? '', card);
  assert.equal(back, `${service.url}${BILLING}?back=1`);
  const [latest] = await service.database.query<{ id: string }>(
    'select id from purchases where account_id = $1 order by id desc limit 1',
    [person.accountId],
  );
  return latest?.id ?? '';
}

async function refusalOf(answer: Response): Promise<string> {
  assert.equal(answer.status, 422);
  return /<p class="error"[^>]*>([^<]*)/.exec(await answer.text())?.[1] ?? '';
}

test('a top-up shows with its refund, and a form sent twenty times refunds once', async () => {
  verifies('DEC-BILLING-01', 'DEC-BILLING-02', 'DEC-BILLING-03', 'DEC-BILLING-06', 'V1-BALANCE-13');
  const ann = await buyer('ann');
  const page = await ann.read(`${BILLING}?back=1`);
  assert.match(page, /Paid, thank you/);
  assert.match(page, /25\.00 <span>USD/);
  assert.match(page, /Visa ending in 4242/);
  assert.match(page, /Refundable until 2031-03-06 12:00 UTC/);
  assert.match(page, /Refund 25\.00 USD/);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ann.submit(`${BILLING}/refund`, { purchase: ann.purchase })),
  );
  for (const answer of answers) {
    assert.equal(answer.headers.get('location'), `${BILLING}?done=refunded`);
  }
  assert.equal(await balanceOf(service.database, ann.accountId), 0);
  const refunds = await service.database.query('select from refunds where payment_id = $1', [ann.purchase]);
  assert.equal(refunds.length, 1);
  const after = await ann.read(`${BILLING}?done=refunded`);
  assert.match(after, /is returned to your card/);
  assert.match(after, /Refunded 2031-03-05/);
  assert.doesNotMatch(after, /Refund 25\.00 USD/);
  assert.deepEqual(await violations(service.database), []);
});

test('the page shows why a purchase is not refunded', async () => {
  verifies('DEC-BILLING-04', 'DEC-BILLING-07', 'V1-BALANCE-14');
  const bo = await buyer('bo');
  const cy = await signUp(service, 'cy@example.com');
  const refund = (person: Person, purchase: string) => person.submit(`${BILLING}/refund`, { purchase });
  assert.match(await refusalOf(await refund(cy, bo.purchase)), /no such purchase/);
  for (const nonsense of ['', 'x', "' or 1=1", '0'.repeat(36), crypto.randomUUID()]) {
    assert.match(await refusalOf(await refund(bo, nonsense)), /no such purchase/, nonsense);
  }
  const granted = await service.database.transaction((tx) =>
    grantBalance(tx, cy.accountId, 1000, clock.now()),
  );
  assert.match(await refusalOf(await refund(cy, granted)), /no such purchase/);
  assert.doesNotMatch(await cy.read(BILLING), /Refund 10\.00/);
  assert.equal((await acceptorOf(service.database, clock)(jobRequest(bo.accountId))).ok, true);
  assert.match(await refusalOf(await refund(bo, bo.purchase)), /was spent/);
  assert.match(await bo.read(BILLING), /0\.05 USD spent/);

  const dee = await buyer('dee');
  clock.advance(24 * HOUR_MS);
  assert.match(await refusalOf(await refund(dee, dee.purchase)), /older than 24 hours/);
  assert.doesNotMatch(await dee.read(BILLING), /Refund 25\.00/);
  assert.deepEqual(await violations(service.database), []);
});

test('nothing is refunded while the account is under review', async () => {
  verifies('DEC-BILLING-08');
  const eve = await buyer('eve');
  await service.database.transaction((tx) => reviewAccount(tx, eve.accountId, clock.now()));
  const answer = await eve.submit(`${BILLING}/refund`, { purchase: eve.purchase });
  assert.match(await refusalOf(answer), /paused for review/);
  assert.equal(await balanceOf(service.database, eve.accountId), 2500);
});

test('nothing is sold while the account is under review, and a plan can be cancelled', async () => {
  verifies('DEC-BILLING-09', 'V1-ERROR-17');
  const sold = () =>
    service.database.query('select from payments where account_id = any($1::uuid[])', [
      [eve.accountId, fay.accountId],
    ]);
  const paused =
    'Payments of this account are paused for review, so nothing can be bought now. Contact support.';
  const [eve, fay] = [await buyer('ned'), await signUp(service, 'olga@example.com')];
  const plan = await fay.submit(`${BILLING}/plan`, { plan: 'pro-month' });
  await payAt(plan.headers.get('location') ?? '');
  const before = (await sold()).length;
  for (const { accountId } of [eve, fay]) {
    await service.database.transaction((tx) => reviewAccount(tx, accountId, clock.now()));
  }
  assert.equal(await refusalOf(await eve.submit('/account/top-up', { amount: '25' })), paused);
  assert.equal(await refusalOf(await eve.submit(`${BILLING}/plan`, { plan: 'pro-month' })), paused);
  assert.equal(await refusalOf(await fay.submit(`${BILLING}/plan`, { plan: 'max-month' })), paused);
  assert.equal((await sold()).length, before);
  const cancelled = await fay.submit(`${BILLING}/cancel`, {});
  assert.equal(cancelled.headers.get('location'), `${BILLING}?done=cancelled`);
});

test('a plan is bought, changed, cancelled and resumed', async () => {
  verifies('DEC-BILLING-05', 'V1-PLAN-01', 'V1-PLAN-02');
  const fay = await signUp(service, 'fay@example.com');
  const offered = await fay.read(BILLING);
  for (const price of [
    'Pro, 19 USD a month',
    'Max, 99 USD a month',
    'Max, 79 USD a month, billed annually',
  ]) {
    assert.ok(offered.includes(price), price);
  }
  const started = await fay.submit(`${BILLING}/plan`, { plan: 'pro-month' });
  await payAt(started.headers.get('location') ?? '');
  assert.match(await fay.read(`${BILLING}?back=1`), /<strong>Pro<\/strong>, 19 USD a month/);
  clock.advance(HOUR_MS);

  const changed = await fay.submit(`${BILLING}/plan`, { plan: 'max-month' });
  assert.equal(changed.headers.get('location'), `${BILLING}?done=changed`);
  assert.match(await fay.read(BILLING), /<strong>Max<\/strong>, 99 USD a month/);
  clock.advance(HOUR_MS);

  const cancelled = await fay.submit(`${BILLING}/cancel`, {});
  assert.equal(cancelled.headers.get('location'), `${BILLING}?done=cancelled`);
  const page = await fay.read(BILLING);
  assert.match(page, /Max ends on 2031-04-06 12:00 UTC and is not charged again/);
  assert.doesNotMatch(page, /<button class="second">Cancel Max/);
  clock.advance(HOUR_MS);

  const kept = await fay.submit(`${BILLING}/plan`, { plan: 'max-month' });
  assert.equal(kept.headers.get('location'), `${BILLING}?done=kept`);
  assert.match(await fay.read(BILLING), /Renews automatically/);
  assert.deepEqual(await violations(service.database), []);
});

test('the page shows why a plan does not change', async () => {
  verifies('DEC-BILLING-04');
  const gil = await signUp(service, 'gil@example.com');
  assert.match(await refusalOf(await gil.submit(`${BILLING}/cancel`, {})), /no subscription/);
  for (const plan of ['', 'pro-year', 'ultra-month']) {
    assert.match(await refusalOf(await gil.submit(`${BILLING}/plan`, { plan })), /Choose a plan/);
  }
  const started = await gil.submit(`${BILLING}/plan`, { plan: 'pro-month' });
  await payAt(started.headers.get('location') ?? '', DECLINES_LATER);
  const declined = await gil.submit(`${BILLING}/plan`, { plan: 'max-month' });
  assert.match(await refusalOf(declined), /card on file was declined/);
  const ivy = await signUp(service, 'ivy@example.com');
  const gift = { name: 'max', source: 'operator', interval: 'month' } as const;
  await service.database.transaction((tx) => setPlan(tx, ivy.accountId, gift));
  assert.match(await ivy.read(BILLING), /Granted by the operator/);
});

test('auto-recharge is turned on, limited for a new account, and turned off', async () => {
  verifies('DEC-BILLING-01', 'DEC-BILLING-04');
  const hal = await buyer('hal');
  const save = (amount: string) => hal.submit(`${BILLING}/auto-recharge`, { amount });
  assert.match(await refusalOf(await save('100')), /^A new account may add at most 25 USD at a time until/);
  assert.match(await refusalOf(await save('11')), /Choose an amount/);
  assert.equal((await save('10')).headers.get('location'), `${BILLING}?done=auto_recharge`);
  assert.match(await hal.read(BILLING), /On: <strong>10\.00 USD<\/strong>/);
  await save('off');
  assert.match(await hal.read(BILLING), /Off\. When on, it charges/);
});

test('the URL in balance_insufficient opens the payment page after signing in', async () => {
  verifies('DEC-BILLING-06');
  const poor = await service.account(1);
  const { body } = await poor.post('/v1/images/generate', { prompt: 'x' });
  assert.equal(body.code, 'balance_insufficient');
  assert.equal(body.top_up, `${service.url}/account/top-up`);
  const unknown = await fetch(body.top_up, { redirect: 'manual' });
  assert.equal(unknown.headers.get('location'), '/signin?next=%2Faccount%2Ftop-up');
  const jo = await signUp(service, 'jo@example.com');
  assert.match(await jo.read('/account/top-up'), /name="amount" value="100"/);
  const wrong = await jo.submit('/account/top-up', { amount: '11' });
  assert.match(await refusalOf(wrong), /Choose an amount/);
});

test('an invented URL reveals nothing', async () => {
  const mia = await signUp(service, 'mia@example.com');
  for (const query of [
    'done=constructor',
    'done=__proto__',
    'done=refunded&done=refunded',
    'done=<b>',
    'back',
  ]) {
    const page = await mia.read(`${BILLING}?${query}`);
    assert.match(page, /Latest purchases/, query);
    assert.doesNotMatch(page, /class="done"|<b>/, query);
  }
});

test('a return without a payment shows that nothing was charged', async () => {
  const kim = await signUp(service, 'kim@example.com');
  const started = await kim.submit('/account/top-up', { amount: '10' });
  const checkout = started.headers.get('location') ?? '';
  const waiting = await kim.read(`${BILLING}?back=1`);
  assert.match(waiting, /The payment has not arrived yet/);
  assert.match(waiting, /http-equiv="refresh"/);
  await fetch(`${checkout}/cancel`, { method: 'POST', redirect: 'manual', body: new URLSearchParams() });
  const page = await kim.read(`${BILLING}?back=1`);
  assert.match(page, /Nothing was charged/);
  assert.doesNotMatch(page, /http-equiv="refresh"/);
});

test('only the signed-in owner can move money, and no other site', async () => {
  verifies('DEC-BILLING-07');
  const lou = await buyer('lou');
  const forms: [path: string, fields: Record<string, string>][] = [
    [`${BILLING}/refund`, { purchase: lou.purchase }],
    [`${BILLING}/plan`, { plan: 'pro-month' }],
    [`${BILLING}/cancel`, {}],
    [`${BILLING}/auto-recharge`, { amount: '10' }],
    ['/account/top-up', { amount: '10' }],
  ];
  for (const [path, fields] of forms) {
    const foreign = await lou.submit(path, fields, { origin: 'https://evil.example' });
    assert.equal(foreign.status, 403, path);
    const nobody = await lou.submit(path, fields, { cookie: '' });
    assert.match(nobody.headers.get('location') ?? '', /^\/signin\?next=%2Faccount/, path);
    // A key can spend money, but it cannot manage the account's billing.
    const { key } = await service.account();
    const byKey = await lou.submit(path, fields, { cookie: '', 'x-api-key': key });
    assert.match(byKey.headers.get('location') ?? '', /^\/signin/, path);
  }
  assert.equal(await balanceOf(service.database, lou.accountId), 2500);
});
