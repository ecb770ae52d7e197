import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { endReview, reviewAccount } from '../../src/accounts/review-account.ts';
import { readTerms } from '../../src/funding/terms.ts';
import { refundPayment } from '../../src/payments/refund/refund-payment.ts';
import { RACE_ROUNDS } from '../support/every-drill.ts';
import {
  acceptorOf,
  balanceOf,
  imageQuote,
  jobRequest,
  violationsBesidesPrices,
} from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { ASKS_BANK, type PaymentScene, setPaymentScene } from '../support/payments-under-test.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
let scene: PaymentScene;
before(async () => {
  scene = await setPaymentScene(clock);
});
after(() => scene.close());

const refund = (accountId: string, purchaseId: string) =>
  refundPayment(scene.database, scene.effects, accountId, purchaseId);

async function refundsOf(purchaseId: string): Promise<string[]> {
  const rows = await scene.database.query<{ state: string }>(
    'select state from refunds where payment_id = $1 order by id',
    [purchaseId],
  );
  return rows.map(({ state }) => state);
}

test('an unspent purchase is refunded within 24 hours, once', async () => {
  verifies('V1-BALANCE-13');
  const accountId = await scene.customer();
  const purchaseId = await scene.buy(accountId, { amountUsd: 25 });
  clock.advance(24 * HOUR_MS - 1);
  assert.equal(await refund(accountId, purchaseId), 'refunded');
  assert.equal(await balanceOf(scene.database, accountId), 0);
  assert.deepEqual(await refundsOf(purchaseId), ['open']);
  await scene.runTasks();
  assert.deepEqual(await refundsOf(purchaseId), ['settled']);
  assert.equal(await refund(accountId, purchaseId), 'already_refunded');
  const [charge] = await scene.database.query<{ refundedAt: Date }>(
    'select refunded_at as "refundedAt" from sandbox_charges where id = $1',
    [purchaseId],
  );
  assert.deepEqual(charge?.refundedAt, clock.now());
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a purchase that is older, spent, or of another account is not refunded', async () => {
  verifies('V1-BALANCE-14');
  const accountId = await scene.customer();
  const old = await scene.buy(accountId, { amountUsd: 10 });
  clock.advance(24 * HOUR_MS);
  assert.equal(await refund(accountId, old), 'too_late');
  const accept = acceptorOf(scene.database, clock);
  const other = await scene.customer();
  const spent = await scene.buy(other, { amountUsd: 10 });
  assert.equal((await accept(jobRequest(other))).ok, true);
  assert.equal(await refund(other, spent), 'spent');
  assert.equal(await refund(await scene.customer(), spent), 'unknown');
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('limits that a confirmed purchase lifted stay lifted after its refund', async () => {
  const accountId = await scene.customer();
  const purchaseId = await scene.buy(accountId, { amountUsd: 50 }, ASKS_BANK);
  const liftedAt = clock.now();
  clock.advance(HOUR_MS);
  assert.equal(await refund(accountId, purchaseId), 'refunded');
  await scene.runTasks();
  assert.deepEqual((await readTerms(scene.database, accountId))?.limitsLiftedAt, liftedAt);
});

test('a refund that the bank rejects, even after it was settled, is reversed with an email', async () => {
  const accountId = await scene.customer();
  const purchaseId = await scene.buy(accountId, { amountUsd: 25 });
  scene.emails.length = 0;
  await refund(accountId, purchaseId);
  await scene.runTasks();
  const [row] = await scene.database.query<{ id: string }>('select id from refunds where payment_id = $1', [
    purchaseId,
  ]);
  const operationId = row?.id ?? '';
  const eventBase = { at: clock.now(), operationId };
  await scene.apply({ ...eventBase, id: 'refund-failed', type: 'refund_failed' });
  await scene.apply({ ...eventBase, id: 'refund-failed-again', type: 'refund_failed' });
  await scene.apply({ ...eventBase, id: 'refund-settled-late', type: 'refund_settled' });
  assert.equal(await balanceOf(scene.database, accountId), 2500);
  assert.deepEqual(await refundsOf(purchaseId), ['failed']);
  assert.equal(scene.emails.length, 1);
  assert.match(scene.emails[0]?.subject ?? '', /refund of 25\.00 USD/);
  assert.equal(await refund(accountId, purchaseId), 'refunded');
  await scene.runTasks();
  assert.deepEqual(await refundsOf(purchaseId), ['failed', 'settled']);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a refund that was not sent when a review begins is sent after its end', async () => {
  verifies('DEC-BILLING-08');
  const accountId = await scene.customer();
  const purchaseId = await scene.buy(accountId, { amountUsd: 25 });
  assert.equal(await refund(accountId, purchaseId), 'refunded');
  await scene.database.transaction((tx) => reviewAccount(tx, accountId, clock.now()));
  await scene.runTasks();
  clock.advance(HOUR_MS);
  await scene.tick();
  assert.deepEqual(
    await refundsOf(purchaseId),
    ['open'],
    'a bank that reverses the payment would pay it back twice',
  );
  await scene.database.transaction((tx) => endReview(tx, accountId, clock.now()));
  await scene.tick();
  assert.deepEqual(await refundsOf(purchaseId), ['settled']);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a concurrent refund and spend: one wins in every round', async () => {
  verifies('DEC-FUNDING-16');
  const accept = acceptorOf(scene.database, clock);
  const wins = { refund: 0, spend: 0 };
  const round = async (accountId: string) => {
    const purchaseId = await scene.buy(accountId, { amountUsd: 10 });
    const [outcome, accepted] = await Promise.all([
      refund(accountId, purchaseId),
      accept(jobRequest(accountId, { quote: imageQuote(1000) })),
    ]);
    assert.equal(accepted.ok, outcome === 'spent', `${outcome}, accepted: ${accepted.ok}`);
    assert.equal(await balanceOf(scene.database, accountId), 0);
    wins[accepted.ok ? 'spend' : 'refund'] += 1;
  };
  for (let rounds = 0; rounds < RACE_ROUNDS; rounds += 10) {
    const customers = await Promise.all(Array.from({ length: 10 }, () => scene.customer()));
    await Promise.all(customers.map(round));
  }
  assert.ok(wins.refund > 0 && wins.spend > 0, JSON.stringify(wins));
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});
