import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { grantBalance } from '../../src/ledger/credit.ts';
import { leaseRequest, workerCapabilities } from '../support/act-as-worker.ts';
import { newCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { keepWorkerReady } from '../support/ready-worker.ts';
import {
  endAll,
  endJob,
  FREE_ORDER,
  newStudioCaller,
  order,
  orderedPrompts,
  PAID_ORDER,
  passTime,
  type StudioCaller,
  untilOrdered,
  waitingOf,
  waitingPrompts,
} from '../support/studio-orders.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { untilBlocked } from '../support/test-database.ts';

/** How orders of the studio wait for their turn on the server, and start. */

let clock: ManualClock;
let service: TestApp;
before(async () => {
  clock = manualClock(new Date().toISOString());
  service = await startTestApp({ clock });
});
afterEach(() => endAll(service));
after(() => service.stop());

test('an order is a job at once if there is room, and waits behind the others otherwise, each of them once', async () => {
  verifies('DEC-WAIT-01', 'DEC-WAIT-02', 'DEC-WAIT-04');
  const caller = await newStudioCaller(service);
  const first = await order(service, caller, { ...FREE_ORDER, prompt: 'a first' });
  assert.equal(first.status, 200, first.text);
  assert.ok(first.body.job.job_id);
  const key = randomUUID();
  const second = await order(service, caller, { ...FREE_ORDER, prompt: 'a second' }, key);
  assert.equal(second.body.waiting.prompt, 'a second', second.text);
  assert.equal(second.body.waiting.pause, null);
  assert.equal((await order(service, caller, { ...FREE_ORDER, prompt: 'a second' }, key)).text, second.text);
  assert.equal((await order(service, caller, { ...FREE_ORDER, prompt: 'another' }, key)).status, 409);
  await order(service, caller, { ...FREE_ORDER, prompt: 'a third' });
  assert.deepEqual(await waitingPrompts(caller), ['a second', 'a third']);
  const held = await service.database.query('select from credit_charges where account_id = $1', [
    caller.accountId,
  ]);
  assert.equal(held.length, 1, 'nothing is reserved for what waits');
  await endJob(service);
  await untilOrdered(service, caller, 'a first', 'a second');
  // A request that is repeated after its order has started gets that job.
  const repeated = await order(service, caller, { ...FREE_ORDER, prompt: 'a second' }, key);
  assert.equal(repeated.body.job?.status, 'queued', repeated.text);
  await endJob(service);
  await untilOrdered(service, caller, 'a first', 'a second', 'a third');
  await endJob(service);
  await until(async () => (await queuesOf(caller)) === 0);
  assert.deepEqual(await waitingPrompts(caller), []);
});

const queuesOf = async ({ accountId }: StudioCaller): Promise<number> =>
  (await service.database.query('select from waiting_queues where account_id = $1', [accountId])).length;

test('what waits is moved and cancelled, by its own person only', async () => {
  verifies('DEC-WAIT-08');
  const caller = await newStudioCaller(service);
  const stranger = await newStudioCaller(service);
  for (const prompt of ['running', 'a', 'b', 'c']) await order(service, caller, { ...FREE_ORDER, prompt });
  const [a, b, c] = (await waitingOf(caller)).map(({ id }) => id);
  const move = (by: StudioCaller, id: string, before: string | null) =>
    by.post(`/studio/orders/${id}/move`, { before });
  assert.equal((await move(caller, c, a)).status, 204);
  assert.deepEqual(await waitingPrompts(caller), ['c', 'a', 'b']);
  assert.equal((await move(caller, c, null)).status, 204);
  assert.equal((await move(caller, b, a)).status, 204);
  assert.equal((await move(caller, b, b)).status, 204);
  assert.deepEqual(await waitingPrompts(caller), ['b', 'a', 'c']);
  assert.equal((await move(stranger, c, null)).status, 404);
  assert.equal((await stranger.delete(`/studio/orders/${b}`)).status, 404);
  assert.equal((await stranger.post(`/studio/orders/${b}/resume`, { price: 5 })).status, 404);
  await stranger.delete('/studio/orders');
  assert.deepEqual(await waitingPrompts(caller), ['b', 'a', 'c']);
  assert.equal((await caller.delete(`/studio/orders/${b}`)).status, 204);
  assert.equal((await caller.delete(`/studio/orders/${b}`)).status, 404);
  await endJob(service);
  await untilOrdered(service, caller, 'running', 'a');
  assert.equal((await caller.delete('/studio/orders')).status, 204);
  assert.deepEqual(await waitingPrompts(caller), []);
  await endJob(service);
});

test('an order whose price has risen is paused with its new price, and started once that is agreed to', async () => {
  verifies('DEC-WAIT-05');
  const caller = await newStudioCaller(service, 'pro');
  for (const prompt of ['one', 'two', 'three']) await order(service, caller, { ...FREE_ORDER, prompt });
  await order(service, caller, { ...PAID_ORDER, prompt: 'as shown' });
  // The price that was shown was a lower one.
  await order(service, caller, { ...PAID_ORDER, prompt: 'dearer', max_credits: 5 });
  await order(service, caller, { ...FREE_ORDER, prompt: 'free' });
  for (let jobs = 3; jobs > 0; jobs -= 1) await endJob(service);
  await untilOrdered(service, caller, 'one', 'two', 'three', 'as shown', 'free');
  const [dearer, ...others] = await waitingOf(caller);
  assert.deepEqual(others, []);
  assert.equal(dearer.price, 5);
  assert.deepEqual([dearer.pause.reason, dearer.pause.price_now, dearer.pause.until], ['price', 8, null]);
  assert.equal((await caller.post(`/studio/orders/${dearer.id}/resume`, { price: 8 })).status, 204);
  await untilOrdered(service, caller, 'one', 'two', 'three', 'as shown', 'free', 'dearer');
  for (let jobs = 3; jobs > 0; jobs -= 1) await endJob(service);

  // At once, too: it waits for a yes, and what follows it does not wait behind it.
  const now = await order(service, caller, { ...PAID_ORDER, prompt: 'dearer at once', max_credits: 0 });
  assert.equal(now.body.waiting?.pause.price_now, 8, now.text);
  assert.ok((await order(service, caller, { ...FREE_ORDER, prompt: 'not behind it' })).body.job);
  await endJob(service);
  await caller.delete('/studio/orders');
});

test('where money is short, everything that needs it is paused, and what is free goes on', async () => {
  verifies('DEC-WAIT-05', 'DEC-WAIT-02');
  const caller = await newCaller(service, undefined, { balanceCents: 8, at: clock.now() });
  const { max_credits: _none, ...paid } = PAID_ORDER;
  const fromBalance = { ...paid, pay_with: 'balance', max_price_cents: 8 };
  await order(service, caller, { ...FREE_ORDER, prompt: 'running' });
  await order(service, caller, { ...FREE_ORDER, prompt: 'free and first' });
  await order(service, caller, { ...fromBalance, prompt: 'paid' });
  await order(service, caller, { ...fromBalance, prompt: 'short' });
  await order(service, caller, { ...fromBalance, prompt: 'short too' });
  await order(service, caller, { ...FREE_ORDER, prompt: 'free and last' });
  const [balance] = await service.database.query<{ held: number }>(
    'select count(*)::int as held from charges where account_id = $1',
    [caller.accountId],
  );
  assert.equal(balance?.held, 0, 'no money is held for what waits');
  await endJob(service);
  // What the balance pays may have more jobs at once.
  await untilOrdered(service, caller, 'running', 'free and first', 'paid');
  await endJob(service);
  await endJob(service);
  await untilOrdered(service, caller, 'running', 'free and first', 'paid', 'free and last');
  const paused = await waitingOf(caller);
  assert.deepEqual(
    paused.map(({ prompt, pause }) => [prompt, pause.reason]),
    [
      ['short', 'money'],
      ['short too', 'money'],
    ],
  );
  assert.match(paused[0].pause.message, /balance/i);
  await service.database.transaction((tx) => grantBalance(tx, caller.accountId, 100, clock.now()));
  await passTime(service, clock, 61_000);
  for (const { id } of paused) await caller.post(`/studio/orders/${id}/resume`, { price: null });
  await until(async () => (await orderedPrompts(service, caller)).includes('short too'));
});

test('blocked content pauses its order and those that repeat it, and counts once against the account', async () => {
  verifies('DEC-WAIT-05', 'DEC-WAIT-02');
  const caller = await newStudioCaller(service);
  const blocked = { ...FREE_ORDER, prompt: 'naked child in bed' };
  assert.equal(
    (await order(service, caller, blocked)).status,
    451,
    'what would be refused again does not wait',
  );
  await order(service, caller, { ...FREE_ORDER, prompt: 'running' });
  for (const seed of [1, 2, 3]) await order(service, caller, { ...blocked, seed });
  await order(service, caller, { ...FREE_ORDER, prompt: 'a quiet pond' });
  assert.equal((await waitingOf(caller)).length, 4, 'nothing that waits is checked');
  const rejections = async () =>
    (
      await service.database.query('select from key_attempts where account_id = $1 and job_id is null', [
        caller.accountId,
      ])
    ).length;
  const before = await rejections();
  await endJob(service);
  await untilOrdered(service, caller, 'running', 'a quiet pond');
  const paused = await waitingOf(caller);
  assert.deepEqual(
    paused.map(({ pause }) => pause.reason),
    ['content', 'content', 'content'],
  );
  assert.equal((await rejections()) - before, 1);
  const resumed = await caller.post(`/studio/orders/${paused[0].id}/resume`, { price: null });
  assert.equal(resumed.status, 409, 'it would be blocked again');
  await endJob(service);
});

test('an order that no worker can render now steps aside, and is tried again', async () => {
  verifies('DEC-WAIT-05');
  const caller = await newStudioCaller(service);
  await order(service, caller, { ...FREE_ORDER, prompt: 'running' });
  await order(service, caller, { ...FREE_ORDER, type: 'video', prompt: 'without a worker' });
  await order(service, caller, { ...FREE_ORDER, prompt: 'with one' });
  const { capabilities } = leaseRequest();
  const operations = workerCapabilities({ operations: ['image'] });
  const images = { capabilities: { ...capabilities, operations } };
  await service.database.query(`update workers set seen_at = 'epoch'`);
  await keepWorkerReady(service.database, images);
  await passTime(service, clock, 2000);
  await endJob(service, images);
  await untilOrdered(service, caller, 'running', 'with one');
  const [aside] = await waitingOf(caller);
  assert.equal(aside.pause.reason, 'unavailable');
  assert.ok(aside.pause.until > clock.now().toISOString());
  await keepWorkerReady(service.database);
  await endJob(service);
  await passTime(service, clock, 3_600_000);
  await untilOrdered(service, caller, 'running', 'with one', 'without a worker');
});

test('an order that is cancelled while it starts is cancelled, and the next one starts', async () => {
  verifies('DEC-WAIT-03');
  const caller = await newStudioCaller(service);
  const { database } = service;
  for (const prompt of ['running', 'cancelled', 'next'])
    await order(service, caller, { ...FREE_ORDER, prompt });
  const [{ id }] = (await waitingOf(caller)) as [{ id: string }];
  await database.transaction(async (tx) => {
    await tx.query('select from waiting_orders where id = $1 for update', [id]);
    await endJob(service);
    await untilBlocked(database);
    await tx.query('delete from waiting_orders where id = $1', [id]);
  });
  await untilOrdered(service, caller, 'running', 'next');
});
