import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { systemClock } from '../../src/kernel/clock.ts';
import { sweepSubscriptions } from '../../src/push/subscriptions.ts';
import { rotateKey } from '../../src/secrets/rotate-key.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { type ConsoleCaller, consoleCaller, newCaller, tokenOf } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { ASK, callsWith, resetCallLimit } from '../support/job-api.ts';
import { type Browser, type PushService, signerOf, startPushService } from '../support/push-service.ts';
import { type Person, signUp } from '../support/signed-in.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

const METRICS_TOKEN = 'a-token-for-the-metrics-of-this-test';
const PASSWORD = 'correct horse battery';

let service: TestApp;
let pushes: PushService;
before(async () => {
  const environment = { KINORA_WEBHOOKS_PRIVATE: '1', KINORA_METRICS_TOKEN: METRICS_TOKEN };
  service = await startTestApp({ environment });
});
after(() => service.stop());
beforeEach(async () => {
  pushes = await startPushService();
});
afterEach(() => pushes.stop());

type Member = ConsoleCaller & Person;

/** Subscribes the browser of a person's session. */
async function subscribe(person: ConsoleCaller): Promise<Browser> {
  const browser = pushes.browser((await person.get('/push')).body.key);
  const answer = await person.call('PUT', '/push', browser.subscription);
  assert.equal(answer.status, 204, answer.text);
  return browser;
}

async function subscriber(
  funds: { readonly balanceCents?: number } = {},
): Promise<Member & { readonly browser: Browser }> {
  const person = await newCaller(service, undefined, funds);
  return { ...person, browser: await subscribe(person) };
}

/** Orders a job of the studio, which ends after so many seconds, as a worker ends it. */
async function makeJob(
  person: Person,
  { prompt = ASK.prompt, seconds = 60, isReady = true } = {},
): Promise<string> {
  await resetCallLimit(service, person.accountId);
  const order = { ...ASK, prompt, type: 'image' };
  const accepted = await callsWith(service, await tokenOf(service, person)).generate(order);
  assert.equal(accepted.status, 200, accepted.text);
  const { job_id: jobId } = accepted.body;
  await endLate(jobId, { seconds, isReady });
  return jobId;
}

async function endLate(jobId: string, { seconds = 60, isReady = true } = {}): Promise<void> {
  await service.database.query(
    `update jobs set created_at = created_at - $2 * interval '1 second' where id = $1`,
    [jobId, seconds],
  );
  const lease = await takeLease(service.worker);
  if (isReady) await deliver(service.worker, lease);
  else await service.worker.fail(lease, { reason: 'a test', retryable: false });
}

const endpointOf = async (person: ConsoleCaller) => (await person.get('/push')).body.endpoint;

/** Waits until nothing is left to be sent now. */
const untilSent = () =>
  until(async () => {
    const due = await service.database.query(
      `select from graphile_worker.jobs where task_identifier = 'send_push' and run_at <= now()`,
    );
    return due.length === 0;
  });

async function countOf(outcome: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { text } = await send(`${service.url}/metrics`, { headers });
  return Number(new RegExp(`^kinora_push_messages_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(text)?.[1]);
}

test('the browsers of an account are told of a long job, encrypted for each and signed', async () => {
  verifies('DEC-PUSH-01', 'DEC-PUSH-02');
  const ann = await subscriber();
  const other = await subscriber();
  const prompt = `${'a lighthouse 🗼 on a cliff, '.repeat(4)}at dawn`;
  const jobId = await makeJob(ann, { prompt });
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

  const failedId = await makeJob(ann, { isReady: false });
  const failed = ann.browser.read(await pushes.message(1));
  assert.deepEqual(failed, { job_id: failedId, title: 'Your image could not be made', body: ASK.prompt });
  await untilSent();
  assert.equal(pushes.delivered.length, 2, 'nobody else is told');
});

test('nothing is sent of a quick job, of one that is deleted meanwhile, or by another interface', async () => {
  verifies('DEC-PUSH-01');
  const ann = await subscriber({ balanceCents: 100 });
  await makeJob(ann, { seconds: 5 });
  const added = await service.database.query(
    `select from graphile_worker.jobs where task_identifier = 'send_push'`,
  );
  assert.equal(added.length, 0);
  pushes.answer(503, 201);
  const jobId = await makeJob(ann);
  await pushes.message(0);
  await untilSent();
  await service.database.query('update jobs set deleted_at = now() where id = $1', [jobId]);
  await hasten();
  await untilSent();
  assert.equal(pushes.delivered.length, 1);

  const { secret } = (await ann.call('POST', '/keys', { name: 'a key' })).body;
  const headers = { 'x-api-key': secret, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ prompt: 'a pear' }) };
  const { body } = await send(`${service.url}/v1/images/generate`, init);
  await endLate(body.job_id);
  await untilSent();
  assert.equal(pushes.delivered.length, 1);
});

/** Makes what waits for another attempt due. */
const hasten = () =>
  service.database.query(
    `update graphile_worker._private_jobs set run_at = now()
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'send_push')`,
  );

test('a browser that is gone is forgotten, and nobody else', async () => {
  verifies('DEC-PUSH-03');
  const [ann, bo] = [await subscriber(), await subscriber()];
  const second = consoleCaller(service, await signInAgain(ann));
  const kept = await subscribe(second);
  for (const status of [404, 410]) {
    // One of the two browsers of the account, in whatever order they are called.
    pushes.answer(status, 201);
    const before = pushes.delivered.length;
    await makeJob(ann);
    await pushes.message(before + 1);
    await untilSent();
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

const subscribeAgain = async (person: ConsoleCaller, { subscription }: Browser) =>
  assert.equal((await person.call('PUT', '/push', subscription)).status, 204);

async function signInAgain({ accountId }: Person): Promise<Person> {
  const [account] = await service.database.query<{ email: string }>(
    'select email from accounts where id = $1',
    [accountId],
  );
  const answer = await fetch(`${service.url}/signin`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: service.url },
    body: new URLSearchParams({
      mode: 'in',
      email: account?.email ?? '',
      password: PASSWORD,
      next: '/studio',
    }),
  });
  assert.equal(answer.status, 303);
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return { accountId, headers: { cookie } } as unknown as Person;
}

test('a message that cannot be sent is tried four times, then dropped and counted', async () => {
  verifies('DEC-PUSH-03');
  const ann = await subscriber();
  const dropped = await countOf('dropped');
  pushes.answer(500, 429, 503, 502, 201);
  await makeJob(ann);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await pushes.message(attempt);
    await untilSent();
    await hasten();
  }
  await until(async () => (await countOf('dropped')) === dropped + 1);
  assert.equal(pushes.delivered.length, 4);
  assert.equal(await endpointOf(ann), ann.browser.subscription.endpoint, 'it may be told of the next job');
  pushes.answer(413);
  await makeJob(ann);
  await until(async () => (await countOf('dropped')) === dropped + 2);
  assert.equal(pushes.delivered.length, 5, 'what a push service refuses is not repeated');
});

test('a subscription ends with its session: by a sign-out, from elsewhere, or with the account', async () => {
  verifies('DEC-PUSH-04');
  const ann = await subscriber();
  const rows = async () =>
    (
      await service.database.query(
        'select from push_subscriptions join auth_sessions on id = session_id where user_id = $1',
        [ann.accountId],
      )
    ).length;
  const second = await signInAgain(ann);
  await subscribe(consoleCaller(service, second));
  assert.equal(await rows(), 2);
  assert.equal((await ann.post('/sessions/end-others', {})).status, 204);
  assert.equal(await rows(), 1);
  assert.equal((await ann.delete('/push')).status, 204);
  assert.equal(await rows(), 0);
  await subscribeAgain(ann, ann.browser);
  const third = await signInAgain(ann);
  await subscribe(consoleCaller(service, third));
  const headers = { ...third.headers, origin: service.url };
  await fetch(`${service.url}/signin/out`, { method: 'POST', redirect: 'manual', headers });
  assert.equal(await rows(), 1);
  const exported = JSON.parse((await ann.get('/data/export')).text);
  const [listed] = exported.push_subscriptions;
  assert.deepEqual([exported.push_subscriptions.length, listed.push_service], [1, new URL(pushes.url).host]);
  assert.ok(!JSON.stringify(exported).includes(ann.browser.subscription.keys.auth));

  const bo = await subscriber();
  await service.database.query(`update auth_sessions set expires_at = now() where user_id = $1`, [
    ann.accountId,
  ]);
  await makeJobOf(ann.accountId);
  await untilSent();
  assert.equal(pushes.delivered.length, 0, 'a session that has expired is not told');
  await sweepSubscriptions(service.database);
  assert.deepEqual([await rows(), await endpointOf(bo)], [0, bo.browser.subscription.endpoint]);
  await subscribe(bo);
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

test('at most ten browsers of an account are told, and the oldest makes room', async () => {
  verifies('DEC-PUSH-04');
  const other = await subscriber();
  const ann = await subscriber();
  const { email } = (await ann.get('/session')).body;
  const sessions = [ann as ConsoleCaller];
  for (let made = 1; made < 12; made += 1) {
    await service.database.query(`delete from attempt_windows`);
    const again = consoleCaller(service, await signInAgain(ann));
    await subscribe(again);
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
  const ann = await subscriber();
  const { key } = ann.browser.subscription;
  const { database, dataDir } = service;
  const at = systemClock.now();
  await rotateKey(database, dataDir, { purpose: 'push', at, signsFrom: at, hasLeaked: false });
  await until(async () => (await ann.get('/push')).body.key !== key);
  assert.equal(await endpointOf(ann), null, 'the browser subscribes again with the new key');
  await makeJob(ann);
  assert.equal(signerOf(await pushes.message(0)).key, key);
  // The version that a later one has replaced because it had leaked.
  await database.query('update push_subscriptions set key_version = 0 where endpoint = $1', [
    ann.browser.subscription.endpoint,
  ]);
  await makeJob(ann);
  await until(async () => {
    const left = await database.query('select from push_subscriptions where endpoint like $1', [
      `${pushes.url}%`,
    ]);
    return left.length === 0;
  });
  assert.equal(pushes.delivered.length, 1);
});

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
