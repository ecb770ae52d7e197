import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readTerms, setCap, setPayPerUse } from '../../src/funding/terms.ts';
import { retryUnpaidInvoices } from '../../src/payments/arrears/pay-arrears.ts';
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

/** An invoice of 5 cents that the card declined; the report of that waits at Stripe. Returns its id. */
async function declinedInvoice(customer: TestAccount): Promise<string> {
  const { database, worker } = scene.service;
  await scene.buy(customer, { plan: 'pro', interval: 'month' }, 'declines_later', '0341');
  await database.transaction(async (tx) => {
    await setPayPerUse(tx, customer.id, true);
    await setCap(tx, customer.id, 5000);
  });
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'x' })).status, 200);
  await deliver(worker, await takeLease(worker));
  clock.advance(40 * DAY_MS);
  await scene.payments.tasks.payments_due?.({});
  await until(async () => (await termsOf(customer))?.arrearsSince != null);
  const [invoice] = await database.query<{ id: string }>('select id from invoices where account_id = $1', [
    customer.id,
  ]);
  return invoice?.id ?? '';
}

/** Those at Stripe, without the invoices of plans. */
const monthInvoices = () =>
  [...scene.stripe.state.invoices.values()].filter(({ auto_advance: advances }) => advances !== undefined);

test('a month is invoiced from the ledger; unpaid, the account is in arrears until another card pays the invoice', async () => {
  const customer = await scene.service.account(0);
  const { database } = scene.service;
  await declinedInvoice(customer);
  await scene.deliver((events) => [...events, ...events].reverse());
  assert.deepEqual(
    monthInvoices().map(({ amount_due: due, status, auto_advance: advances }) => [due, status, advances]),
    [[5, 'open', 'false']],
  );
  scene.stripe.expireKeys();
  assert.equal(
    (
      await changePlan({ ...scene.payments.subscriptions, database, provider: scene.provider }, customer.id, {
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
    monthInvoices().map(({ status }) => status),
    ['paid'],
  );
  assert.deepEqual(await violations(database), []);
});

test('a failure of the first attempt that is reported during a later one does not end that', async () => {
  const customer = await scene.service.account(0);
  const { database } = scene.service;
  const invoiceId = await declinedInvoice(customer);
  const [card] = [...scene.stripe.state.methods.values()].slice(-1);
  // The owner clicks, and the report arrives before the task has run.
  const effects = { ...scene.payments.effects, addTask: async () => {} };
  await database.transaction((tx) => retryUnpaidInvoices(tx, effects, customer.id));
  assert.deepEqual(
    scene.stripe.waiting.map(({ type }) => type),
    ['invoice.payment_failed'],
  );
  await scene.deliver();
  Object.assign(card ?? {}, { behaviour: 'succeeds' });
  await scene.payments.tasks.collect_invoice?.({ invoiceId });
  assert.equal((await termsOf(customer))?.arrearsSince, null);
  await scene.deliver();
  assert.deepEqual(await violations(database), []);
});
