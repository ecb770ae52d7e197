import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { pollClaim, startClaim } from '../support/claims.ts';
import { consoleCaller } from '../support/console-caller.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { type Person, payAt, signUp } from '../support/signed-in.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const PASSWORD = 'correct horse battery';
const clock = manualClock('2026-03-01T12:00:00Z');
let service: TestApp;
before(async () => {
  const environment = { KINORA_PAYMENTS: 'sandbox', KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' };
  service = await startTestApp({ clock, environment });
});
after(() => service.stop());
beforeEach(async () => {
  await service.database.query('delete from key_claims');
  // Each test starts with unused limits.
  clock.advance(HOUR_MS);
});

/** Opens 999 claims of 200 networks, as one start after the other would. */
async function fill(since: Date): Promise<void> {
  await service.database.query(
    `insert into key_claims (id, code_hash, user_code, network, amount_usd, created_at, expires_at)
     select gen_random_uuid(), sha256(n::text::bytea), 'flood ' || n, '10.0.0.' || n % 200, 10,
       $1::timestamptz + n * interval '1 ms', $2
     from generate_series(1, 999) as n`,
    [since, new Date(since.getTime() + 900_000)],
  );
}

const count = async (where: string): Promise<number> => {
  const [row] = await service.database.query<{ count: number }>(
    `select count(*) as count from key_claims where ${where}`,
  );
  return row?.count ?? 0;
};

let people = 0;
async function paidPerson(): Promise<Person> {
  people += 1;
  const person = await signUp(service, `payer-${people}@example.com`);
  const { body: claim } = await startClaim(service, {}, `192.0.2.${people}`);
  const paying = await person.submit('/activate/pay', { user_code: claim.user_code, order: '10' });
  await payAt(paying.headers.get('location') ?? '');
  return person;
}

async function ageSession(person: Person, hours: number): Promise<void> {
  await service.database.query(
    `update auth_sessions set created_at = created_at - $2 * interval '1 hour' where user_id = $1`,
    [person.accountId, hours],
  );
}

describe('claims of 200 networks that fill the service', () => {
  test('make room, the oldest first, and the claim of a person who attends it stays', async () => {
    verifies('DEC-CLAIM-14', 'DEC-GUESS-02');
    const person = await signUp(service, 'attends@example.com');
    const { body: claim } = await startClaim(service, {}, '203.0.113.7');
    await person.read(`/activate?user_code=${claim.user_code}`);
    clock.advance(1000);
    await fill(clock.now());
    clock.advance(2000);
    for (let i = 0; i < 20; i++) {
      const { status, text } = await startClaim(service, {}, `203.0.113.${20 + i}`);
      assert.equal(status, 200, text);
    }
    assert.equal(await count('displaced_at is null'), 1000);
    assert.equal(await count('displaced_at is not null'), 20);
    const oldest = `user_code in (select 'flood ' || n from generate_series(1, 20) as n)`;
    assert.equal(await count(`displaced_at is not null and ${oldest}`), 20);
    assert.equal((await pollClaim(claim)).body.status, 'pending');
    assert.equal(
      (await person.submit('/activate/decide', { user_code: claim.user_code, decision: 'denied' })).status,
      303,
    );
  });

  test('a claim that made room has expired, and still counts towards its network', async () => {
    verifies('DEC-GUESS-02');
    const mine = await Promise.all(Array.from({ length: 5 }, () => startClaim(service, {}, '203.0.113.50')));
    clock.advance(1000);
    await fill(clock.now());
    clock.advance(2000);
    for (let i = 0; i < 5; i++) await startClaim(service, {}, `203.0.113.${60 + i}`);
    for (const { body } of mine) assert.equal((await pollClaim(body)).body.status, 'expired');
    assert.equal((await startClaim(service, {}, '203.0.113.50')).status, 429);
    clock.advance(900_000);
    assert.equal((await startClaim(service, {}, '203.0.113.50')).status, 200);
  });

  test('cannot all be attended by one person', async () => {
    verifies('DEC-GUESS-02');
    const person = await signUp(service, 'hoarder@example.com');
    for (let i = 0; i < 8; i++) {
      const { body } = await startClaim(service, {}, `198.51.100.${i}`);
      clock.advance(1000);
      await person.read(`/activate?user_code=${body.user_code}`);
    }
    assert.equal(await count('attended_by is not null'), 5);
  });
});

test('guesses of user codes count on every route, and looking at a claim again does not', async () => {
  verifies('DEC-GUESS-01');
  const person = await paidPerson();
  const { body: claim } = await startClaim(service, {}, '203.0.113.80');
  const look = () => person.read(`/activate?user_code=${claim.user_code}`);
  for (let i = 0; i < 70; i++) assert.match(await look(), /A terminal requests an API key/);
  const codes = 'BCDFGHJKLMNPQRSTVWXZ';
  const guess = (i: number) => `BCDFGH${codes[Math.floor(i / 20)]}${codes[i % 20]}`;
  const routes = [
    (user_code: string) => person.submit('/activate/decide', { user_code, decision: 'denied' }),
    (user_code: string) => person.submit('/activate/decide', { user_code, decision: 'approved' }),
    (user_code: string) => person.submit('/activate/pay', { user_code, order: '10' }),
  ];
  const statuses: number[] = [];
  for (let i = 0; i < 66; i++) statuses.push((await routes[i % 3]?.(guess(i)))?.status ?? 0);
  // The claim at sign-up and this one were looked up before.
  assert.ok(
    statuses.slice(0, 58).every((status) => status === 404),
    statuses.join(),
  );
  assert.ok(
    statuses.slice(60).every((status) => status === 429),
    statuses.join(),
  );
  assert.match(await look(), /A terminal requests an API key/, 'the own claim can still be decided');
});

describe('a session older than an hour', () => {
  test('needs the password to approve a terminal, not to deny one', async () => {
    verifies('DEC-SIGNIN-07', 'DEC-SECURITY-01');
    const person = await paidPerson();
    const { body: claim } = await startClaim(service, {}, '203.0.113.90');
    const fields = { user_code: claim.user_code, decision: 'approved' };
    await ageSession(person, 2);
    assert.match(await person.read(`/activate?user_code=${claim.user_code}`), /Your password/);
    assert.equal((await person.submit('/activate/decide', fields)).status, 422);
    const wrong = await person.submit('/activate/decide', { ...fields, password: 'not the password' });
    assert.equal(wrong.status, 401);
    assert.match(await wrong.text(), /The password is wrong/);
    assert.equal((await pollClaim(claim)).body.status, 'pending');
    const right = await person.submit('/activate/decide', { ...fields, password: PASSWORD });
    assert.equal(right.headers.get('location'), '/activate?done=approved');
    clock.advance(5000);
    assert.equal((await pollClaim(claim)).body.status, 'ready');
    const other = (await startClaim(service, {}, '203.0.113.91')).body;
    const denied = await person.submit('/activate/decide', {
      user_code: other.user_code,
      decision: 'denied',
    });
    assert.equal(denied.status, 303);
  });

  test('needs it to create a key too, and guesses of it are limited', async () => {
    verifies('DEC-SIGNIN-07');
    const person = await paidPerson();
    await ageSession(person, 2);
    assert.match(await person.read('/account/key'), /Your password/);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      statuses.push((await person.submit('/account/key', { password: `wrong password ${i}` })).status);
    }
    assert.ok(statuses.includes(401) && statuses.at(-1) === 429, statuses.join());
    clock.advance(HOUR_MS);
    const made = await person.submit('/account/key', { password: PASSWORD });
    assert.equal(made.status, 200);
    assert.match(await made.text(), /kn_/);
  });

  test('a fresh one needs no password', async () => {
    const person = await paidPerson();
    assert.doesNotMatch(await person.read('/account/key'), /Your password/);
    assert.equal((await person.submit('/account/key', {})).status, 200);
  });
});

test('an account starts at most ten checkouts an hour that it does not pay, and a paid one does not count', async () => {
  verifies('DEC-CHECKOUT-01');
  const person = await signUp(service, 'window-shopper@example.com');
  const start = () => person.submit('/account/top-up', { amount: '10' });
  const answers = await Promise.all(Array.from({ length: 14 }, start));
  assert.equal(answers.filter(({ status }) => status === 303).length, 10);
  const refused = answers.find(({ status }) => status !== 303);
  assert.match((await refused?.text()) ?? '', /Ten checkouts/);
  const plan = await consoleCaller(service, person).post('/billing/plan', { plan: 'pro', interval: 'month' });
  assert.equal(plan.status, 429, 'plans count too');
  await payAt(answers.find(({ status }) => status === 303)?.headers.get('location') ?? '');
  assert.equal((await start()).status, 303);
  assert.equal((await start()).status, 422);
  clock.advance(HOUR_MS);
  assert.equal((await start()).status, 303);
});
