import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { setArrears, setCap, setCard, setPayPerUse, setPlan } from '../../src/funding/terms.ts';
import { takeLease } from '../support/act-as-worker.ts';
import { catalogue } from '../support/default-catalogue.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

const SECONDS_TO_APRIL = (Date.parse('2031-04-01T00:00:00Z') - clock.now().getTime()) / 1000;

interface Terms {
  readonly plan: 'pro' | 'max';
  readonly source?: 'web' | 'app_store' | 'operator';
  readonly billing?: 'none' | 'manual';
  readonly payPerUse?: boolean;
  readonly cap?: number;
  readonly card?: boolean;
  readonly arrears?: boolean;
  readonly balance?: number;
}

async function customerOn({
  plan,
  source = 'web',
  billing,
  balance = 0,
  ...terms
}: Terms): Promise<TestAccount> {
  const customer = await service.account(balance);
  await service.database.transaction(async (tx) => {
    await setPlan(tx, customer.id, { name: plan, source, interval: 'month', ...(billing && { billing }) });
    if (terms.payPerUse) await setPayPerUse(tx, customer.id, true);
    if (terms.cap !== undefined) await setCap(tx, customer.id, terms.cap);
    if (terms.card) await setCard(tx, customer.id, clock.now());
    if (terms.arrears) await setArrears(tx, customer.id, clock.now());
  });
  return customer;
}

/** Spends the month's allowance except for `thirds` and `images`. */
async function leaveAllowance(customer: TestAccount, thirds: number, images = 1000): Promise<void> {
  await service.database.query(
    `insert into usage_months (account_id, month, twelfths_included, images_included)
     values ($1, '2031-03-01', $2, $3)`,
    [customer.id, 36_000 - 4 * thirds, 1000 - images],
  );
}

const video = (customer: TestAccount, more: object = {}) =>
  customer.post('/v1/videos/generate', { prompt: 'waves', ...more });
const image = (customer: TestAccount) => customer.post('/v1/images/generate', { prompt: 'a pear' });

test('quota_exhausted names what is missing for pay per use, and only that', async () => {
  verifies('V1-ERROR-19');
  const sentence = async (terms: Omit<Terms, 'plan'>) =>
    (await image(await customerOn({ plan: 'pro', ...terms }))).body.error;
  const answer = (missing: string) => `Pro pays per use; ${missing} to start.`;
  assert.equal(await sentence({}), answer('turn pay per use on and set a monthly cap'));
  assert.equal(await sentence({ payPerUse: true }), answer('set a monthly cap'));
  assert.equal(await sentence({ cap: 5000 }), answer('turn pay per use on'));
});

test('usage reports the allowance of Max, and none for Pro', async () => {
  verifies('V1-USAGE-09');
  const allowance = async (plan: 'pro' | 'max') => {
    const { body } = await (await customerOn({ plan })).get('/v1/usage');
    const { base_images_allowance, base_video_seconds_allowance, base_videos_allowance } = body;
    return { base_images_allowance, base_video_seconds_allowance, base_videos_allowance };
  };
  assert.deepEqual(await allowance('max'), {
    base_images_allowance: 1000,
    base_video_seconds_allowance: 3000,
    base_videos_allowance: 300,
  });
  assert.deepEqual(await allowance('pro'), {
    base_images_allowance: 0,
    base_video_seconds_allowance: 0,
    base_videos_allowance: 0,
  });
});

test('a blocked job does not count against the allowance, and unused allowance is not carried over', async () => {
  verifies('V1-STATE-08', 'DEC-LIMIT-02');
  const customer = await customerOn({ plan: 'max' });
  await leaveAllowance(customer, 15);
  assert.equal((await video(customer)).status, 200);
  assert.equal((await video(customer)).status, 429);
  const lease = await takeLease(service.worker, { pools: ['video'] });
  await service.worker.block(lease, { category: 'test', reason: 'stopped by the safety check' });
  assert.equal((await video(customer)).status, 200);
  clock.set('2031-04-01T00:00:00Z');
  assert.equal((await customer.get('/v1/usage')).body.base_video_seconds_allowance, 3000);
  clock.set('2031-03-05T12:00:00Z');
});

test('Max includes a video that fits whole, counts cinema double, and leaves the rest for shorter ones', async () => {
  verifies(
    'V1-PLAN-04',
    'V1-ALLOW-03',
    'V1-ALLOW-02',
    'DEC-FUNDING-08',
    'V1-ERROR-19',
    'V1-ERROR-22',
    'DEC-ANSWER-09',
    'DEC-FUNDING-19',
  );
  const customer = await customerOn({ plan: 'max' });
  await leaveAllowance(customer, 29);
  const { status, body, headers } = await video(customer, { mode: 'cinema' });
  assert.deepEqual([status, body.code], [429, 'quota_exhausted']);
  assert.deepEqual([body.video_mode, body.included_video_seconds_needed], ['cinema', 10]);
  assert.deepEqual(body.rates, catalogue.rates);
  assert.equal(Number(headers.get('retry-after')), SECONDS_TO_APRIL);
  assert.equal((await video(customer, { duration: 10 })).body.code, 'quota_exhausted');
  assert.equal((await video(customer, { duration: 9.6 })).status, 200);
  assert.equal((await video(customer, { duration: 1 })).body.code, 'quota_exhausted');
  // Images have a separate allowance.
  assert.equal((await image(customer)).status, 200);
  const usage = (await customer.get('/v1/usage')).body;
  assert.deepEqual([usage.base_video_seconds_allowance, usage.base_videos_allowance], [3000, 300]);
  assert.deepEqual([usage.base_images_allowance, usage.images_used, usage.images_overage], [1000, 1, 0]);
  assert.deepEqual([usage.video_seconds_used, usage.videos_used, usage.overage_charged_cents], [2999, 1, 0]);
});

test('the allowance renews on the 1st at 00:00 UTC', async () => {
  verifies('V1-PLAN-05', 'V1-PLAN-03');
  const customer = await customerOn({ plan: 'max' });
  await leaveAllowance(customer, 0, 0);
  clock.set('2031-03-31T23:59:59.999Z');
  assert.equal((await image(customer)).status, 429);
  assert.equal((await video(customer)).status, 429);
  clock.advance(1);
  assert.equal((await image(customer)).status, 200);
  assert.equal((await video(customer)).status, 200);
  clock.set('2031-03-05T12:00:00Z');
});

test('past the allowance the whole video is billed, balance first, the rest at month end', async () => {
  verifies('V1-PLAN-07', 'V1-ALLOW-04', 'V1-BALANCE-15');
  const customer = await customerOn({ plan: 'max', payPerUse: true, cap: 1000, card: true, balance: 20 });
  await leaveAllowance(customer, 14);
  assert.equal((await video(customer, { duration: 5 })).status, 200);
  const { body } = await customer.get('/v1/me/overage');
  assert.deepEqual([body.charged_cents, body.remaining_cents], [30, 970]);
  assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 0);
  const usage = (await customer.get('/v1/usage')).body;
  assert.deepEqual(
    [usage.video_seconds_overage, usage.videos_overage, usage.overage_charged_cents],
    [5, 1, 50],
  );
});

test('Pro pays per use, and needs it on with a cap', async () => {
  verifies('V1-PLAN-06', 'V1-ALLOW-05', 'DEC-FUNDING-09');
  for (const terms of [{}, { payPerUse: true }, { cap: 1000 }]) {
    const customer = await customerOn({ plan: 'pro', card: true, balance: 1000, ...terms });
    const { status, body } = await video(customer);
    assert.deepEqual([status, body.code, body.video_mode], [429, 'quota_exhausted', 'fast']);
    assert.equal('included_video_seconds_needed' in body, false);
  }
  const ready = await customerOn({ plan: 'pro', card: true, payPerUse: true, cap: 1000 });
  assert.equal((await video(ready)).status, 200);
  assert.equal((await ready.get('/v1/me/overage')).body.charged_cents, 50);
});

test('a missing card is reported, then an unpaid invoice; an app-store plan has no card to charge', async () => {
  verifies('DEC-FUNDING-10', 'V1-ERROR-15', 'V1-ERROR-16', 'V1-AUTH-14');
  const on = { plan: 'pro', payPerUse: true, cap: 1000, balance: 1000 } as const;
  const none = await video(await customerOn({ ...on, arrears: true }));
  assert.deepEqual([none.status, none.body.code], [402, 'card_required']);
  const store = await video(await customerOn({ ...on, card: true, source: 'app_store' }));
  assert.deepEqual([store.status, store.body.code], [402, 'card_required']);
  const unpaid = await video(await customerOn({ ...on, card: true, arrears: true }));
  assert.deepEqual([unpaid.status, unpaid.body.code], [402, 'arrears']);
  assert.equal(unpaid.body.pay_invoice, `${service.url}/account/payments`);
});

test('a plan that the operator granted pays per use with a card or manual billing only', async () => {
  verifies('DEC-PLAN-04');
  const on = { plan: 'pro', source: 'operator', payPerUse: true, cap: 1000 } as const;
  for (const billing of [undefined, 'none'] as const) {
    const { status, body } = await video(await customerOn({ ...on, ...(billing && { billing }) }));
    assert.deepEqual([status, body.code], [402, 'card_required']);
  }
  assert.equal((await video(await customerOn({ ...on, card: true }))).status, 200);
  assert.equal((await video(await customerOn({ ...on, billing: 'manual' }))).status, 200);
});

test('a price above the cap is refused and charges nothing', async () => {
  verifies('V1-CAP-05', 'DEC-FUNDING-11', 'V1-ERROR-22', 'DEC-FUNDING-19');
  const customer = await customerOn({ plan: 'pro', payPerUse: true, cap: 500, card: true, balance: 10 });
  for (let count = 0; count < 9; count++) assert.equal((await video(customer)).status, 200);
  // 450 minus the balance of 10 is charged; a video of 1.50 USD exceeds the cap, one of 0.50 USD does not.
  const { status, body, headers } = await video(customer, { duration: 10, width: 1920, height: 1080 });
  assert.deepEqual([status, body.code, body.rates.max_video_seconds], [429, 'monthly_cap_reached', 10]);
  assert.equal(Number(headers.get('retry-after')), SECONDS_TO_APRIL);
  assert.equal((await video(customer)).status, 200);
  assert.equal((await customer.get('/v1/me/overage')).body.remaining_cents, 10);
});

test('200 concurrent requests with a cap for 8: exactly 8 are accepted', async () => {
  const customer = await customerOn({ plan: 'pro', payPerUse: true, cap: 500, card: true, balance: 0 });
  const answers = await Promise.all(Array.from({ length: 200 }, () => video(customer, { duration: 6 })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 8);
  assert.equal(answers.filter(({ body }) => body.code === 'monthly_cap_reached').length, 192);
});
