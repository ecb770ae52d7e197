import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readTerms, setCap, setPayPerUse } from '../../src/funding/terms.ts';
import { changePlan } from '../../src/payments/subscription/change-plan.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { type StripeScene, setStripeScene } from '../support/stripe-scene.ts';
import type { TestAccount } from '../support/test-app.ts';

const DAY_MS = 24 * HOUR_MS;
const clock = manualClock(new Date().toISOString());
let scene: StripeScene;
before(async () => {
  scene = await setStripeScene(clock);
});
after(() => scene.stop());

const termsOf = (customer: TestAccount) => readTerms(scene.service.database, customer.id);

test('a month is invoiced from the ledger; unpaid, the account is in arrears until another card pays the invoice', async () => {
  const customer = await scene.service.account(0);
  const { database, worker } = scene.service;
  await scene.buy(customer, { plan: 'pro', interval: 'month' }, 'declines_later', '0341');
  await database.transaction(async (tx) => {
    await setPayPerUse(tx, customer.id, true);
    await setCap(tx, customer.id, 5000);
  });
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'x' })).status, 200);
  await deliver(worker, await takeLease(worker));
  clock.advance(40 * DAY_MS);
  const due = scene.payments.tasks.payments_due;
  assert.ok(due);
  await due({});
  await until(async () => (await termsOf(customer))?.arrearsSince != null);
  await scene.deliver((events) => [...events, ...events].reverse());
  const invoices = [...scene.stripe.state.invoices.values()];
  assert.deepEqual(
    invoices.map(({ amount_due: due, status, auto_advance: advances }) => [due, status, advances]),
    [[5, 'open', 'false']],
  );
  scene.stripe.expireKeys();
  assert.equal(
    (
      await changePlan({ ...scene.payments, database, provider: scene.provider }, customer.id, {
        plan: 'max',
        interval: 'month',
      })
    )?.code,
    'card_required',
  );
  await scene.buy(customer, { amountUsd: 10 }, 'succeeds', '4242');
  await until(async () => (await termsOf(customer))?.arrearsSince === null);
  await scene.deliver();
  assert.deepEqual(
    [...scene.stripe.state.invoices.values()].map(({ status }) => status),
    ['paid'],
  );
  assert.deepEqual(await violations(database), []);
});
