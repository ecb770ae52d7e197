import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { reviewAccount } from '../../src/accounts/review-account.ts';
import { balanceOf } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { payAt, signUp } from '../support/signed-in.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

const TOP_UP = '/account/top-up';

async function refusalOf(answer: Response): Promise<string> {
  assert.equal(answer.status, 422);
  return /<p class="error"[^>]*>([^<]*)/.exec(await answer.text())?.[1] ?? '';
}

test('the URL in balance_insufficient opens the payment page after signing in', async () => {
  verifies('DEC-BILLING-06');
  const poor = await service.account(1);
  const { body } = await poor.post('/v1/images/generate', { prompt: 'x' });
  assert.equal(body.code, 'balance_insufficient');
  assert.equal(body.top_up, `${service.url}${TOP_UP}`);
  const unknown = await fetch(body.top_up, { redirect: 'manual' });
  assert.equal(unknown.headers.get('location'), '/signin?next=%2Faccount%2Ftop-up');
  const jo = await signUp(service, 'jo@example.com');
  assert.match(await jo.read(TOP_UP), /name="amount" value="100"/);
  const wrong = await jo.submit(TOP_UP, { amount: '11' });
  assert.equal(await refusalOf(wrong), 'Choose an amount.');
});

test('without script a checkout returns to the page that started it, which says what became of it', async () => {
  verifies('DEC-BILLING-06', 'DEC-BILLING-15');
  const kim = await signUp(service, 'kim@example.com');
  const start = async () =>
    (await kim.submit(TOP_UP, { amount: '10' })).headers.get('location') ?? assert.fail('no checkout');
  const checkout = await start();
  const waiting = await kim.read(`${TOP_UP}?back=1`);
  assert.match(waiting, /The payment has not arrived yet/);
  assert.match(waiting, /http-equiv="refresh"/);
  await fetch(`${checkout}/cancel`, { method: 'POST', redirect: 'manual', body: new URLSearchParams() });
  const failed = await kim.read(`${TOP_UP}?back=1`);
  assert.match(failed, /Nothing was charged/);
  assert.doesNotMatch(failed, /http-equiv="refresh"/);
  assert.equal(await payAt(await start()), `${service.url}${TOP_UP}?back=1`);
  assert.match(await kim.read(`${TOP_UP}?back=1`), /10\.00 USD[\s\S]*Paid, thank you/);
  assert.doesNotMatch(await kim.read(TOP_UP), /Paid, thank you/);
});

test('nothing is sold on the page while the account is under review', async () => {
  verifies('DEC-BILLING-09');
  const eve = await signUp(service, 'eve@example.com');
  await service.database.transaction((tx) => reviewAccount(tx, eve.accountId, clock.now()));
  assert.equal(
    await refusalOf(await eve.submit(TOP_UP, { amount: '25' })),
    'Payments of this account are paused for review, so nothing can be bought now. Contact support.',
  );
});

test('only the signed-in owner starts a checkout, and no other site', async () => {
  verifies('DEC-BILLING-07');
  const lou = await signUp(service, 'lou@example.com');
  const fields = { amount: '10' };
  assert.equal((await lou.submit(TOP_UP, fields, { origin: 'https://evil.example' })).status, 403);
  // A key can spend money, but it cannot add any.
  const { key } = await service.account();
  for (const headers of [{ cookie: '' }, { cookie: '', 'x-api-key': key }]) {
    const answer = await lou.submit(TOP_UP, fields, headers);
    assert.equal(answer.headers.get('location'), '/signin?next=%2Faccount%2Ftop-up');
  }
  assert.equal(await balanceOf(service.database, lou.accountId), 0);
  assert.deepEqual(
    await service.database.query('select from payments where account_id = $1', [lou.accountId]),
    [],
  );
});

test('the former billing page leads to the console, and its forms are gone', async () => {
  verifies('DEC-BILLING-15');
  const mia = await signUp(service, 'mia@example.com');
  const targets: [query: string, target: string][] = [
    ['', '/account/payments'],
    ['?done=refunded&done=<b>', '/account/payments'],
    // From a checkout that was started before.
    ['?back=1', '/account/payments?back=payment'],
    ['?back=//evil.example&back=2', '/account/payments?back=payment'],
  ];
  for (const [query, target] of targets) {
    for (const method of ['GET', 'HEAD']) {
      const url = `${service.url}/account/billing${query}`;
      const answer = await fetch(url, { method, redirect: 'manual', headers: mia.headers });
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, target], `${method} ${query}`);
    }
  }
  for (const form of ['', '/plan', '/cancel', '/refund', '/arrears', '/auto-recharge']) {
    const { status } = await mia.submit(`/account/billing${form}`, { amount: '10', plan: 'pro-month' });
    assert.equal(status, 405, form);
  }
  assert.match(
    await mia.read('/account/payments'),
    /Without it you can still[\s\S]*href="\/account\/top-up"/,
  );
});
