import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { endReview, reviewAccount } from '../../src/accounts/review-account.ts';
import { readBalance } from '../../src/funding/read-balance.ts';
import { setAutoRecharge, setCap } from '../../src/funding/terms.ts';
import { runAutoRecharge } from '../../src/payments/auto-recharge/run-auto-recharge.ts';
import type { PaymentEvent } from '../../src/payments/payment-event.ts';
import type { CardCharge, PaymentProvider } from '../../src/payments/provider.ts';
import { createSandboxProvider } from '../../src/payments/sandbox/sandbox-provider.ts';
import {
  acceptorOf,
  balanceOf,
  imageQuote,
  jobRequest,
  violationsBesidesPrices,
} from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import {
  ASKS_BANK,
  DECLINES_LATER,
  type PaymentScene,
  setPaymentScene,
} from '../support/payments-under-test.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
let scene: PaymentScene;
/** The charges that were requested from the provider. */
const charges: CardCharge[] = [];
/** Replaces the event that the provider returns, to simulate faults. */
let interceptEvent: (event: PaymentEvent | undefined) => PaymentEvent | undefined = (event) => event;

before(async () => {
  scene = await setPaymentScene(clock, (sandbox) => {
    const provider: PaymentProvider = createSandboxProvider(sandbox);
    return {
      ...provider,
      async chargeSavedCard(charge) {
        charges.push(charge);
        return interceptEvent(await provider.chargeSavedCard(charge));
      },
    };
  });
});
after(() => scene.close());

/** An account with 10 USD bought by card and auto-recharge on. */
async function customer(amountUsd = 25, card?: string): Promise<string> {
  const accountId = await scene.customer();
  await scene.buy(accountId, { amountUsd: 10 }, card);
  await scene.database.transaction((tx) => setAutoRecharge(tx, accountId, amountUsd));
  charges.length = 0;
  return accountId;
}

async function spend(accountId: string, cents: number): Promise<void> {
  const accepted = await acceptorOf(
    scene.database,
    clock,
  )(jobRequest(accountId, { quote: imageQuote(cents) }));
  assert.equal(accepted.ok, true);
}

const recharge = (accountId: string) => runAutoRecharge({ ...scene, clock }, accountId);

test('a recharge without an outcome when a review begins is requested again after its end', async () => {
  const accountId = await customer(25);
  await spend(accountId, 900);
  const review = (begin: boolean) =>
    scene.database.transaction((tx) =>
      begin ? reviewAccount(tx, accountId, clock.now()) : endReview(tx, accountId, clock.now()),
    );
  interceptEvent = () => {
    throw new Error('unreachable');
  };
  await assert.rejects(recharge(accountId), /unreachable/);
  interceptEvent = (event) => event;
  await review(true);
  await recharge(accountId);
  clock.advance(HOUR_MS);
  await scene.tick();
  assert.equal(charges.length, 1, 'the card may be stolen');
  await review(false);
  await scene.tick();
  assert.equal(await balanceOf(scene.database, accountId), 2600);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a balance below 2 USD is topped up with the card on file', async () => {
  verifies('V1-BALANCE-07');
  const accountId = await customer();
  await spend(accountId, 800);
  await recharge(accountId);
  assert.equal(await balanceOf(scene.database, accountId), 200, 'there is no recharge while 2 USD are left');
  await spend(accountId, 1);
  await recharge(accountId);
  assert.equal(await balanceOf(scene.database, accountId), 2699);
  const { purchases } = await readBalance(scene.database, accountId, clock.now());
  assert.deepEqual(
    purchases.map(({ source, amount_cents: cents }) => [source, cents]),
    [
      ['auto_recharge', 2500],
      ['checkout', 1000],
    ],
  );
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('100 concurrent tasks whose responses are lost start one recharge', async () => {
  verifies('DEC-FUNDING-17');
  const accountId = await customer();
  await spend(accountId, 900);
  interceptEvent = () => {
    throw new Error('the response was lost');
  };
  const runs = await Promise.allSettled(Array.from({ length: 100 }, () => recharge(accountId)));
  assert.ok(runs.every(({ status }) => status === 'rejected'));
  interceptEvent = (event) => event;
  assert.equal(new Set(charges.map(({ operationId }) => operationId)).size, 1);
  await Promise.all(Array.from({ length: 100 }, () => recharge(accountId)));
  assert.equal(new Set(charges.map(({ operationId }) => operationId)).size, 1);
  assert.equal(await balanceOf(scene.database, accountId), 2600);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('100 concurrent draws below 2 USD start one recharge', async () => {
  verifies('DEC-FUNDING-17');
  const accountId = await customer();
  await spend(accountId, 800);
  const accept = acceptorOf(scene.database, clock);
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      await accept(jobRequest(accountId, { quote: imageQuote(2) }));
      await recharge(accountId);
    }),
  );
  assert.equal(new Set(charges.map(({ operationId }) => operationId)).size, 1);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a declined card turns auto-recharge off with one email, and does not count towards the cap', async () => {
  verifies('V1-BALANCE-09', 'DEC-EMAIL-03');
  const accountId = await customer(25, DECLINES_LATER);
  await spend(accountId, 900);
  scene.emails.length = 0;
  await Promise.all(Array.from({ length: 10 }, () => recharge(accountId)));
  assert.deepEqual((await readBalance(scene.database, accountId, clock.now())).auto_recharge, {
    enabled: false,
    amount_usd: null,
    threshold_cents: 200,
    declined_at: clock.now().toISOString(),
  });
  assert.deepEqual(
    scene.emails.map(({ subject }) => subject),
    ['Auto-recharge is off: your card was declined'],
  );
  const [month] = await scene.database.query<{ cents: number }>(
    'select recharge_cents as cents from usage_months where account_id = $1',
    [accountId],
  );
  assert.equal(month?.cents, 0);
  const refused = await acceptorOf(scene.database, clock)(jobRequest(accountId, { quote: imageQuote(500) }));
  assert.equal(!refused.ok && refused.problem.code, 'auto_recharge_declined');
  verifies('V1-BALANCE-10', 'DEC-FUNDING-12');
  await scene.database.transaction((tx) => setAutoRecharge(tx, accountId, 25));
  const again = await acceptorOf(scene.database, clock)(jobRequest(accountId, { quote: imageQuote(500) }));
  assert.equal(!again.ok && again.problem.code, 'balance_insufficient');
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a decline after the customer has turned auto-recharge off changes nothing and sends no email', async () => {
  const accountId = await customer();
  await spend(accountId, 900);
  interceptEvent = () => undefined;
  await recharge(accountId);
  interceptEvent = (event) => event;
  await scene.database.transaction((tx) => setAutoRecharge(tx, accountId, null));
  scene.emails.length = 0;
  const operationId = charges[0]?.operationId ?? '';
  await scene.apply({ id: 'declined late', at: clock.now(), operationId, type: 'charge_failed' });
  assert.equal((await readBalance(scene.database, accountId, clock.now())).auto_recharge.declined_at, null);
  assert.equal(scene.emails.length, 0);
});

test('recharges stay within the monthly cap, which resets with the month', async () => {
  verifies('V1-BALANCE-08', 'DEC-FUNDING-13', 'DEC-FUNDING-14');
  clock.set('2031-03-31T23:59:59.000Z');
  for (const capCents of [null, 5000]) {
    const accountId = await customer();
    if (capCents !== null) await scene.database.transaction((tx) => setCap(tx, accountId, capCents));
    for (const expected of [2600, 2600, 100]) {
      await spend(accountId, (await balanceOf(scene.database, accountId)) - 100);
      await recharge(accountId);
      assert.equal(await balanceOf(scene.database, accountId), expected);
    }
    clock.set('2031-04-01T00:00:00.000Z');
    await recharge(accountId);
    assert.equal(await balanceOf(scene.database, accountId), 2600);
    clock.set('2031-03-31T23:59:59.000Z');
  }
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a new card limits the amount to 25 USD for 7 days', async () => {
  verifies('V1-BALANCE-11');
  clock.set('2031-05-02T00:00:00.000Z');
  const accountId = await customer();
  await scene.database.transaction((tx) => setCap(tx, accountId, 50_000));
  clock.advance(7 * 24 * HOUR_MS);
  await scene.database.transaction((tx) => setAutoRecharge(tx, accountId, 100));
  await scene.buy(accountId, { amountUsd: 10 }, ASKS_BANK);
  await spend(accountId, 1900);
  await recharge(accountId);
  assert.equal(await balanceOf(scene.database, accountId), 2600);
  clock.advance(7 * 24 * HOUR_MS);
  await spend(accountId, 2500);
  await recharge(accountId);
  assert.equal(await balanceOf(scene.database, accountId), 10_100);
});

test('a recharge reported as failed and then as succeeded is credited and counts towards the cap', async () => {
  const accountId = await customer();
  await spend(accountId, 900);
  interceptEvent = () => undefined;
  await recharge(accountId);
  interceptEvent = (event) => event;
  const operationId = charges[0]?.operationId ?? '';
  const eventBase = { at: clock.now(), operationId };
  await scene.apply({ ...eventBase, id: 'failed', type: 'charge_failed' });
  await scene.apply({
    ...eventBase,
    id: 'succeeded',
    type: 'charge_succeeded',
    chargeId: 'late',
    amountCents: 2500,
  });
  await scene.apply({ ...eventBase, id: 'failed again', type: 'charge_failed' });
  assert.equal(await balanceOf(scene.database, accountId), 2600);
  const [month] = await scene.database.query<{ cents: number }>(
    'select recharge_cents as cents from usage_months where account_id = $1',
    [accountId],
  );
  assert.equal(month?.cents, 2500);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a recharge without an event is requested again', async () => {
  const accountId = await customer();
  await spend(accountId, 900);
  interceptEvent = () => undefined;
  await recharge(accountId);
  assert.equal(await balanceOf(scene.database, accountId), 100);
  interceptEvent = (event) => event;
  await scene.tick();
  assert.equal(await balanceOf(scene.database, accountId), 100, 'it is not retried at once');
  clock.advance(HOUR_MS);
  await scene.tick();
  assert.equal(await balanceOf(scene.database, accountId), 2600);
  // The task of every minute also recharges the other accounts.
  const ofAccount = charges.filter(({ payer }) => payer.accountId === accountId);
  assert.equal(new Set(ofAccount.map(({ operationId }) => operationId)).size, 1);
});
