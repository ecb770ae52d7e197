import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { closeAccount } from '../../src/accounts/close-account.ts';
import { createStartCardSetup } from '../../src/payments/cards/card-setup.ts';
import { readSavedCard } from '../../src/payments/cards/saved-card.ts';
import { payCheckout } from '../../src/payments/sandbox/checkout.ts';
import type { PaymentOrder } from '../../src/payments/start-payment.ts';
import { violations } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { PAYS, type PaymentScene, setPaymentScene } from '../support/payments-under-test.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
let scene: PaymentScene;
before(async () => {
  scene = await setPaymentScene(clock);
});
after(() => scene.close());

/** Opens a page of the provider, deletes the account, and pays the page after all. Returns the account's id. */
async function payAfterDeletion(order: PaymentOrder | 'card'): Promise<string> {
  const accountId = await scene.customer();
  const { checkoutUrl } = order === 'card' ? await startCard(accountId) : await scene.start(accountId, order);
  await scene.database.transaction((tx) => closeAccount(tx, accountId, clock.now()));
  const id = checkoutUrl.split('/').at(-1) ?? '';
  const paid = await payCheckout(scene.sandbox, id, { number: PAYS, expiry: '12/99', cvc: '123' });
  assert.equal(paid?.kind, 'ended');
  await scene.runTasks();
  return accountId;
}

async function startCard(accountId: string): Promise<{ readonly checkoutUrl: string }> {
  const start = createStartCardSetup(scene.database, clock, scene.provider);
  const started = await start(accountId, 'http://localhost/back');
  assert.ok(started.ok);
  return started.value;
}

const cardsAtProvider = (accountId: string) =>
  scene.database.query('select from sandbox_cards where account_id = $1', [accountId]);

test('a plan whose page is paid after the account was deleted is charged once and never renews', async () => {
  verifies('DEC-DATA-04');
  const accountId = await payAfterDeletion({ plan: 'pro', interval: 'month' });
  clock.set('2031-04-06T12:00:00.000Z');
  await scene.tick();
  clock.set('2031-05-06T12:00:00.000Z');
  await scene.tick();
  const charges = await scene.database.query(
    'select amount_cents as "amountCents" from sandbox_charges where account_id = $1',
    [accountId],
  );
  assert.deepEqual(charges, [{ amountCents: 1900 }]);
  const subscriptions = await scene.database.query('select state from subscriptions where account_id = $1', [
    accountId,
  ]);
  assert.deepEqual(subscriptions, [{ state: 'ended' }]);
  assert.deepEqual(await violations(scene.database), []);
});

for (const order of ['card', { amountUsd: 25 }, { plan: 'max', interval: 'year' }] as const) {
  test(`no card is kept of a page that is finished after the deletion: ${JSON.stringify(order)}`, async () => {
    verifies('DEC-DATA-04');
    const emailsBefore = scene.emails.length;
    const accountId = await payAfterDeletion(order);
    assert.equal(await readSavedCard(scene.database, 'sandbox', accountId), undefined);
    assert.deepEqual(await cardsAtProvider(accountId), [], 'the provider has deleted it too');
    assert.equal(scene.emails.length, emailsBefore, 'nobody reads the address of a deleted account');
  });
}
