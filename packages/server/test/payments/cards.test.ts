import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readTerms, setAutoRecharge, setCap, setPayPerUse } from '../../src/funding/terms.ts';
import { createStartCardSetup } from '../../src/payments/cards/card-setup.ts';
import { removeCard } from '../../src/payments/cards/remove-card.ts';
import { readSavedCard } from '../../src/payments/cards/saved-card.ts';
import { completeBankChallenge, payCheckout } from '../../src/payments/sandbox/checkout.ts';
import { cancelPlan, changePlan } from '../../src/payments/subscription/change-plan.ts';
import { acceptorOf, imageQuote, jobRequest, violationsBesidesPrices } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { ASKS_BANK, PAYS, type PaymentScene, setPaymentScene } from '../support/payments-under-test.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
let scene: PaymentScene;
before(async () => {
  scene = await setPaymentScene(clock);
});
after(() => scene.close());

async function addCard(accountId: string, number = PAYS, expiry = '11/34'): Promise<void> {
  const start = createStartCardSetup(scene.database, clock, scene.provider);
  const started = await start(accountId, 'http://localhost/back');
  assert.ok(started.ok);
  const id = started.value.checkoutUrl.split('/').at(-1) ?? '';
  const result = await payCheckout(scene.sandbox, id, { number, expiry, cvc: '123' });
  if (result?.kind === 'pending') await completeBankChallenge(scene.sandbox, id, true);
}

const cardOf = (accountId: string) => readSavedCard(scene.database, 'sandbox', accountId);

async function remove(accountId: string): Promise<unknown> {
  const refusal = await removeCard(scene.database, scene.effects, 'sandbox', accountId, async () => {});
  await scene.runTasks();
  return refusal?.fields?.needed_for;
}

test('a card is added without a purchase, and replaces the one on file', async () => {
  verifies('DEC-CARD-01');
  const accountId = await scene.customer();
  await addCard(accountId, ASKS_BANK);
  const { addedAt, ...card } = (await cardOf(accountId)) ?? {};
  assert.deepEqual(card, {
    token: 'sandbox_card_3155',
    brand: 'visa',
    last4: '3155',
    expires: { month: 11, year: 2034 },
  });
  assert.deepEqual(addedAt, clock.now());
  assert.deepEqual((await readTerms(scene.database, accountId))?.cardAddedAt, clock.now());
  clock.advance(HOUR_MS);
  await addCard(accountId);
  assert.equal((await cardOf(accountId))?.last4, '4242');
  assert.deepEqual(await scene.database.query('select from sandbox_charges'), [], 'nothing is charged');
  assert.deepEqual(await scene.database.query('select from payments'), []);
});

test('ten unfinished pages for adding a card are the most within an hour', async () => {
  verifies('DEC-CARD-02');
  const accountId = await scene.customer();
  const start = createStartCardSetup(scene.database, clock, scene.provider);
  const started = await Promise.all(Array.from({ length: 12 }, () => start(accountId, 'http://localhost')));
  assert.equal(started.filter(({ ok }) => ok).length, 10);
  const refused = started.find(({ ok }) => !ok);
  assert.equal(refused?.ok === false && refused.problem.code, 'rate_limited');
  clock.advance(HOUR_MS);
  assert.equal((await start(accountId, 'http://localhost')).ok, true);
});

test('a card that something must still be charged to stays', async () => {
  verifies('DEC-CARD-03');
  const accountId = await scene.customer();
  assert.equal(await remove(accountId), undefined, 'nothing to remove');
  await scene.buy(accountId, { plan: 'pro', interval: 'month' });
  assert.deepEqual(await remove(accountId), ['plan']);
  await scene.database.transaction(async (tx) => {
    await setPayPerUse(tx, accountId, true);
    await setCap(tx, accountId, 5000);
  });
  const accept = acceptorOf(scene.database, clock);
  assert.equal((await accept(jobRequest(accountId, { quote: imageQuote(300) }))).ok, true);
  const subscriptions = { database: scene.database, provider: scene.provider, apply: scene.apply };
  clock.advance(1000);
  assert.equal(await cancelPlan(subscriptions, accountId), undefined);
  assert.deepEqual(await remove(accountId), ['pay_per_use'], 'a cancelled plan is not charged again');
  await scene.database.query(
    `insert into payments (id, account_id, provider, kind, amount_cents, cap_month, created_at)
     values ($1, $2, 'sandbox', 'auto_recharge', 1000, '2031-03-01', now())`,
    [crypto.randomUUID(), accountId],
  );
  assert.deepEqual(await remove(accountId), ['pay_per_use', 'recharge']);
  await scene.database.query(`delete from payments where account_id = $1 and kind = 'auto_recharge'`, [
    accountId,
  ]);
  assert.equal((await cardOf(accountId))?.last4, '4242');
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a removed card is removed at the provider too, turns auto-recharge off, and is needed to keep a plan', async () => {
  verifies('DEC-CARD-03', 'DEC-CARD-04');
  const accountId = await scene.customer();
  await scene.buy(accountId, { amountUsd: 10 });
  await scene.buy(accountId, { plan: 'pro', interval: 'month' });
  await scene.database.transaction((tx) => setAutoRecharge(tx, accountId, 10));
  const subscriptions = { database: scene.database, provider: scene.provider, apply: scene.apply };
  clock.advance(1000);
  assert.equal(await cancelPlan(subscriptions, accountId), undefined);
  assert.equal(await remove(accountId), undefined);
  assert.equal(await cardOf(accountId), undefined);
  const terms = await readTerms(scene.database, accountId);
  assert.deepEqual([terms?.cardAddedAt, terms?.autoRechargeUsd], [null, null]);
  const stored = await scene.database.query('select from sandbox_cards where account_id = $1', [accountId]);
  assert.deepEqual(stored, []);
  clock.advance(1000);
  const pro = { plan: 'pro', interval: 'month' } as const;
  assert.equal((await changePlan(subscriptions, accountId, pro))?.code, 'card_required');
  await addCard(accountId);
  assert.equal(await changePlan(subscriptions, accountId, pro), undefined);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});
