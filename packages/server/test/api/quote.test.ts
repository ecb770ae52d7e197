import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { imageQuoteSchema, videoQuoteSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { setCap, setCard, setPayPerUse, setPlan } from '../../src/funding/terms.ts';
import { manualClock } from '../support/manual-clock.ts';
import { quoteOf } from '../support/quotes.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid, assertUntouched } from '../support/untouched.ts';

/** The refusals of a quote are tested beside those of the generate calls. */

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

const IMAGE = '/v1/images/generate';
const VIDEO = '/api/v1/videos/generate';
/** The first version of the catalogue priced it, and none is scheduled after that. */
const HELD = { catalogue_version: 1, holds_until: null };
const NOTHING = { allowance_images: 0, allowance_seconds: 0, balance_cents: 0, month_end_cents: 0 };

async function quote(customer: TestAccount, path: string, body: object) {
  const answer = await assertUntouched(service, customer, () =>
    quoteOf(customer, path, { prompt: 'a pear', ...body }),
  );
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return (path === IMAGE ? imageQuoteSchema : videoQuoteSchema).parse(answer.body);
}

test('a quote tells what an order delivers, its price and who pays it', async () => {
  verifies('DEC-QUOTE-01');
  const customer = await service.account(1000);
  assert.deepEqual(await quote(customer, IMAGE, { width: 2048 }), {
    kind: 'image',
    model: 'image',
    ...HELD,
    output_width: 2048,
    output_height: 1024,
    price_cents: 8,
    paid_from: { ...NOTHING, balance_cents: 8 },
  });
  assert.deepEqual(await quote(customer, VIDEO, { width: 1920, height: 1080, duration: 6.2 }), {
    kind: 'video',
    mode: 'fast',
    model: 'fast',
    ...HELD,
    price_tier: 'fhd',
    duration_seconds: 6,
    frames: 145,
    output_width: 1920,
    output_height: 1088,
    price_cents: 90,
    paid_from: { ...NOTHING, balance_cents: 90 },
  });
});

test('the generate call that follows delivers and charges exactly that', async () => {
  verifies('DEC-QUOTE-02');
  const customer = await service.account(10_000);
  for (const body of [
    {},
    { duration: 2.4 },
    { mode: 'quality', width: 1080, height: 1080 },
    { mode: 'cinema' },
  ]) {
    const quoted = await quote(customer, VIDEO, body);
    const before = (await customer.get('/v1/me/balance')).body.balance_cents;
    const { body: accepted } = await customer.post(VIDEO, { prompt: 'a pear', ...body });
    for (const field of ['mode', 'price_tier', 'output_width', 'output_height'] as const) {
      assert.equal(accepted[field], quoted.kind === 'video' && quoted[field]);
    }
    const after = (await customer.get('/v1/me/balance')).body.balance_cents;
    assert.equal(before - after, quoted.price_cents);
    assert.equal((await customer.get(accepted.poll_url)).body.price_cents, quoted.price_cents);
  }
});

test('the allowance pays for all of it or nothing; then the balance, and the rest at month end', async () => {
  verifies('DEC-QUOTE-01');
  const customer = await service.account(20);
  await service.database.transaction(async (tx) => {
    await setPlan(tx, customer.id, { name: 'max', source: 'web', interval: 'month' });
    await setPayPerUse(tx, customer.id, true);
    await setCap(tx, customer.id, 1000);
    await setCard(tx, customer.id, clock.now());
  });
  const paidFrom = async (path: string, body: object) => (await quote(customer, path, body)).paid_from;
  assert.deepEqual(await paidFrom(IMAGE, {}), { ...NOTHING, allowance_images: 1 });
  assert.deepEqual(await paidFrom(VIDEO, { mode: 'cinema' }), { ...NOTHING, allowance_seconds: 10 });
  assert.deepEqual(await paidFrom(VIDEO, { duration: 1.4 }), { ...NOTHING, allowance_seconds: 1.333 });
  await service.database.query(
    `insert into usage_months (account_id, month, twelfths_included) values ($1, '2031-03-01', 35944)`,
    [customer.id],
  );
  assert.deepEqual(await paidFrom(VIDEO, {}), { ...NOTHING, balance_cents: 20, month_end_cents: 30 });
});

test('a quote is not a generate call: it counts towards no limit and is refused by none', async () => {
  verifies('DEC-QUOTE-03');
  const customer = await service.account(1000, 'default');
  for (let count = 0; count < 25; count++) await quote(customer, IMAGE, {});
  for (let count = 0; count < 3; count++) {
    assert.equal((await customer.post(IMAGE, { prompt: 'a pear' })).status, 200);
  }
  assert.equal((await customer.post(IMAGE, { prompt: 'a pear' })).status, 429);
  for (const [path, counter] of [
    [IMAGE, 'images'],
    [VIDEO, 'videos'],
  ] as const) {
    await service.database.query(
      `update account_activity set ${counter} = 200, recent_calls = json_build_array(json_build_array($2::bigint, 20))
       where account_id = $1`,
      [customer.id, Math.floor(clock.now().getTime() / 1000)],
    );
    await quote(customer, path, {});
  }
});

test('a quote reads its body as the generate call does', async () => {
  verifies('DEC-QUOTE-01');
  const customer = await service.account();
  const path = '/v1/videos/quote';
  assertInvalid(await customer.post(path, {}), 'prompt', /required|expected string/i);
  assertInvalid(await customer.post(path, { prompt: 'x', heigth: 5 }), 'heigth', /height/);
  for (const [body, code] of [
    [{ mode: 'slow' }, 'invalid_mode'],
    [{ mode: 'cinema', width: 720, height: 720 }, 'mode_resolution_unsupported'],
    [{ mode: 'quality', duration: 6 }, 'mode_duration_unsupported'],
  ] as const) {
    assert.equal((await customer.post(path, { prompt: 'x', ...body })).body.code, code);
  }
  assertInvalid(await customer.post('/v1/images/quote', { prompt: '' }), 'prompt', /must not be empty/);
});
