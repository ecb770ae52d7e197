import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { endReview, reviewAccount } from '../../src/accounts/review-account.ts';
import { completeJob } from '../../src/attempt/complete-attempt.ts';
import { recordFault } from '../../src/attempt/fail-attempt.ts';
import { readPaymentTerms } from '../../src/funding/overage.ts';
import { readTerms, setCap, setPayPerUse, setPlan } from '../../src/funding/terms.ts';
import { payArrears } from '../../src/payments/arrears/pay-arrears.ts';
import { billEndedMonths } from '../../src/payments/month-end/collect-invoices.ts';
import { readPayer } from '../../src/payments/payment.ts';
import { payCheckout } from '../../src/payments/sandbox/checkout.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { acceptorOf, imageQuote, jobRequest, violationsBesidesPrices } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { DECLINES_LATER, PAYS, type PaymentScene, setPaymentScene } from '../support/payments-under-test.ts';
import { untilBlocked } from '../support/test-database.ts';

const clock = manualClock('2031-01-31T23:00:00.000Z');
let scene: PaymentScene;
before(async () => {
  scene = await setPaymentScene(clock);
});
after(() => scene.close());

async function proCustomer(capCents: number, card = PAYS): Promise<string> {
  const accountId = await scene.customer();
  await scene.buy(accountId, { plan: 'pro', interval: 'month' }, card);
  await scene.database.transaction(async (tx) => {
    await setPayPerUse(tx, accountId, true);
    await setCap(tx, accountId, capCents);
  });
  return accountId;
}

const accept = (accountId: string, cents: number) =>
  acceptorOf(scene.database, clock)(jobRequest(accountId, { quote: imageQuote(cents) }));

async function endJob(how: 'completed' | 'failed'): Promise<void> {
  const claimed = await claimJob(scene.database, leaseRequest({ pools: ['image'] }));
  assert.ok(claimed);
  const lease = { jobId: claimed.id, attempt: claimed.attempt };
  if (how === 'failed') {
    await recordFault(scene.database, clock, lease, { reason: 'test', retryable: false });
    return;
  }
  const media = { artifact: 'result.png', mime: 'image/png', width: 1, height: 1, duration_seconds: null };
  const result = { ...media, engine: 'test', engine_version: '1' } as Parameters<typeof completeJob>[3];
  assert.ok(await completeJob(scene.database, clock, lease, result, { key: 'k', bytes: 1 }));
}

async function invoicesOf(accountId: string): Promise<string[]> {
  const rows = await scene.database.query<{ line: string }>(
    `select format('%s %s %s', month, amount_cents, state) as line from invoices where account_id = $1 order by month`,
    [accountId],
  );
  return rows.map(({ line }) => line);
}

async function emailsTo(accountId: string): Promise<string[]> {
  const { email } = await readPayer(scene.database, accountId);
  return scene.emails.filter(({ to }) => to === email).map(({ subject }) => subject);
}

const arrearsOf = async (accountId: string) =>
  (await readTerms(scene.database, accountId))?.arrearsSince ?? null;

test('a month is billed once, after its end and that of its jobs, to the card on file', async () => {
  verifies('V1-CAP-03', 'V1-CAP-04', 'DEC-FUNDING-15');
  clock.set('2031-01-31T23:59:59.999Z');
  const accountId = await proCustomer(1000);
  assert.equal((await accept(accountId, 600)).ok, true);
  const beyond = await accept(accountId, 401);
  assert.equal(!beyond.ok && beyond.problem.code, 'monthly_cap_reached');
  assert.equal((await accept(accountId, 400)).ok, true);
  await scene.tick();
  assert.deepEqual(await invoicesOf(accountId), [], 'the month is not over');
  clock.set('2031-02-01T00:10:00.000Z');
  await endJob('completed');
  await scene.tick();
  assert.deepEqual(await invoicesOf(accountId), [], 'a job of the month is still open');
  await endJob('failed');
  await Promise.all(Array.from({ length: 10 }, () => scene.tick()));
  assert.deepEqual(await invoicesOf(accountId), ['2031-01-01 600 paid']);
  const [charged] = await scene.database.query<{ cents: number }>(
    `select sum(sandbox_charges.amount_cents)::bigint as cents from sandbox_charges join invoices on sandbox_charges.id = invoices.id || ':1'
     where invoices.account_id = $1`,
    [accountId],
  );
  assert.equal(charged?.cents, 600);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a request that waited for the account lock while the month was billed belongs to the next month', async () => {
  verifies('DEC-FUNDING-15');
  clock.set('2031-02-20T00:00:00.000Z');
  const accountId = await proCustomer(5000);
  await accept(accountId, 300);
  await endJob('completed');
  clock.set('2031-03-01T00:10:00.000Z');
  await scene.tick();
  assert.deepEqual(await invoicesOf(accountId), ['2031-02-01 300 paid']);
  clock.set('2031-02-28T23:59:59.999Z');
  let waiting: ReturnType<typeof accept> | undefined;
  await scene.database.transaction(async (tx) => {
    await tx.query('select from funding_accounts where account_id = $1 for update', [accountId]);
    waiting = accept(accountId, 200);
    await untilBlocked(scene.database);
    clock.set('2031-03-01T00:00:00.001Z');
  });
  const late = await waiting;
  assert.equal(late?.ok, true);
  assert.deepEqual(
    await scene.database.query('select month from charges where account_id = $1 order by month', [accountId]),
    [{ month: '2031-02-01' }, { month: '2031-03-01' }],
  );
  await endJob('completed');
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a month is billed when it is over by the clock of every server', async () => {
  verifies('DEC-FUNDING-15');
  clock.set('2031-03-20T00:00:00.000Z');
  const accountId = await proCustomer(5000);
  await accept(accountId, 300);
  await endJob('completed');
  clock.set('2031-04-01T00:00:01.500Z');
  await scene.tick();
  // Another server, whose clock is two seconds behind.
  clock.set('2031-03-31T23:59:59.500Z');
  assert.equal((await accept(accountId, 200)).ok, true);
  await endJob('completed');
  clock.set('2031-04-01T00:10:00.000Z');
  await scene.tick();
  assert.deepEqual(await invoicesOf(accountId), ['2031-03-01 500 paid']);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a month whose charges were all reversed has no invoice', async () => {
  clock.set('2031-03-31T23:59:00.000Z');
  const accountId = await proCustomer(1000);
  await accept(accountId, 100);
  clock.set('2031-04-01T00:10:00.000Z');
  await endJob('failed');
  await scene.tick();
  assert.deepEqual(await invoicesOf(accountId), []);
});

test('an unpaid invoice stops pay per use, with one email, until a card pays it', async () => {
  verifies('DEC-EMAIL-03');
  clock.set('2031-05-20T00:00:00.000Z');
  const accountId = await proCustomer(5000, DECLINES_LATER);
  await accept(accountId, 700);
  await endJob('completed');
  await scene.tick();
  assert.deepEqual(await invoicesOf(accountId), [], 'the month is not over');
  clock.set('2031-06-01T00:10:00.000Z');
  scene.emails.length = 0;
  await scene.tick();
  await scene.tick();
  assert.deepEqual(await invoicesOf(accountId), ['2031-05-01 700 unpaid']);
  assert.deepEqual(await arrearsOf(accountId), clock.now());
  assert.deepEqual(await emailsTo(accountId), [
    'Your invoice for May 2031: 7.00 USD',
    'Your invoice of 7.00 USD is unpaid',
  ]);
  const refused = await accept(accountId, 100);
  assert.equal(!refused.ok && refused.problem.code, 'arrears');
  await scene.buy(accountId, { amountUsd: 10 }, DECLINES_LATER);
  await scene.runTasks();
  assert.notEqual(await arrearsOf(accountId), null, 'the same card declines again');
  const reported = [
    'Your invoice for May 2031: 7.00 USD',
    'Your invoice of 7.00 USD is unpaid',
    'Your card was charged 10.00 USD',
  ];
  assert.deepEqual(await emailsTo(accountId), reported);
  await scene.buy(accountId, { amountUsd: 10 }, PAYS);
  await scene.runTasks();
  assert.deepEqual(await invoicesOf(accountId), ['2031-05-01 700 paid']);
  verifies('DEC-NOTICE-01');
  assert.deepEqual((await emailsTo(accountId)).slice(3), [
    'Your card was charged 10.00 USD',
    'Your card was charged 7.00 USD',
  ]);
  assert.equal(await arrearsOf(accountId), null);
  assert.equal((await accept(accountId, 100)).ok, true);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('arrears end with the last unpaid invoice', async () => {
  clock.set('2031-06-20T00:00:00.000Z');
  const accountId = await proCustomer(5000, DECLINES_LATER);
  await scene.database.query(
    `update open_jobs set pool = 'video', operation = 'video' where state = 'queued'`,
  );
  await accept(accountId, 200);
  await endJob('completed');
  clock.set('2031-07-01T00:10:00.000Z');
  assert.equal((await accept(accountId, 300)).ok, true, 'June is not billed yet');
  await endJob('completed');
  await scene.tick();
  clock.set('2031-08-01T00:10:00.000Z');
  await scene.tick();
  assert.deepEqual(await invoicesOf(accountId), ['2031-06-01 200 unpaid', '2031-07-01 300 unpaid']);
  assert.deepEqual(await arrearsOf(accountId), new Date('2031-07-01T00:10:00.000Z'));
  const invoices = await scene.database.query<{ id: string }>(
    'select id from invoices where account_id = $1 order by month',
    [accountId],
  );
  for (const [at, { id }] of invoices.entries()) {
    assert.notEqual(await arrearsOf(accountId), null, `${at} paid`);
    await scene.apply({
      id: `paid ${id}`,
      at: clock.now(),
      operationId: id,
      type: 'invoice_settled',
      waivedCents: 0,
    });
  }
  assert.equal(await arrearsOf(accountId), null);
});

test('the events paid and failed of one invoice, in either order and repeated, end as paid', async () => {
  for (const order of ['paid first', 'failed first']) {
    clock.set('2031-08-20T00:00:00.000Z');
    const accountId = await proCustomer(5000);
    await accept(accountId, 300);
    await scene.database.query(
      `update open_jobs set pool = 'video', operation = 'video' where state = 'queued' and account_id <> $1`,
      [accountId],
    );
    await endJob('completed');
    clock.set('2031-09-01T00:10:00.000Z');
    await scene.tick();
    const [row] = await scene.database.query<{ id: string }>(
      'select id from invoices where account_id = $1',
      [accountId],
    );
    const eventBase = { at: clock.now(), operationId: row?.id ?? '' };
    const events = [
      { ...eventBase, id: `paid ${row?.id}`, type: 'invoice_settled' as const, waivedCents: 0 },
      { ...eventBase, id: `failed ${row?.id}`, type: 'invoice_failed' as const, tries: 1 },
    ];
    if (order === 'failed first') events.reverse();
    for (const event of [...events, ...events]) await scene.apply(event);
    assert.deepEqual(await invoicesOf(accountId), ['2031-08-01 300 paid']);
    assert.equal(await arrearsOf(accountId), null);
  }
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a paid invoice is the first payment of an account that has paid nothing before', async () => {
  verifies('V1-CAP-02');
  clock.set('2031-09-20T00:00:00.000Z');
  const accountId = await proCustomer(1000);
  const firstPaidAt = async () => (await readPaymentTerms(scene.database, accountId)).firstPaidAt;
  // As on a plan that the operator granted, with a card that was added.
  await scene.database.query('update funding_accounts set first_paid_at = null where account_id = $1', [
    accountId,
  ]);
  assert.equal((await accept(accountId, 300)).ok, true);
  await endJob('completed');
  clock.set('2031-10-01T00:10:00.000Z');
  assert.equal(await firstPaidAt(), null);
  await scene.tick();
  assert.deepEqual(await invoicesOf(accountId), ['2031-09-01 300 paid']);
  assert.deepEqual(await firstPaidAt(), clock.now());
});

test('the invoice of a plan with manual billing is written but never charged, and causes no arrears', async () => {
  verifies('DEC-PLAN-05');
  clock.set('2031-10-20T00:00:00.000Z');
  const accountId = await scene.customer();
  await scene.database.transaction(async (tx) => {
    await setPlan(tx, accountId, { name: 'pro', source: 'operator', interval: 'month', billing: 'manual' });
    await setPayPerUse(tx, accountId, true);
    await setCap(tx, accountId, 5000);
  });
  await scene.database.query(
    `update open_jobs set pool = 'video', operation = 'video' where state = 'queued'`,
  );
  assert.equal((await accept(accountId, 300)).ok, true);
  await endJob('completed');
  clock.set('2031-11-01T00:10:00.000Z');
  scene.emails.length = 0;
  await scene.tick();
  await scene.tick();
  // A card that is saved later, as with a top-up, is not charged either.
  await scene.buy(accountId, { amountUsd: 10 });
  await scene.tick();
  assert.deepEqual(await invoicesOf(accountId), ['2031-10-01 300 open']);
  assert.equal(await arrearsOf(accountId), null);
  assert.deepEqual(await emailsTo(accountId), [
    'Your invoice for October 2031: 3.00 USD',
    'Your card was charged 10.00 USD',
  ]);
  assert.equal((await accept(accountId, 100)).ok, true);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

const review = (accountId: string, underReview: boolean) =>
  scene.database.transaction((tx) =>
    underReview ? reviewAccount(tx, accountId, clock.now()) : endReview(tx, accountId, clock.now()),
  );

test('no card is charged for a month while its account is under review', async () => {
  verifies('DEC-ARREARS-04');
  clock.set('2032-01-20T00:00:00.000Z');
  const [before, after] = [await proCustomer(5000), await proCustomer(5000)];
  for (const accountId of [before, after]) {
    await accept(accountId, 300);
    await endJob('completed');
  }
  await review(before, true);
  clock.set('2032-02-01T00:10:00.000Z');
  await billEndedMonths(scene.database, scene.effects, 0);
  await review(after, true);
  await scene.runTasks();
  clock.advance(11 * 60_000);
  await scene.tick();
  assert.deepEqual([await invoicesOf(before), await invoicesOf(after)], [[], ['2032-01-01 300 open']]);
  await review(before, false);
  await review(after, false);
  await scene.tick();
  for (const accountId of [before, after])
    assert.deepEqual(await invoicesOf(accountId), ['2032-01-01 300 paid']);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
});

test('a card that is added while the account is under review pays no invoice', async () => {
  verifies('DEC-ARREARS-04');
  clock.set('2032-02-20T00:00:00.000Z');
  const accountId = await proCustomer(5000, DECLINES_LATER);
  await accept(accountId, 300);
  await endJob('completed');
  clock.set('2032-03-01T00:10:00.000Z');
  await scene.tick();
  const { checkoutUrl } = await scene.start(accountId, { amountUsd: 10 });
  await review(accountId, true);
  const card = { number: PAYS, expiry: '12/99', cvc: '123' };
  await payCheckout(scene.sandbox, checkoutUrl.split('/').at(-1) ?? '', card);
  await scene.runTasks();
  assert.deepEqual(await invoicesOf(accountId), ['2032-02-01 300 unpaid']);
  await review(accountId, false);
  assert.equal((await payArrears(scene.database, scene.effects, 'sandbox', accountId)).ok, true);
  await scene.runTasks();
  assert.deepEqual(await invoicesOf(accountId), ['2032-02-01 300 paid']);
  assert.equal(await arrearsOf(accountId), null);
});
