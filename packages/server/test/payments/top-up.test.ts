import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { topUpAmountsUsd } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { readTerms } from '../../src/funding/terms.ts';
import { readPaymentState } from '../../src/payments/payment.ts';
import type { EventOf } from '../../src/payments/payment-event.ts';
import { cancelCheckout, payCheckout } from '../../src/payments/sandbox/checkout.ts';
import { sandboxCard } from '../../src/payments/sandbox/sandbox-dependencies.ts';
import { searchEvents } from '../../src/security-log/search-events.ts';
import { balanceOf, violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { ASKS_BANK, DISPUTES, type PaymentScene, setPaymentScene } from '../support/payments-under-test.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
let scene: PaymentScene;
before(async () => {
  scene = await setPaymentScene(clock);
});
after(() => scene.close());

function paid(
  operationId: string,
  id: string,
  more: Partial<EventOf<'top_up_paid'>> = {},
): EventOf<'top_up_paid'> {
  return {
    id,
    at: clock.now(),
    type: 'top_up_paid',
    operationId,
    chargeId: `charge-of-${operationId}`,
    amountCents: 2500,
    card: sandboxCard('4242', '2099-12'),
    paidWith: 'card',
    confirmedByBank: false,
    ...more,
  };
}

test('every amount is credited once, as a purchase by checkout', async () => {
  verifies('V1-BALANCE-06', 'DEC-ANSWER-10');
  const accountId = await scene.customer();
  for (const amountUsd of topUpAmountsUsd) await scene.buy(accountId, { amountUsd });
  assert.equal(await balanceOf(scene.database, accountId), 18_500);
  const rows = await scene.database.query<{ source: string }>(
    'select distinct source from purchases where account_id = $1',
    [accountId],
  );
  assert.deepEqual(rows, [{ source: 'checkout' }]);
  assert.deepEqual(await violations(scene.database), []);
});

test('an event delivered 100 times in parallel, and other events of the same payment, credit once', async () => {
  const accountId = await scene.customer();
  const { paymentId } = await scene.start(accountId, { amountUsd: 25 });
  const events = Array.from({ length: 100 }, (_, at) =>
    paid(paymentId, at % 2 === 0 ? 'same' : `other-${at}`),
  );
  await Promise.all(events.map((event) => scene.apply(event)));
  assert.equal(await balanceOf(scene.database, accountId), 2500);
  assert.equal(await readPaymentState(scene.database, accountId, paymentId), 'succeeded');
  assert.deepEqual(await violations(scene.database), []);
});

test('the events paid and failed in either order end as paid: the card was charged', async () => {
  for (const order of ['paid first', 'failed first']) {
    const accountId = await scene.customer();
    const { paymentId } = await scene.start(accountId, { amountUsd: 25 });
    const failed = { id: `failed-${paymentId}`, at: clock.now(), operationId: paymentId } as const;
    const events = [paid(paymentId, `paid-${paymentId}`), { ...failed, type: 'top_up_failed' as const }];
    if (order === 'failed first') events.reverse();
    for (const event of [...events, ...events]) await scene.apply(event);
    assert.equal(await balanceOf(scene.database, accountId), 2500, order);
    assert.equal(await readPaymentState(scene.database, accountId, paymentId), 'succeeded', order);
  }
  assert.deepEqual(await violations(scene.database), []);
});

test('an event of an unknown operation changes nothing', async () => {
  const accountId = await scene.customer();
  await scene.apply(paid('01890000-0000-7000-8000-000000000000', 'foreign'));
  assert.equal(await balanceOf(scene.database, accountId), 0);
});

test('what arrived is credited, also if it is not what was ordered, and an operator learns of that', async () => {
  verifies('DEC-PAYMENT-04');
  const accountId = await scene.customer();
  const { paymentId } = await scene.start(accountId, { amountUsd: 25 });
  await scene.apply(paid(paymentId, 'too-little', { amountCents: 2400 }));
  assert.equal(await balanceOf(scene.database, accountId), 2400);
  assert.equal(await readPaymentState(scene.database, accountId, paymentId), 'succeeded');
  const noted = await searchEvents(scene.database, { accountId, kind: 'payment_differs', limit: 10 });
  assert.deepEqual(
    noted.map(({ details }) => details),
    [{ payment: paymentId, ordered_cents: 2500, paid_cents: 2400 }],
  );
  assert.deepEqual(await violations(scene.database), []);
});

test('a cancelled checkout credits nothing and cannot be paid any more', async () => {
  const accountId = await scene.customer();
  const { paymentId, checkoutUrl } = await scene.start(accountId, { amountUsd: 10 });
  const id = checkoutUrl.split('/').at(-1) ?? '';
  assert.equal((await cancelCheckout(scene.sandbox, id))?.kind, 'ended');
  const late = await payCheckout(scene.sandbox, id, {
    number: '4242424242424242',
    expiry: '12/99',
    cvc: '123',
  });
  assert.equal(late?.kind, 'ended');
  assert.equal(await balanceOf(scene.database, accountId), 0);
  assert.equal(await readPaymentState(scene.database, accountId, paymentId), 'failed');
});

test('a form that is submitted ten times concurrently pays once', async () => {
  const accountId = await scene.customer();
  const { checkoutUrl } = await scene.start(accountId, { amountUsd: 10 });
  const id = checkoutUrl.split('/').at(-1) ?? '';
  const form = { number: '4242424242424242', expiry: '12/99', cvc: '123' };
  await Promise.all(Array.from({ length: 10 }, () => payCheckout(scene.sandbox, id, form)));
  assert.equal(await balanceOf(scene.database, accountId), 1000);
});

test('the same card keeps the date it was added; another card is new', async () => {
  const accountId = await scene.customer();
  const addedAt = async () => (await readTerms(scene.database, accountId))?.cardAddedAt?.toISOString();
  await scene.buy(accountId, { amountUsd: 10 });
  const first = clock.now().toISOString();
  clock.advance(48 * HOUR_MS);
  await scene.buy(accountId, { amountUsd: 10 });
  assert.equal(await addedAt(), first);
  await scene.buy(accountId, { amountUsd: 10 }, ASKS_BANK);
  assert.equal(await addedAt(), clock.now().toISOString());
});

test('50 and 100 USD confirmed by the bank lift the limits; smaller or unconfirmed purchases do not', async () => {
  verifies('V1-BALANCE-12', 'DEC-FUNDING-18');
  const lifts = async (amountUsd: 10 | 25 | 50 | 100, card?: string) => {
    const accountId = await scene.customer();
    await scene.buy(accountId, { amountUsd }, card);
    return (await readTerms(scene.database, accountId))?.limitsLiftedAt?.toISOString() ?? null;
  };
  const now = clock.now().toISOString();
  assert.equal(await lifts(50, ASKS_BANK), now);
  assert.equal(await lifts(100, ASKS_BANK), now);
  assert.equal(await lifts(25, ASKS_BANK), null);
  assert.equal(await lifts(50), null);
  assert.equal(await lifts(100), null);
});

test('a dispute pauses the account', async () => {
  const accountId = await scene.customer();
  await scene.buy(accountId, { amountUsd: 10 }, DISPUTES);
  const [row] = await scene.database.query<{ since: Date | null }>(
    'select under_review_since as since from accounts where id = $1',
    [accountId],
  );
  assert.deepEqual(row?.since, clock.now());
});
