import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { systemClock } from '../../src/kernel/clock.ts';
import { rotateKey } from '../../src/secrets/rotate-key.ts';
import { type ConsoleCaller, consoleCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import {
  endpointOf,
  hasten,
  METRICS_TOKEN,
  makeJob,
  newSubscriber,
  signInAgain,
  startPushing,
  subscribe,
  subscribeAgain,
  untilSent,
} from '../support/push-scene.ts';
import { type PushService, signerOf, startPushService } from '../support/push-service.ts';
import { send, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let pushes: PushService;
before(async () => {
  service = await startPushing();
});
after(() => service.stop());
beforeEach(async () => {
  pushes = await startPushService();
});
afterEach(() => pushes.stop());

async function countOf(outcome: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { text } = await send(`${service.url}/metrics`, { headers });
  return Number(new RegExp(`^kinora_push_messages_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(text)?.[1]);
}

test('nothing is sent of a job that is deleted before another attempt', async () => {
  verifies('DEC-PUSH-01');
  const ann = await newSubscriber(service, pushes);
  pushes.answer(503, 201);
  const jobId = await makeJob(service, ann);
  await pushes.message(0);
  await untilSent(service);
  await service.database.query('update jobs set deleted_at = now() where id = $1', [jobId]);
  await hasten(service);
  await untilSent(service);
  assert.equal(pushes.delivered.length, 1);
});

test('a message that cannot be sent is tried four times, then dropped and counted', async () => {
  verifies('DEC-PUSH-03');
  const ann = await newSubscriber(service, pushes);
  const dropped = await countOf('dropped');
  pushes.answer(500, 429, 503, 502, 201);
  await makeJob(service, ann);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await pushes.message(attempt);
    await untilSent(service);
    await hasten(service);
  }
  await until(async () => (await countOf('dropped')) === dropped + 1);
  assert.equal(pushes.delivered.length, 4);
  assert.equal(await endpointOf(ann), ann.browser.subscription.endpoint, 'it may be told of the next job');
  pushes.answer(413);
  await makeJob(service, ann);
  await until(async () => (await countOf('dropped')) === dropped + 2);
  assert.equal(pushes.delivered.length, 5, 'what a push service refuses is not repeated');
});

test('at most ten browsers of an account are told, and the oldest makes room', async () => {
  verifies('DEC-PUSH-04');
  const other = await newSubscriber(service, pushes);
  const ann = await newSubscriber(service, pushes);
  const { email } = (await ann.get('/session')).body;
  const sessions = [ann as ConsoleCaller];
  for (let made = 1; made < 12; made += 1) {
    await service.database.query(`delete from attempt_windows`);
    const again = consoleCaller(service, await signInAgain(service, ann));
    await subscribe(pushes, again);
    sessions.push(again);
  }
  const endpoints = await Promise.all(sessions.map(endpointOf));
  assert.deepEqual(
    endpoints.map((endpoint) => endpoint !== null),
    [false, false, ...Array.from({ length: 10 }, () => true)],
    email,
  );
  assert.equal(await endpointOf(other), other.browser.subscription.endpoint);
  // The same browser, after it has signed in again.
  const last = sessions.at(-1) as ConsoleCaller;
  const browser = pushes.browser((await last.get('/push')).body.key);
  await subscribeAgain(last, browser);
  await subscribeAgain(sessions[5] as ConsoleCaller, browser);
  assert.equal(await endpointOf(last), null);
});

test('a message is signed with the key that the browser subscribed with, as long as it is honoured', async () => {
  verifies('DEC-PUSH-05');
  const ann = await newSubscriber(service, pushes);
  const { key } = ann.browser.subscription;
  const { database, dataDir } = service;
  const at = systemClock.now();
  await rotateKey(database, dataDir, { purpose: 'push', at, signsFrom: at, hasLeaked: false });
  await until(async () => (await ann.get('/push')).body.key !== key);
  assert.equal(await endpointOf(ann), null, 'the browser subscribes again with the new key');
  await makeJob(service, ann);
  assert.equal(signerOf(await pushes.message(0)).key, key);
  // The version that a later one has replaced because it had leaked.
  await database.query('update push_subscriptions set key_version = 0 where endpoint = $1', [
    ann.browser.subscription.endpoint,
  ]);
  await makeJob(service, ann);
  await until(async () => {
    const left = await database.query('select from push_subscriptions where endpoint like $1', [
      `${pushes.url}%`,
    ]);
    return left.length === 0;
  });
  assert.equal(pushes.delivered.length, 1);
});
