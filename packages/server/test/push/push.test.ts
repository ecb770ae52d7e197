import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { sweepSubscriptions } from '../../src/push/subscriptions.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { consoleCaller, newCaller, tokenOf } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { ASK, callsWith } from '../support/job-api.ts';
import {
  endLate,
  endpointOf,
  makeJob,
  newSubscriber,
  PASSWORD,
  signInAgain,
  startPushing,
  subscribe,
  subscribeAgain,
  untilSent,
} from '../support/push-scene.ts';
import { type PushService, signerOf, startPushService } from '../support/push-service.ts';
import { signUp } from '../support/signed-in.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

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

test('the browsers of an account are told of a long job, encrypted for each and signed', async () => {
  verifies('DEC-PUSH-01', 'DEC-PUSH-02');
  const ann = await newSubscriber(service, pushes);
  const other = await newSubscriber(service, pushes);
  const prompt = `${'a lighthouse 🗼 on a cliff, '.repeat(4)}at dawn`;
  const jobId = await makeJob(service, ann, { prompt });
  const message = await pushes.message(0);
  const body = `${[...prompt].slice(0, 79).join('')}…`;
  assert.deepEqual(ann.browser.read(message), { job_id: jobId, title: 'Your image is ready', body });
  assert.throws(() => other.browser.read(message));
  assert.ok(!message.body.includes('lighthouse') && !message.body.includes(jobId));
  const { headers, path } = message;
  assert.equal(pushes.url + path, ann.browser.subscription.endpoint);
  assert.deepEqual([headers.ttl, headers.topic], ['86400', jobId.replaceAll('-', '')]);
  const { key, claims } = signerOf(message);
  assert.equal(key, ann.browser.subscription.key);
  assert.deepEqual([claims.aud, claims.sub], [pushes.url, service.url.replace('http:', 'https:')]);

  const failedId = await makeJob(service, ann, { isReady: false });
  const failed = ann.browser.read(await pushes.message(1));
  assert.deepEqual(failed, { job_id: failedId, title: 'Your image could not be made', body: ASK.prompt });
  await untilSent(service);
  assert.equal(pushes.delivered.length, 2, 'nobody else gets a message');
});

test('nothing is sent of a quick job, or of another interface', async () => {
  verifies('DEC-PUSH-01');
  const ann = await newSubscriber(service, pushes, { balanceCents: 100 });
  await makeJob(service, ann, { seconds: 5 });
  const added = await service.database.query(
    `select from graphile_worker.jobs where task_identifier = 'send_push'`,
  );
  assert.equal(added.length, 0);
  const { secret } = (await ann.call('POST', '/keys', { name: 'a key' })).body;
  const headers = { 'x-api-key': secret, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ prompt: 'a pear' }) };
  const { body } = await send(`${service.url}/v1/images/generate`, init);
  await endLate(service, body.job_id);
  await untilSent(service);
  assert.equal(pushes.delivered.length, 0);
});

test('a browser that is gone is forgotten, and nobody else', async () => {
  verifies('DEC-PUSH-03');
  const [ann, bo] = [await newSubscriber(service, pushes), await newSubscriber(service, pushes)];
  const second = consoleCaller(service, await signInAgain(service, ann));
  const kept = await subscribe(pushes, second);
  for (const status of [404, 410]) {
    // One of the two browsers of the account, in whatever order they are called.
    pushes.answer(status, 201);
    const before = pushes.delivered.length;
    await makeJob(service, ann);
    await pushes.message(before + 1);
    await untilSent(service);
    const gone = `${pushes.url}${pushes.delivered[before]?.path}`;
    const left = [await endpointOf(ann), await endpointOf(second)];
    const all = [ann.browser.subscription.endpoint, kept.subscription.endpoint];
    assert.deepEqual(
      left,
      all.map((one) => (one === gone ? null : one)),
    );
    await subscribeAgain(ann, ann.browser);
    await subscribeAgain(second, kept);
  }
  assert.equal(await endpointOf(bo), bo.browser.subscription.endpoint);
});

test('a subscription ends with its session: by a sign-out, from elsewhere, or with the account', async () => {
  verifies('DEC-PUSH-04');
  const ann = await newSubscriber(service, pushes);
  const rows = async () =>
    (
      await service.database.query(
        'select from push_subscriptions join auth_sessions on id = session_id where user_id = $1',
        [ann.accountId],
      )
    ).length;
  const second = await signInAgain(service, ann);
  await subscribe(pushes, consoleCaller(service, second));
  assert.equal(await rows(), 2);
  assert.equal((await ann.post('/sessions/end-others', {})).status, 204);
  assert.equal(await rows(), 1);
  assert.equal((await ann.delete('/push')).status, 204);
  assert.equal(await rows(), 0);
  await subscribeAgain(ann, ann.browser);
  const third = await signInAgain(service, ann);
  await subscribe(pushes, consoleCaller(service, third));
  const headers = { ...third.headers, origin: service.url };
  await fetch(`${service.url}/signin/out`, { method: 'POST', redirect: 'manual', headers });
  assert.equal(await rows(), 1);
  const exported = JSON.parse((await ann.get('/data/export')).text);
  const [listed] = exported.push_subscriptions;
  assert.deepEqual([exported.push_subscriptions.length, listed.push_service], [1, new URL(pushes.url).host]);
  assert.ok(!JSON.stringify(exported).includes(ann.browser.subscription.keys.auth));

  const bo = await newSubscriber(service, pushes);
  await makeJob(service, ann, { seconds: 5 });
  await service.database.query(`update auth_sessions set expires_at = now() where user_id = $1`, [
    ann.accountId,
  ]);
  await makeJobOf(ann.accountId);
  await untilSent(service);
  assert.equal(pushes.delivered.length, 0, 'a session that has expired is not told');
  await sweepSubscriptions(service.database);
  assert.deepEqual([await rows(), await endpointOf(bo)], [0, bo.browser.subscription.endpoint]);
  await subscribe(pushes, bo);
  const [account] = await service.database.query<{ email: string }>(
    'select email from accounts where id = $1',
    [bo.accountId],
  );
  const removal = { email: account?.email, password: PASSWORD, forfeit_balance_cents: 0 };
  assert.equal((await bo.post('/data/deletion', removal)).status, 204);
  const left = await service.database.query('select from push_subscriptions where endpoint like $1', [
    `${pushes.url}%`,
  ]);
  assert.equal(left.length, 0);
});

/** A job that ended just now adds its task again. */
const makeJobOf = (accountId: string) =>
  service.database.query(
    `select graphile_worker.add_job('send_push', json_build_object('jobId', id)) from jobs where account_id = $1`,
    [accountId],
  );

test('what is no subscription is refused', async () => {
  verifies('DEC-PUSH-06');
  const person = await newCaller(service);
  const { key } = (await person.get('/push')).body;
  const { subscription } = pushes.browser(key);
  const { endpoint, keys } = subscription;
  for (const [wrong, path] of [
    [{ ...subscription, key: keys.p256dh }, 'key'],
    [{ ...subscription, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } }, 'keys.p256dh'],
    [{ ...subscription, keys: { ...keys, auth: 'short' } }, 'keys.auth'],
    [{ ...subscription, endpoint: 'ftp://push.example/1' }, 'endpoint'],
    [{ ...subscription, endpoint: `${endpoint}/${'x'.repeat(2048)}` }, 'endpoint'],
  ] as const) {
    const { status, body } = await person.call('PUT', '/push', wrong);
    assert.deepEqual([status, body.issues[0].path], [400, path]);
  }
  assert.equal(await endpointOf(person), null);
  assert.equal((await consoleCaller(service, null).get('/push')).status, 401);
});

test('no address of a private network is called, by whatever way it got there', async () => {
  verifies('DEC-PUSH-06');
  const strict = await startTestApp();
  try {
    const signedUp = await signUp(strict, 'ann@example.com');
    const person = consoleCaller(strict, signedUp);
    const { subscription } = pushes.browser((await person.get('/push')).body.key);
    for (const endpoint of [
      pushes.url,
      'https://10.0.0.1/x',
      'https://localhost/x',
      'http://push.example/x',
    ]) {
      const { status, body } = await person.call('PUT', '/push', { ...subscription, endpoint });
      assert.deepEqual([status, body.issues[0].path], [400, 'endpoint'], endpoint);
    }
    const accepted = { ...subscription, endpoint: 'https://push.example/x' };
    assert.equal((await person.call('PUT', '/push', accepted)).status, 204);
    await strict.database.query('update push_subscriptions set endpoint = $1', [pushes.url]);
    const calls = callsWith(strict, await tokenOf(strict, signedUp));
    const { body } = await calls.generate({ ...ASK, type: 'image' });
    await strict.database.query(`update jobs set created_at = created_at - interval '1 hour' where id = $1`, [
      body.job_id,
    ]);
    await deliver(strict.worker, await takeLease(strict.worker));
    await until(async () => {
      const [task] = await strict.database.query<{ payload: { attempts: number } }>(
        `select payload from graphile_worker._private_jobs as task join graphile_worker._private_tasks as name on name.id = task_id
         where identifier = 'send_push'`,
      );
      return task?.payload.attempts === 2;
    });
    assert.equal(pushes.delivered.length, 0);
  } finally {
    await strict.stop();
  }
});
