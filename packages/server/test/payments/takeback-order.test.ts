import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { decideTakeback } from '../../src/ledger/takeback.ts';
import type { EventOf } from '../../src/payments/payment-event.ts';
import { refundPayment } from '../../src/payments/refund/refund-payment.ts';
import { dueOfTakeback } from '../../src/payments/takeback/settle-takeback-of.ts';
import { balanceOf, violations } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type PaymentScene, setPaymentScene } from '../support/payments-under-test.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
let scene: PaymentScene;
before(async () => {
  scene = await setPaymentScene(clock);
});
after(() => scene.close());

function takenBack(
  accountId: string,
  operationId: string,
  readNumber: number,
  takenCents: number,
  state?: 'open' | 'won',
): EventOf<'charge_taken_back'> {
  const disputes = state === undefined ? [] : [{ id: `dispute of ${operationId}`, state }];
  const id = `${operationId} ${readNumber}`;
  return {
    id,
    at: clock.now(),
    type: 'charge_taken_back',
    accountId,
    operationId,
    takenCents,
    readNumber,
    disputes,
  };
}

test('of two reads of a charge the later one counts, whichever is applied last', async () => {
  verifies('DEC-PAYMENT-10');
  const accountId = await scene.customer();
  const paymentId = await scene.buy(accountId, { amountUsd: 10 });
  await scene.apply(takenBack(accountId, paymentId, 7, 0, 'won'));
  await scene.apply(takenBack(accountId, paymentId, 9, 300, 'won'));
  await scene.apply(takenBack(accountId, paymentId, 8, 800, 'open'));
  assert.equal(await balanceOf(scene.database, accountId), 700);
  const [account] = await scene.database.query<{ since: Date | null }>(
    'select under_review_since as since from accounts where id = $1',
    [accountId],
  );
  assert.equal(account?.since, null, 'the dispute is won');
  assert.deepEqual(await violations(scene.database), []);
});

test('a read of nothing that comes before an older one of a refund keeps that from counting', async () => {
  verifies('DEC-PAYMENT-10');
  const accountId = await scene.customer();
  const paymentId = await scene.buy(accountId, { amountUsd: 10 });
  await scene.apply(takenBack(accountId, paymentId, 2, 0));
  await scene.apply(takenBack(accountId, paymentId, 1, 1000));
  assert.equal(await balanceOf(scene.database, accountId), 1000);
});

test('a purchase of which the provider took something cannot be refunded too', async () => {
  verifies('DEC-PAYMENT-07');
  const accountId = await scene.customer();
  const { paymentId, checkoutUrl } = await scene.start(accountId, { amountUsd: 10 });
  assert.ok(checkoutUrl);
  await scene.apply(takenBack(accountId, paymentId, 1, 1));
  await scene.apply({
    id: 'paid',
    at: clock.now(),
    type: 'top_up_paid',
    operationId: paymentId,
    chargeId: 'charge',
    amountCents: 1000,
    card: null,
    paidWith: 'link',
    confirmedByBank: false,
  });
  assert.equal(await balanceOf(scene.database, accountId), 999);
  assert.equal(await refundPayment(scene.database, scene.effects, accountId, paymentId), 'already_refunded');
  assert.deepEqual(await violations(scene.database), []);
});

test('what is due of a takeback is no more than was paid, and what leaves the balance no more than is unspent', () => {
  const due = (takenCents: number, paidCents: number, unsentCents = 0) =>
    dueOfTakeback({ takenCents, paidCents, unsentCents });
  assert.deepEqual([due(500, 1000), due(1500, 1000), due(500, 0), due(500, 1000, 1000)], [500, 1000, 0, 0]);
  const decide = (dueCents: number, reversedCents: number, spentCents: number, isRefunded = false) =>
    decideTakeback({ dueCents, reversedCents, purchase: { amountCents: 1000, spentCents, isRefunded } });
  assert.deepEqual(decide(500, 0, 0), { reversedCents: 500, owedCents: 0 });
  assert.deepEqual(decide(1000, 0, 300), { reversedCents: 700, owedCents: 300 });
  assert.deepEqual(decide(0, 700, 1000), { reversedCents: 0, owedCents: 0 });
  assert.deepEqual(decide(1000, 0, 0, true), { reversedCents: 0, owedCents: 1000 });
  assert.deepEqual(decideTakeback({ dueCents: 5, reversedCents: 0, purchase: null }), {
    reversedCents: 0,
    owedCents: 5,
  });
});
