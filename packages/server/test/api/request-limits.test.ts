import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type Answer, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

const MANY = 1_000_000;
const image = (customer: TestAccount): Promise<Answer> =>
  customer.post('/v1/images/generate', { prompt: 'a pear' });

async function limited(limits: Parameters<typeof setLimits>[2]): Promise<TestAccount> {
  const customer = await service.account(100_000, 'default');
  await setLimits(service.database, customer.id, limits);
  return customer;
}

function assertLimited(answer: Answer, message: RegExp, retryAfter: string): void {
  assert.deepEqual([answer.status, answer.body.code], [429, 'rate_limited']);
  assert.match(answer.body.error, message);
  assert.equal(answer.headers.get('retry-after'), retryAfter);
}

test('20 generate calls a minute, in any minute', async () => {
  verifies('V1-RATE-01', 'DEC-REQUEST-11');
  const customer = await limited({ jobsAtOnce: MANY });
  for (let call = 1; call <= 20; call++) {
    const answer = await image(customer);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('ratelimit-policy'), '"calls";q=20;w=60');
    assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`^"calls";r=${20 - call};t=`));
    clock.advance(1000);
  }
  assertLimited(await image(customer), /^At most 20 generate calls a minute; wait 41 s\.$/, '41');
  clock.advance(41_000 - 1);
  assert.equal((await image(customer)).status, 429);
  clock.advance(1);
  // Only the first call is more than a minute old, so one more call is accepted.
  assert.equal((await image(customer)).status, 200);
  assert.equal((await image(customer)).status, 429);
});

test('calls whose prompt is rejected use up the call limit', async () => {
  verifies('DEC-LIMIT-07');
  const customer = await limited({ jobsAtOnce: MANY });
  for (let call = 1; call <= 4; call++) {
    const answer = await customer.post('/v1/images/generate', { prompt: 'explicit hardcore porn' });
    assert.equal(answer.status, 451);
    assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`^"calls";r=${20 - call};t=`));
  }
  for (let call = 5; call <= 20; call++) assert.equal((await image(customer)).status, 200);
  assertLimited(await image(customer), /^At most 20 generate calls a minute/, '61');
});

test('3 concurrent jobs; another is accepted when one ends', async () => {
  verifies('V1-RATE-02');
  const customer = await limited({ callsPerMinute: MANY });
  for (let job = 0; job < 3; job++) assert.equal((await image(customer)).status, 200);
  const answer = await image(customer);
  const seconds = answer.headers.get('retry-after') ?? '';
  assert.match(seconds, /^[1-9]\d*$/);
  assertLimited(
    answer,
    new RegExp(`^At most 3 jobs at once; wait for one to end\\. Send this again in ${seconds} s\\.$`),
    seconds,
  );
  await service.database.query(
    `update open_jobs set pool = 'video', operation = 'video' where account_id <> $1 and state = 'queued'`,
    [customer.id],
  );
  await deliver(service.worker, await takeLease(service.worker, { pools: ['image'] }));
  assert.equal((await image(customer)).status, 200);
  assert.equal((await image(customer)).status, 429);
});

test('200 images and 50 videos a UTC day', async () => {
  verifies('V1-RATE-03');
  clock.set('2031-03-06T23:59:50Z');
  const customer = await limited({ callsPerMinute: MANY, jobsAtOnce: MANY });
  await service.database.query(
    `insert into account_activity (account_id, day, images, videos) values ($1, '2031-03-06', 199, 49)
     on conflict (account_id, interface) do update set day = excluded.day, images = 199, videos = 49`,
    [customer.id],
  );
  assert.equal((await image(customer)).status, 200);
  assertLimited(await image(customer), /^At most 200 images a day; the day ends at 00:00 UTC\.$/, '10');
  const video = () => customer.post('/v1/videos/generate', { prompt: 'waves', duration: 1 });
  assert.equal((await video()).status, 200);
  assertLimited(await video(), /^At most 50 videos a day/, '10');
  clock.advance(10_000);
  assert.equal((await image(customer)).status, 200);
  assert.equal((await video()).status, 200);
});

test('of 100 concurrent calls exactly as many are accepted as the limit allows, and the rest cost nothing', async () => {
  const customer = await limited({ callsPerMinute: 40, jobsAtOnce: 7 });
  const answers = await Promise.all(Array.from({ length: 100 }, () => image(customer)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 7);
  assert.equal(answers.filter(({ status }) => status === 429).length, 93);
  assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 100_000 - 7 * 5);
});

test('neither a replay nor an invalid request counts as a call', async () => {
  const customer = await limited({ callsPerMinute: 1, jobsAtOnce: MANY });
  const again = () => customer.post('/v1/images/generate', { prompt: 'a pear' }, { 'idempotency-key': 'k' });
  assert.equal((await customer.post('/v1/images/generate', { prompt: '' })).status, 400);
  for (let call = 0; call < 3; call++) assert.equal((await again()).status, 200);
  assert.equal((await image(customer)).status, 429);
});

test('calls of a clock that has been set back are forgotten, and a call never waits for more than two minutes', async () => {
  verifies('V1-RATE-01');
  clock.set('2031-03-08T12:00:00Z');
  const customer = await limited({ callsPerMinute: 2, jobsAtOnce: MANY });
  for (let call = 0; call < 2; call++) assert.equal((await image(customer)).status, 200);
  clock.advance(-30_000);
  assertLimited(await image(customer), /^At most 2 generate calls a minute/, '91');
  clock.advance(-3_600_000);
  for (const left of [1, 0]) {
    const answer = await image(customer);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers.get('ratelimit'), `"calls";r=${left};t=61`);
  }
  assertLimited(await image(customer), /^At most 2 generate calls a minute/, '61');
});

test('the operator can raise the limits of one account', async () => {
  verifies('DEC-LIMIT-01');
  const customer = await limited({ callsPerMinute: 25, jobsAtOnce: 25 });
  for (let call = 0; call < 25; call++) assert.equal((await image(customer)).status, 200);
  assert.equal((await image(customer)).status, 429);
});
