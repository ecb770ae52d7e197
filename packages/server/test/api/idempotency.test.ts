import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { grantBalance } from '../../src/ledger/credit.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { type Answer, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { untilBlocked } from '../support/test-database.ts';
import { assertInvalid, assertUntouched, tracesOf } from '../support/untouched.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
const IMAGE = { prompt: 'a quiet lake', seed: 7 };
let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());
beforeEach(async () => {
  customer = await service.account();
});

function post(body: unknown, key: string, path = '/v1/images/generate'): Promise<Answer> {
  return customer.post(path, body, { 'idempotency-key': key });
}

async function jobsOf(account: TestAccount): Promise<number> {
  return (await tracesOf(service, account)).jobs;
}

function assertReplayed(answer: Answer, first: Answer): void {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.text, first.text);
  assert.equal(answer.headers.get('idempotent-replayed'), 'true');
}

test('a replay with the same key and body is charged once', async () => {
  verifies('DEC-IDEMPOTENCY-02', 'DEC-IDEMPOTENCY-01');
  for (const [path, body] of [
    ['/v1/images/generate', IMAGE],
    ['/api/v1/videos/generate', { prompt: 'waves', mode: 'quality' }],
  ] as const) {
    const first = await post(body, `key for ${path}`, path);
    assert.equal(first.status, 200);
    assert.equal(first.headers.get('idempotent-replayed'), null);
    const again = await assertUntouched(service, customer, () => post(body, `key for ${path}`, path));
    assertReplayed(again, first);
  }
  assert.equal(await jobsOf(customer), 2);
});

test('a replay is what was stored, whatever this release would answer', async () => {
  verifies('DEC-IDEMPOTENCY-02');
  const { body } = await post(IMAGE, 'of an older release');
  const stored = `{"kind":"image","job_id":"${body.job_id}","poll_url":"/of/an/older/release","status":"queued"}`;
  await service.database.query("update idempotency_keys set answer = $2 where answer ->> 'job_id' = $1", [
    body.job_id,
    stored,
  ]);
  // Under the lock, because the last order was accepted; after the refusal, on a snapshot.
  assert.equal((await post(IMAGE, 'of an older release')).text, stored);
  assert.equal((await post({ prompt: 'another' }, 'of an older release')).status, 409);
  assert.equal((await post(IMAGE, 'of an older release')).text, stored);
});

test('white space, key order, escapes and explicit defaults do not change the request', async () => {
  verifies('DEC-IDEMPOTENCY-02');
  const image = await post({ prompt: 'a lake', seed: 7 }, 'k1');
  for (const same of [
    ' {\n "seed" : 7.0,\t"prompt" : "a lake" }',
    '{"prompt":"\\u0061 lake","seed":7}',
    '{"prompt":"  a lake\\n","seed":7e0}',
    '{"height":1024,"width":1024,"prompt":"a lake","seed":7}',
  ]) {
    assertReplayed(await post(same, 'k1'), image);
  }
  const path = '/v1/videos/generate';
  const video = await post({ prompt: 'waves' }, 'k2', path);
  for (const same of [
    { prompt: 'waves', mode: 'fast', duration: 5 },
    { prompt: 'waves', width: 1280, height: 720 },
    { height: 720, prompt: 'waves' },
  ]) {
    assertReplayed(await post(same, 'k2', path), video);
  }
  const cinema = await post({ prompt: 'waves', mode: 'cinema' }, 'k3', path);
  assertReplayed(await post({ prompt: 'waves', mode: 'cinema', width: 2560 }, 'k3', path), cinema);
});

test('the same key with another request is a conflict', async () => {
  verifies('DEC-IDEMPOTENCY-03');
  const video = { prompt: 'waves', width: 1920, height: 1080 };
  await post(IMAGE, 'k');
  await post(video, 'v', '/v1/videos/generate');
  const others: readonly (readonly [unknown, string, string])[] = [
    [{ ...IMAGE, prompt: 'a loud lake' }, 'k', '/v1/images/generate'],
    [{ ...IMAGE, seed: 8 }, 'k', '/v1/images/generate'],
    [{ prompt: IMAGE.prompt }, 'k', '/v1/images/generate'],
    [{ ...IMAGE, width: 1025 }, 'k', '/v1/images/generate'],
    [IMAGE, 'k', '/v1/videos/generate'],
    [{ ...video, duration: 4 }, 'v', '/v1/videos/generate'],
    [{ ...video, mode: 'quality' }, 'v', '/v1/videos/generate'],
    // It would be delivered at the same size, but it is another request.
    [{ ...video, height: 1088 }, 'v', '/v1/videos/generate'],
  ];
  for (const [body, key, path] of others) {
    const answer = await assertUntouched(service, customer, () => post(body, key, path));
    assert.equal(answer.status, 409, JSON.stringify(body));
    assert.deepEqual(answer.body, {
      error: 'This Idempotency-Key was used with another request in the last 24 hours; use a new key.',
      code: 'idempotency_conflict',
    });
    assert.equal(answer.headers.get('idempotent-replayed'), null);
  }
});

test('a key has 1 to 255 printable characters', async () => {
  verifies('DEC-IDEMPOTENCY-01');
  for (const key of ['a', '~', '!', 'x'.repeat(255), 'a b "c" {d}', '0'.repeat(254)]) {
    assert.equal((await post(IMAGE, key)).status, 200, key);
    assertReplayed(await post(IMAGE, key), await post(IMAGE, key));
  }
  for (const key of ['', 'x'.repeat(256), 'x'.repeat(4000), 'tab\there', 'caf\u00e9', '\u00ff', '\u0080']) {
    for (const path of ['/v1/images/generate', '/v1/videos/generate']) {
      const answer = await assertUntouched(service, customer, () => post({ prompt: 'x' }, key, path));
      assertInvalid(answer, 'Idempotency-Key', /^must be 1 to 255 printable characters$/);
    }
  }
});

test('fifty concurrent posts with one key create one job and one charge', async () => {
  verifies('DEC-IDEMPOTENCY-02', 'DEC-IDEMPOTENCY-04');
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(IMAGE, 'one')));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  for (const { body } of answers) assert.deepEqual(body, answers[0]?.body);
  const fresh = answers.filter(({ headers }) => headers.get('idempotent-replayed') === null);
  assert.equal(fresh.length, 1);
  const { jobs, charges, transactions, balanceCents } = await tracesOf(service, customer);
  assert.deepEqual([jobs, charges, transactions, balanceCents], [1, 1, 2, 9995]);
});

test('two identical requests accepted in one transaction create one job', async () => {
  verifies('DEC-IDEMPOTENCY-02', 'DEC-IDEMPOTENCY-04');
  let answers: Promise<Answer[]> | undefined;
  let first: Promise<Answer> | undefined;
  // While the account is locked the first request waits alone, and all later ones share the next batch.
  await service.database.transaction(async (tx) => {
    await tx.query('select from funding_accounts where account_id = $1 for update', [customer.id]);
    first = post({ prompt: 'first' }, 'first');
    await untilBlocked(service.database);
    answers = Promise.all(Array.from({ length: 20 }, () => post(IMAGE, 'twin')));
    for (let i = 0; i < 20; i++) await customer.get('/v1/usage');
  });
  const ids = new Set((await answers)?.map(({ body }) => body.job_id));
  assert.equal(ids.size, 1);
  assert.equal((await first)?.status, 200);
  assert.equal(await jobsOf(customer), 2);
});

test('fifty concurrent posts with one key and two bodies create one job', async () => {
  verifies('DEC-IDEMPOTENCY-03');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => post({ ...IMAGE, seed: i % 2 }, 'two')),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 25);
  assert.equal(answers.filter(({ status }) => status === 409).length, 25);
  assert.equal(await jobsOf(customer), 1);
});

test('a key is free again after 24 hours', async () => {
  verifies('DEC-IDEMPOTENCY-02');
  const first = await post(IMAGE, 'daily');
  clock.advance(24 * HOUR_MS - 1);
  assertReplayed(await post(IMAGE, 'daily'), first);
  assert.equal((await post({ ...IMAGE, seed: 8 }, 'daily')).status, 409);
  clock.advance(1);
  const second = await post({ ...IMAGE, seed: 8 }, 'daily');
  assert.equal(second.status, 200);
  assert.notEqual(second.body.job_id, first.body.job_id);
  assert.equal(second.headers.get('idempotent-replayed'), null);
  // The 24 hours start again with the new request.
  clock.advance(24 * HOUR_MS - 1);
  assertReplayed(await post({ ...IMAGE, seed: 8 }, 'daily'), second);
});

test('another account may use the same key', async () => {
  verifies('DEC-IDEMPOTENCY-02');
  const first = await post(IMAGE, 'shared');
  const other = await service.account();
  const theirs = await other.post('/v1/images/generate', IMAGE, { 'idempotency-key': 'shared' });
  assert.equal(theirs.status, 200);
  assert.notEqual(theirs.body.job_id, first.body.job_id);
  assert.deepEqual([await jobsOf(customer), await jobsOf(other)], [1, 1]);
});

test('without the header each post is a new job', async () => {
  verifies('DEC-IDEMPOTENCY-05');
  const [one, two] = [
    await customer.post('/v1/images/generate', IMAGE),
    await customer.post('/v1/images/generate', IMAGE),
  ];
  assert.notEqual(one.body.job_id, two.body.job_id);
  assert.equal(await jobsOf(customer), 2);
});

test('a refused request does not use up its key', async () => {
  verifies('DEC-IDEMPOTENCY-04', 'DEC-IDEMPOTENCY-02');
  customer = await service.account(4);
  assert.equal((await assertUntouched(service, customer, () => post(IMAGE, 'k'))).status, 402);
  assert.equal((await post({ ...IMAGE, width: 1 }, 'k')).status, 400);
  await service.database.transaction((tx) => grantBalance(tx, customer.id, 100, clock.now()));
  assert.equal((await post(IMAGE, 'k')).status, 200);
});

test('a replay works with a spent balance and a deleted job', async () => {
  verifies('DEC-IDEMPOTENCY-02');
  customer = await service.account(5);
  const first = await post(IMAGE, 'k');
  assertReplayed(await post(IMAGE, 'k'), first);
  assert.equal((await customer.delete(first.body.poll_url)).status, 204);
  assertReplayed(await post(IMAGE, 'k'), first);
});

test('the key is written in the transaction that accepts the job', async () => {
  verifies('DEC-IDEMPOTENCY-04', 'V1-ERROR-08', 'DEC-ERROR-08');
  await service.database.query(`
    create function refuse_key() returns trigger language plpgsql as $$ begin raise 'planted'; end $$;
    create trigger planted before insert on idempotency_keys execute function refuse_key()`);
  try {
    const answer = await assertUntouched(service, customer, () => post(IMAGE, 'k'));
    assert.equal(answer.status, 500);
    assert.deepEqual(answer.body, {
      error: 'Something went wrong on our side; retry. The X-Request-Id header identifies this request.',
      code: 'internal_error',
    });
  } finally {
    await service.database.query('drop trigger planted on idempotency_keys; drop function refuse_key');
  }
  assert.equal((await post(IMAGE, 'k')).status, 200);
});
