import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { overageSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { liftLimits, setCard, setPlan } from '../../src/funding/terms.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { assertInvalid } from '../support/untouched.ts';

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

test('pay per use is off at first, and the state has exactly the fields agreed on', async () => {
  verifies('V1-ENDPOINT-07', 'DEC-ANSWER-07', 'V1-ALLOW-01');
  const customer = await service.account(1000);
  await service.database.transaction((tx) =>
    setPlan(tx, customer.id, { name: 'max', source: 'web', interval: 'month' }),
  );
  const { status, body, headers } = await customer.get('/api/v1/me/overage');
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.ok(overageSchema.safeParse(body).success);
  assert.deepEqual(body, {
    enabled: false,
    cap_cents: 5000,
    cap_chosen: false,
    cap_limit_cents: 5000,
    raises_at: '2031-03-12T12:00:00.000Z',
    charged_cents: 0,
    remaining_cents: 5000,
    card_on_file: false,
    month_start: '2031-03-01',
    resets_at: '2031-04-01T00:00:00.000Z',
  });
});

test('the setting is set explicitly and never toggled', async () => {
  verifies('V1-ENDPOINT-09', 'DEC-ANSWER-08');
  const customer = await service.account();
  for (const enabled of [true, true, false, false, true]) {
    const { status, body } = await customer.post('/v1/me/overage/toggle', { enabled });
    assert.deepEqual([status, body.enabled], [200, enabled]);
    assert.equal((await customer.get('/v1/me/overage')).body.enabled, enabled);
  }
  for (const wrong of [
    {},
    { enabled: 'yes' },
    { enabled: 1 },
    { enabled: null },
    { enabled: true, cap: 1 },
  ]) {
    assert.equal((await customer.post('/v1/me/overage/toggle', wrong)).status, 400);
  }
});

test('a cap is any amount from 5 to 1,000 USD, once the account is no longer new', async () => {
  verifies('V1-ENDPOINT-08', 'V1-CAP-01');
  const customer = await service.account();
  clock.advance(7 * 24 * HOUR_MS);
  for (const cents of [500, 1000, 5000, 25_000, 12_345, 100_000]) {
    const { status, body } = await customer.post('/v1/me/overage/cap', { cap_cents: cents });
    assert.deepEqual([status, body.cap_cents, body.remaining_cents], [200, cents, cents]);
    assert.deepEqual([body.cap_limit_cents, body.raises_at], [100_000, null]);
  }
  for (const cents of [499, 100_001, 500.5, '500', null, -500]) {
    assertInvalid(await customer.post('/v1/me/overage/cap', { cap_cents: cents }), 'cap_cents', /./);
  }
  assert.equal((await customer.get('/v1/me/overage')).body.cap_cents, 100_000);
});

test('for seven days after the first payment the cap is at most 50 USD', async () => {
  verifies('V1-CAP-02', 'V1-ERROR-11', 'V1-ERROR-14');
  const customer = await service.account();
  const paidAt = clock.now();
  const raisesAt = new Date(paidAt.getTime() + 7 * 24 * HOUR_MS).toISOString();
  assert.equal((await customer.post('/v1/me/overage/cap', { cap_cents: 5000 })).status, 200);
  clock.advance(7 * 24 * HOUR_MS - 1);
  const { status, body } = await customer.post('/v1/me/overage/cap', { cap_cents: 5001 });
  assert.equal(status, 400);
  assert.deepEqual(
    [body.code, body.limits, body.raises_at],
    ['new_account_cap_limit', { cap_cents: 5000 }, raisesAt],
  );
  clock.advance(1);
  assert.equal((await customer.post('/v1/me/overage/cap', { cap_cents: 5001 })).status, 200);
});

test('a confirmed larger purchase unlocks the full range at once; an account that never paid must wait', async () => {
  const customer = await service.account();
  await service.database.transaction((tx) => liftLimits(tx, customer.id, clock.now()));
  assert.equal((await customer.post('/v1/me/overage/cap', { cap_cents: 100_000 })).status, 200);
  const unpaid = await service.account(0);
  const { body } = await unpaid.post('/v1/me/overage/cap', { cap_cents: 5001 });
  assert.deepEqual([body.code, typeof body.raises_at], ['new_account_cap_limit', 'string']);
});

test('a card on file is shown, and a cap below the charged amount leaves nothing to spend', async () => {
  const customer = await service.account();
  await service.database.transaction((tx) => setCard(tx, customer.id, clock.now()));
  await service.database.query(
    `insert into usage_months (account_id, month, month_end_cents, recharge_cents)
     values ($1, date_trunc('month', $2::timestamptz at time zone 'UTC')::date, 300, 2500)`,
    [customer.id, clock.now()],
  );
  const { body } = await customer.post('/v1/me/overage/cap', { cap_cents: 500 });
  assert.deepEqual([body.card_on_file, body.charged_cents, body.remaining_cents], [true, 2800, 0]);
  await service.database.query('delete from usage_months where account_id = $1', [customer.id]);
});
