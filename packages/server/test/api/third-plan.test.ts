import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { moneyOverviewSchema, paymentPageSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { startClaim } from '../support/claims.ts';
import { type ConsoleCaller, consoleCaller } from '../support/console-caller.ts';
import { violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { operatorCaller } from '../support/operator.ts';
import { textsOfPdf } from '../support/read-pdf.ts';
import { type Person, payAt, signUp } from '../support/signed-in.ts';
import { addStudio, sellCatalogue } from '../support/sold-catalogue.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
let service: TestApp;
let person: Person;
let caller: ConsoleCaller;
before(async () => {
  const catalogue = sellCatalogue(clock);
  catalogue.apply(addStudio);
  service = await startTestApp({ clock, catalogue });
  person = await signUp(service, 'ann@example.com');
  caller = consoleCaller(service, person);
});
after(async () => {
  assert.deepEqual(await violations(service.database), []);
  await service.stop();
});

const overview = async () => moneyOverviewSchema.parse((await caller.get('/billing')).body);
const choose = (plan: string, interval = 'month') => caller.post('/billing/plan', { plan, interval });

test('a response to a call without a key, and a claim, sell every plan of the catalogue and no other', async () => {
  verifies('DEC-PLAN-14');
  const { body } = await send(`${service.url}/v1/usage`, { headers: { 'user-agent': 'tests/1.0' } });
  assert.deepEqual(body.payment.plans, [
    { plan: 'pro', usd_per_month: 19 },
    { plan: 'studio', usd_per_month: 49 },
    { plan: 'max', usd_per_month: 99, usd_per_month_billed_annually: 79 },
  ]);
  const claim = await startClaim(service, { plan: 'studio' });
  assert.equal(claim.status, 200, claim.text);
  const page = await fetch(claim.body.verification_uri_complete, { headers: person.headers });
  assert.match(await page.text(), /Studio, 49 USD a month/);
  for (const [wanted, path, message] of [
    [{ plan: 'studio', interval: 'year' }, 'interval', 'must be month: studio is sold by the month only'],
    [{ plan: 'ultra' }, 'plan', 'must be one of pro, studio, max: there is no plan ultra'],
  ] as const) {
    const refused = await startClaim(service, wanted);
    assert.deepEqual([refused.status, refused.body.issues], [400, [{ path, message }]]);
  }
});

test('a third plan is bought, shown, upgraded, downgraded to, and named on its receipts', async () => {
  verifies('DEC-PLAN-14');
  const { offers } = await overview();
  assert.deepEqual(
    offers.map(({ title, interval, amount_cents: cents, included }) => [title, interval, cents, included]),
    [
      ['Pro', 'month', 1900, { images: 0, video_seconds: 0, credits: 1000 }],
      ['Studio', 'month', 4900, { images: 300, video_seconds: 600, credits: 1000 }],
      ['Max', 'month', 9900, { images: 1000, video_seconds: 3000, credits: 5000 }],
      ['Max', 'year', 94_800, { images: 1000, video_seconds: 3000, credits: 5000 }],
    ],
  );
  const { checkout_url: checkout } = (await choose('studio')).body;
  assert.match(await (await fetch(checkout)).text(), /<h1>Kinora Studio<\/h1>/);
  await payAt(checkout);
  const { plan, attention } = await overview();
  assert.deepEqual(
    [plan?.plan, plan?.title, plan?.amount_cents, plan?.next_charge?.amount_cents],
    ['studio', 'Studio', 4900, 4900],
  );
  assert.deepEqual(attention, [], 'it includes something, so it works without pay per use');
  assert.equal((await caller.get('/data/deletion')).body.subscription, 'Studio');

  clock.advance(HOUR_MS);
  const { upgrades } = (await caller.get('/billing/plan/upgrades')).body;
  assert.deepEqual(
    upgrades.map((one: { readonly plan: string; readonly interval: string }) => [one.plan, one.interval]),
    [
      ['max', 'month'],
      ['max', 'year'],
    ],
  );
  assert.equal((await choose('max')).body.outcome, 'changed');
  clock.advance(HOUR_MS);
  assert.equal((await choose('studio')).body.outcome, 'scheduled');
  const { plan: now } = await overview();
  assert.deepEqual(
    [now?.title, now?.next?.title, now?.next?.amount_cents, now?.next_charge?.amount_cents],
    ['Max', 'Studio', 4900, 4900],
  );
  const { payments } = paymentPageSchema.parse((await caller.get('/billing/payments')).body);
  assert.deepEqual(
    payments.map(({ plan: id, plan_title: title, upgrade }) => [id, title, upgrade]),
    [
      ['max', 'Max', true],
      ['studio', 'Studio', false],
    ],
  );
  const receipt = await fetch(`${service.url}/api/console/receipts/${payments[1]?.id}.pdf`, {
    headers: person.headers,
  });
  const texts = textsOfPdf(Buffer.from(await receipt.arrayBuffer()));
  assert.ok(texts.includes('Studio plan, billed by the month'), texts.join('\n'));
  const unknown = await choose('ultra');
  assert.deepEqual([unknown.status, unknown.body.issues[0].path], [400, 'plan']);
});

test('an operator grants a third plan, and can grant no other', async () => {
  verifies('DEC-PLAN-14');
  const operator = await operatorCaller(service, 'boss@example.com');
  const { id } = await service.account(0);
  const grant = (plan: string) =>
    operator.post(`/accounts/${id}/plan`, { plan, billing: 'none', reason: 'a partner of ours' });
  assert.equal((await grant('studio')).status, 200);
  const { plan, plan_title: title } = (await operator.get(`/accounts/${id}`)).body;
  assert.deepEqual([plan, title], ['studio', 'Studio']);
  const refused = await grant('ultra');
  assert.deepEqual(refused.body.issues, [
    { path: 'plan', message: 'must be one of pro, studio, max: there is no plan ultra' },
  ]);
});
