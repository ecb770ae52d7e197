import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { balanceSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { liftLimits, setCard } from '../../src/funding/terms.ts';
import { until } from '../support/deadline.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

const PATH = '/v1/me/balance/auto-recharge';
const DAY_MS = 24 * HOUR_MS;
const clock = manualClock('2031-03-05T12:00:00.000Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

const shown = async (account: TestAccount) => (await account.get('/v1/me/balance')).body.auto_recharge;

test('it is turned on with an amount, and off by {"enabled": false} alone', async () => {
  verifies('V1-ENDPOINT-10', 'V1-ENDPOINT-11');
  const customer = await service.account();
  const on = await customer.post(PATH, { enabled: true, amount_usd: 25 });
  assert.equal(on.status, 200);
  assert.ok(balanceSchema.safeParse(on.body).success);
  const state = { enabled: true, amount_usd: 25, threshold_cents: 200, declined_at: null };
  assert.deepEqual(on.body.auto_recharge, state);
  assert.deepEqual(await shown(customer), state);
  const off = await customer.post(PATH, { enabled: false });
  assert.equal(off.status, 200);
  assert.deepEqual(off.body.auto_recharge, { ...state, enabled: false, amount_usd: null });
  assert.deepEqual(await shown(customer), off.body.auto_recharge);
});

test('an invalid request is refused and changes nothing', async () => {
  const customer = await service.account();
  for (const [body, path] of [
    [{ enabled: true }, 'amount_usd'],
    [{ enabled: true, amount_usd: 20 }, 'amount_usd'],
    [{ enabled: true, amount_usd: '25' }, 'amount_usd'],
    [{ amount_usd: 25 }, 'enabled'],
    [{ enabled: 'yes', amount_usd: 25 }, 'enabled'],
    [{ enabled: true, amount_usd: 25, amuont: 1 }, 'amuont'],
  ] as const) {
    const { status, body: answer } = await customer.post(PATH, body);
    assert.equal(status, 400, JSON.stringify(body));
    assert.equal(answer.code, 'invalid_request');
    assert.equal(answer.issues[0].path, path);
  }
  assert.equal((await shown(customer)).enabled, false);
});

test('a new account, then a new card, may add at most 25 USD at a time', async () => {
  verifies('V1-BALANCE-11', 'V1-ERROR-12', 'V1-ERROR-13');
  const customer = await service.account();
  const firstPaid = clock.now().getTime();
  const refused = await customer.post(PATH, { enabled: true, amount_usd: 50 });
  assert.equal(refused.status, 400);
  assert.equal(refused.body.code, 'new_account_recharge_limit');
  assert.deepEqual(refused.body.limits, { amount_usd: 25 });
  assert.equal(refused.body.raises_at, new Date(firstPaid + 7 * DAY_MS).toISOString());

  clock.advance(7 * DAY_MS);
  await service.database.transaction((tx) => setCard(tx, customer.id, clock.now()));
  const card = await customer.post(PATH, { enabled: true, amount_usd: 100 });
  assert.equal(card.status, 400);
  assert.equal(card.body.code, 'new_card_recharge_limit');
  assert.deepEqual(card.body.limits, { amount_usd: 25 });
  assert.equal(card.body.raises_at, new Date(firstPaid + 14 * DAY_MS).toISOString());
  assert.equal((await customer.post(PATH, { enabled: true, amount_usd: 25 })).status, 200);

  clock.advance(7 * DAY_MS);
  await customer.post('/v1/me/overage/cap', { cap_cents: 10_000 });
  assert.equal((await customer.post(PATH, { enabled: true, amount_usd: 100 })).status, 200);
});

test('a confirmed purchase lifts both limits at once', async () => {
  const customer = await service.account();
  await service.database.transaction((tx) => setCard(tx, customer.id, clock.now()));
  assert.equal((await customer.post(PATH, { enabled: true, amount_usd: 100 })).status, 400);
  await service.database.transaction((tx) => liftLimits(tx, customer.id, clock.now()));
  await customer.post('/v1/me/overage/cap', { cap_cents: 10_000 });
  assert.equal((await customer.post(PATH, { enabled: true, amount_usd: 100 })).status, 200);
});

test('a request that reduces the balance below 2 USD starts a recharge; without a card it is declined', async () => {
  verifies('V1-BALANCE-09', 'V1-BALANCE-10');
  const customer = await service.account(204);
  await customer.post(PATH, { enabled: true, amount_usd: 10 });
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'x' })).status, 200);
  await until(async () => !(await shown(customer)).enabled);
  assert.equal((await shown(customer)).declined_at, clock.now().toISOString());
  const video = { prompt: 'x', duration: 10, mode: 'quality' };
  const uncovered = await customer.post('/v1/videos/generate', video);
  assert.equal(uncovered.status, 402);
  assert.equal(uncovered.body.code, 'auto_recharge_declined');
  assert.equal(
    (await customer.post('/v1/images/generate', { prompt: 'x' })).status,
    200,
    'a covered job is accepted',
  );
});
