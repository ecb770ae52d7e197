import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { deleteAccount } from '../../src/account-data/delete-account.ts';
import { exportAccount } from '../../src/account-data/export-account.ts';
import { banAccount, unbanAccount } from '../../src/accounts/ban-account.ts';
import { expireWaiting } from '../../src/jobs/retention/expire-waiting.ts';
import { sweepStorage } from '../../src/jobs/retention/sweep-storage.ts';
import { waitingFolder, waitingImageKey } from '../../src/storage/blob-keys.ts';
import { createFileBlobs } from '../../src/storage/file-blobs.ts';
import { until } from '../support/deadline.ts';
import { HOUR_MS, type ManualClock, manualClock } from '../support/manual-clock.ts';
import {
  endAll,
  endJob,
  FREE_ORDER,
  newStudioCaller,
  order,
  orderedPrompts,
  passTime,
  type StudioCaller,
  untilOrdered,
  waitingOf,
  waitingPrompts,
} from '../support/studio-orders.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** What waits is bounded, belongs to its account, and does not outlive it. */

let clock: ManualClock;
let service: TestApp;
before(async () => {
  clock = manualClock(new Date().toISOString());
  service = await startTestApp({ clock });
});
afterEach(() => endAll(service));
after(() => service.stop());

test('how many wait is limited by the tier, and a request that names no price does not wait', async () => {
  verifies('DEC-WAIT-06');
  const caller = await newStudioCaller(service);
  await order(service, caller, { ...FREE_ORDER, prompt: 'running' });
  for (let count = 50; count > 0; count -= 1)
    await order(service, caller, { ...FREE_ORDER, prompt: `number ${count}` });
  const full = await order(service, caller, { ...FREE_ORDER, prompt: 'one too many' });
  assert.equal(full.status, 429);
  assert.match(full.body.error, /At most 50 orders wait/);
  assert.equal((await caller.get('/studio/orders')).body.max, 50);
  await caller.delete('/studio/orders');
  const { max_credits: _price, ...unpriced } = FREE_ORDER;
  assert.equal((await order(service, caller, { ...unpriced, prompt: 'any price' })).status, 400);
  assert.equal((await order(service, caller, { ...FREE_ORDER, prompt: 'x'.repeat(2001) })).status, 400);
  assert.equal(
    (await order(service, caller, { ...FREE_ORDER, age_verified: false, prompt: 'young' })).status,
    403,
  );
  await endJob(service);
});

test('the image of an order that waits is stored with it, given to its job, and deleted with it', async () => {
  verifies('DEC-WAIT-06');
  const caller = await newStudioCaller(service);
  await order(service, caller, { ...FREE_ORDER, prompt: 'running' });
  const image = (await plain(64, 64).png().toBuffer()).toString('base64');
  const fromImage = { ...FREE_ORDER, type: 'i2i', image_base64: image };
  for (const prompt of ['started', 'cancelled', 'too old'])
    await order(service, caller, { ...fromImage, prompt });
  const broken = await order(service, caller, { ...fromImage, prompt: 'broken', image_base64: 'AAAA' });
  assert.equal(broken.status, 400);
  assert.equal((await imagesOf(caller)).length, 3);
  const [started, cancelled] = await waitingOf(caller);
  assert.ok(started.has_image);
  await caller.delete(`/studio/orders/${cancelled.id}`);
  assert.equal((await imagesOf(caller)).length, 2);
  await endJob(service);
  await untilOrdered(service, caller, 'running', 'started');
  await until(async () => (await imagesOf(caller)).length === 1);
  const [job] = await service.database.query<{ key: string }>(
    'select init_image_key as key from jobs where account_id = $1 and init_image_key is not null',
    [caller.accountId],
  );
  assert.ok(existsSync(path.join(service.dataDir, 'blobs', job?.key ?? '')));

  const blobs = createFileBlobs(path.join(service.dataDir, 'blobs'));
  const { database } = service;
  const expired = () => expireWaiting({ database, blobs }, clock.now());
  assert.equal(await expired(), 0);
  clock.advance(7 * 86_400_000);
  assert.equal(await expired(), 1);
  assert.deepEqual([await waitingOf(caller), await imagesOf(caller)], [[], []]);

  // What a crash leaves between image and row is swept after a day.
  const key = waitingImageKey(caller.accountId, randomUUID());
  await blobs.put(key, Buffer.from('left'));
  const sweep = (hours: number) => sweepStorage({ database, blobs }, new Date(Date.now() + hours * HOUR_MS));
  await sweep(23);
  assert.deepEqual(await imagesOf(caller), [key]);
  await order(service, caller, { ...fromImage, prompt: 'waits on' });
  await sweep(25);
  assert.equal((await imagesOf(caller)).length, 1);
  assert.deepEqual(await waitingPrompts(caller), ['waits on']);
});

/** The keys of the stored images of what waits. */
async function imagesOf({ accountId }: StudioCaller): Promise<string[]> {
  const folder = path.join(service.dataDir, 'blobs', waitingFolder(accountId));
  if (!existsSync(folder)) return [];
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .map((file) => path.relative(path.join(service.dataDir, 'blobs'), path.join(file.parentPath, file.name)));
}

test('nothing starts while the account is suspended or banned, and what follows goes on afterwards', async () => {
  verifies('DEC-WAIT-07');
  const caller = await newStudioCaller(service);
  const { accountId } = caller;
  for (const prompt of ['running', 'after it', 'last'])
    await order(service, caller, { ...FREE_ORDER, prompt });
  const { database } = service;
  await database.query(
    `insert into suspensions (account_id, rejected_at, suspended_until) values ($1, $2, $2::timestamptz + interval '1 day')`,
    [accountId, clock.now()],
  );
  await endJob(service);
  const hold = async () => (await caller.get('/studio/orders')).body.hold;
  await until(async () => (await hold()) !== null);
  assert.match((await hold()).message, /suspended until/);
  assert.deepEqual(await orderedPrompts(service, caller), ['running']);
  assert.equal((await order(service, caller, { ...FREE_ORDER, prompt: 'another' })).status, 403);
  await passTime(service, clock, 86_400_001);
  await untilOrdered(service, caller, 'running', 'after it');

  await database.transaction((tx) => banAccount(tx, accountId, 'a test', clock.now()));
  await endJob(service);
  const held = () =>
    database.query('select from waiting_queues where account_id = $1 and message is not null', [accountId]);
  await until(async () => (await held()).length === 1);
  assert.deepEqual(await orderedPrompts(service, caller), ['running', 'after it']);
  await database.transaction((tx) => unbanAccount(tx, accountId));
  await passTime(service, clock, 86_400_001);
  await untilOrdered(service, caller, 'running', 'after it', 'last');
});

test('signing out of all other browsers pauses what waits, until its person says so again', async () => {
  verifies('DEC-WAIT-07');
  const caller = await newStudioCaller(service);
  for (const prompt of ['running', 'perhaps of a thief'])
    await order(service, caller, { ...FREE_ORDER, prompt });
  assert.equal((await caller.post('/sessions/end-others')).status, 204);
  await endJob(service);
  await passTime(service, clock, 61_000);
  const [paused] = await waitingOf(caller);
  assert.equal(paused.pause.reason, 'signed_out');
  await until(async () => (await dueOf(caller)) === null);
  assert.deepEqual(await orderedPrompts(service, caller), ['running']);
  await caller.post(`/studio/orders/${paused.id}/resume`, { price: null });
  await untilOrdered(service, caller, 'running', 'perhaps of a thief');
});

/** When the account is tried next; null if only its person can go on. */
async function dueOf({ accountId }: StudioCaller): Promise<Date | null> {
  const [queue] = await service.database.query<{ due: Date | null }>(
    'select due_at as due from waiting_queues where account_id = $1',
    [accountId],
  );
  return queue?.due ?? null;
}

test('what waits is exported with its account, and deleted with it before anything of it starts', async () => {
  verifies('DEC-WAIT-07');
  const caller = await newStudioCaller(service);
  const { accountId } = caller;
  const { database } = service;
  for (const prompt of ['running', 'never']) await order(service, caller, { ...FREE_ORDER, prompt });
  let text = '';
  for await (const piece of exportAccount(database, accountId, clock.now())) text += piece;
  assert.deepEqual(
    JSON.parse(text).waiting_orders.map(({ body }: { body: { prompt: string } }) => body.prompt),
    ['never'],
  );
  const deletion = { accountId, email: 'x@example.com', network: '127.0.0.1', forfeitCents: 0 };
  const deleted = await deleteAccount(database, deletion, clock.now());
  assert.ok(deleted.ok);
  assert.deepEqual(await database.query('select from waiting_orders where account_id = $1', [accountId]), []);
  await until(async () => {
    const erased = await database.query('select from accounts where id = $1 and erased_at is not null', [
      accountId,
    ]);
    return erased.length === 1;
  });
  const jobs = await database.query('select from jobs where account_id = $1', [accountId]);
  assert.equal(jobs.length, 1);
});
