import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { closeAccount } from '../../src/accounts/close-account.ts';
import { setCap, setPayPerUse, setPlan } from '../../src/funding/terms.ts';
import { recordSettingChange, sendSettingsNotice } from '../../src/notifications/settings-notice.ts';
import { createStartCardSetup } from '../../src/payments/cards/card-setup.ts';
import { readSavedCard } from '../../src/payments/cards/saved-card.ts';
import { changeCap } from '../../src/payments/change-overage.ts';
import { refundPayment } from '../../src/payments/refund/refund-payment.ts';
import { payCheckout } from '../../src/payments/sandbox/checkout.ts';
import type { PaymentOrder } from '../../src/payments/start-payment.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { acceptorOf, completeLease, jobRequest, violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
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

test('nothing about money is sent to the address of a deleted account', async () => {
  verifies('DEC-DATA-04');
  const { database, effects } = scene;
  const accountId = await scene.customer();
  const purchaseId = await scene.buy(accountId, { amountUsd: 25 });
  assert.equal(await refundPayment(database, effects, accountId, purchaseId), 'refunded');
  await scene.runTasks();
  await database.transaction(async (tx) => {
    await setPlan(tx, accountId, { name: 'pro', source: 'operator', interval: 'month', billing: 'manual' });
    await setPayPerUse(tx, accountId, true);
    await setCap(tx, accountId, 5000);
  });
  assert.ok((await acceptorOf(database, clock)(jobRequest(accountId))).ok);
  const lease = await claimJob(database, leaseRequest({ pools: ['image'] }));
  assert.ok(lease && (await completeLease(database, { jobId: lease.id, attempt: lease.attempt }, clock)));
  await changeCap(database, effects, accountId, 1000, async (tx, change) => {
    const changer = { accountId, by: 'api_key', network: null } as const;
    await recordSettingChange(tx, changer, change, clock.now());
  });
  scene.emails.length = 0;
  await database.transaction((tx) => closeAccount(tx, accountId, clock.now()));
  const [refund] = await database.query<{ id: string }>('select id from refunds where payment_id = $1', [
    purchaseId,
  ]);
  const operationId = refund?.id ?? '';
  await scene.apply({ id: `failed ${operationId}`, at: clock.now(), operationId, type: 'refund_failed' });
  clock.advance(32 * 24 * HOUR_MS);
  await scene.tick();
  const invoices = await database.query('select amount_cents as cents from invoices where account_id = $1', [
    accountId,
  ]);
  assert.deepEqual(invoices, [{ cents: 5 }], 'the operator collects it all the same');
  await sendSettingsNotice(database, accountId, async () => true);
  const mailed = await database.query(
    "select key from graphile_worker.jobs where task_identifier = 'send_email'",
  );
  assert.deepEqual(mailed, []);
  assert.deepEqual(
    scene.emails.map(({ subject }) => subject),
    [],
  );
  assert.deepEqual(await violations(database), []);
});
