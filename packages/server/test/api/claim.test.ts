import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { pollClaim as pollCode } from '../../src/access/claim/poll-claim.ts';
import { newId, sha256 } from '../../src/kernel/ids.ts';
import { decide, pollClaim, startClaim } from '../support/claims.ts';
import { RACE_ROUNDS } from '../support/every-drill.ts';
import { manualClock } from '../support/manual-clock.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';
import { assertInvalid } from '../support/untouched.ts';

const SECOND_MS = 1000;
const clock = manualClock('2026-03-01T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock, environment: { KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' } });
});
after(() => service.stop());
beforeEach(() => service.database.query('delete from key_claims'));

test('a claim has the fields of RFC 8628, and only the hash of its code is stored', async () => {
  verifies('V1-ENDPOINT-12', 'V1-AUTH-06', 'DEC-CLAIM-02', 'DEC-CLAIM-03', 'DEC-CLAIM-04', 'DEC-CLAIM-05');
  for (const mount of ['', '/api']) {
    const { status, body, headers } = await send(`${service.url}${mount}/v1/pay/start`, {
      method: 'POST',
      headers: { 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    const { code, user_code: userCode, ...rest } = body;
    assert.match(code, /^[\w-]{43}$/);
    assert.match(userCode, /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
    assert.deepEqual(rest, {
      claim_url: `${service.url}/api/v1/pay/claim/${code}`,
      verification_uri: `${service.url}/activate`,
      verification_uri_complete: `${service.url}/activate?user_code=${userCode}`,
      expires_in: 900,
      interval: 5,
    });
    const [row] = await service.database.query<Record<string, unknown>>(
      'select * from key_claims where user_code = $1',
      [userCode],
    );
    assert.deepEqual(row?.code_hash, sha256(code));
    assert.equal(row?.amount_usd, 10);
    assert.ok(!JSON.stringify(row).includes(code));
  }
});

test('a claim accepts valid requests and refuses others', async () => {
  verifies('DEC-CLAIM-01');
  const taken = [
    { amount_usd: 100 },
    { plan: 'pro', client_name: 'é'.repeat(80) },
    { plan: 'max', interval: 'year' },
    { plan: 'pro', interval: 'month' },
  ];
  for (const [index, body] of taken.entries()) {
    const { status, text } = await startClaim(service, body, `203.0.113.${10 + index}`);
    assert.equal(status, 200, text);
  }
  const refused: readonly [body: object, field: string, message: RegExp][] = [
    [{ amount_usd: 20 }, 'amount_usd', /one of 10, 25, 50, 100/],
    [{ amount_usd: '10' }, 'amount_usd', /one of/],
    [{ plan: 'free' }, 'plan', /one of pro, max/],
    [{ plan: 'max', interval: 'week' }, 'interval', /one of month, year/],
    [{ interval: 'year' }, 'interval', /name the plan/],
    [{ plan: 'pro', interval: 'year' }, 'interval', /must be month/],
    [{ plan: 'max', amount_usd: 10 }, 'plan', /not both/],
    [{ client_name: 'x'.repeat(81) }, 'client_name', /at most 80/],
    [{ client_name: 7 }, 'client_name', /string/],
    [{ client_name: 'app\u202eppa' }, 'client_name', /control or direction characters/],
    [{ client_name: 'a\nb' }, 'client_name', /control or direction characters/],
    [{ client_name: 'a\u001b[2Jb' }, 'client_name', /control or direction characters/],
    [{ ammount_usd: 10 }, 'ammount_usd', /did you mean amount_usd/],
  ];
  for (const [body, field, message] of refused)
    assertInvalid(await startClaim(service, body), field, message);
});

test('an open claim is pending; polled too fast it is 429, and the interval grows by 5 each time', async () => {
  verifies('DEC-CLAIM-06', 'DEC-CLAIM-10', 'V1-ERROR-21');
  const { body: claim } = await startClaim(service);
  assert.deepEqual((await pollClaim(claim)).body, {
    status: 'pending',
    interval: 5,
    expires_in: 900,
  });
  clock.advance(5 * SECOND_MS);
  assert.deepEqual((await pollClaim(claim)).body, {
    status: 'pending',
    interval: 5,
    expires_in: 895,
  });
  for (const interval of [10, 15]) {
    clock.advance(4 * SECOND_MS);
    const { status, body, headers } = await pollClaim(claim);
    assert.equal(status, 429);
    assert.equal(body.code, 'rate_limited');
    assert.equal(headers.get('retry-after'), String(interval));
  }
  clock.advance(15 * SECOND_MS);
  const { body, headers } = await pollClaim(claim);
  assert.equal(body.interval, 15);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
});

test('an approved claim is ready exactly once, then claimed', async () => {
  verifies('V1-ENDPOINT-13', 'DEC-CLAIM-07', 'DEC-CLAIM-08', 'V1-AUTH-10');
  const account = await service.account(830);
  const { body: claim } = await startClaim(service);
  await pollClaim(claim);
  assert.ok(await decide(service, clock, claim, account.id));
  const { body } = await pollClaim(claim);
  assert.deepEqual(
    { ...body, api_key: '', key_prefix: '' },
    {
      status: 'ready',
      api_key: '',
      key_prefix: '',
      balance_cents: 830,
    },
  );
  assert.deepEqual((await pollClaim(claim)).body, { status: 'claimed' });
  assert.equal((await account.get('/v1/usage', { 'x-api-key': body.api_key })).status, 200);
});

test('a claim replaces the key of terminals, with its settings, and no other key', async () => {
  verifies('V1-AUTH-10', 'DEC-KEYS-10');
  const account = await service.account(830);
  const claimKey = async (request: object): Promise<string> => {
    const { body: claim } = await startClaim(service, request);
    await decide(service, clock, claim, account.id);
    return (await pollClaim(claim)).body.api_key;
  };
  const first = await claimKey({ client_name: 'laptop' });
  await service.database.query(
    `update api_keys set scopes = '{read}', cap_cents = 100 where account_id = $1 and kind = 'terminal'`,
    [account.id],
  );
  const second = await claimKey({ client_name: 'desktop' });
  const usage = async (key: string) => (await account.get('/v1/usage', { 'x-api-key': key })).status;
  assert.deepEqual(await Promise.all([account.key, first, second].map(usage)), [200, 401, 200]);
  const keys = await service.database.query(
    `select name, scopes, cap_cents as cents from api_keys where account_id = $1 and revoked_at is null
     order by created_at, kind`,
    [account.id],
  );
  assert.deepEqual(keys, [
    { name: 'Account key', scopes: ['generate', 'read', 'manage'], cents: null },
    { name: 'desktop', scopes: ['read'], cents: 100 },
  ]);
});

test('two concurrent polls of one approved code: one gets the key', async () => {
  verifies('DEC-CLAIM-07');
  const { id } = await service.account();
  const codes = Array.from({ length: RACE_ROUNDS }, (_, round) => `${String(round).padStart(42, '0')}x`);
  await service.database.query(
    `insert into key_claims (id, code_hash, user_code, network, amount_usd, created_at, expires_at, account_id, approved_at)
     select gen_random_uuid(), hash, 'race ' || n, '203.0.113.1', 10, $2, $3, $4, $2
     from unnest($1::bytea[]) with ordinality as t (hash, n)`,
    [codes.map(sha256), clock.now(), new Date(clock.now().getTime() + 900_000), id],
  );
  const poll = async (code: string) => {
    const dependencies = { database: service.database, balanceCents: async () => 0 };
    const polled = await pollCode(dependencies, code, clock.now());
    return polled.ok ? polled.value.status : polled.problem.code;
  };
  for (const [round, code] of codes.entries()) {
    const answers = await Promise.all([poll(code), poll(code)]);
    assert.deepEqual(answers.toSorted(), ['claimed', 'ready'], `round ${round}`);
  }
});

test('a claim expires after 15 minutes, decided or not, and can then no longer be approved', async () => {
  verifies('DEC-CLAIM-08');
  const account = await service.account();
  const { body: undecided } = await startClaim(service);
  const { body: approved } = await startClaim(service);
  assert.ok(await decide(service, clock, approved, account.id));
  clock.advance(900 * SECOND_MS);
  assert.deepEqual((await pollClaim(undecided)).body, { status: 'expired' });
  assert.deepEqual((await pollClaim(approved)).body, { status: 'expired' });
  assert.equal(await decide(service, clock, undecided, account.id), false);
  assert.equal((await account.get('/v1/usage')).status, 200, 'no key was replaced');
});

test('a decision is final: neither the same account nor another can change it', async () => {
  verifies('DEC-CLAIM-08');
  const [ann, bo] = [await service.account(), await service.account()];
  const { body: claim } = await startClaim(service);
  const decisions = await Promise.all([
    decide(service, clock, claim, ann.id, 'denied'),
    decide(service, clock, claim, bo.id),
  ]);
  assert.equal(decisions.filter(Boolean).length, 1);
  assert.equal(await decide(service, clock, claim, ann.id), false);
  const { body } = await pollClaim(claim);
  assert.equal(body.status, decisions[0] ? 'denied' : 'ready');
});

test('an unknown code is 404 in any format', async () => {
  verifies('DEC-CLAIM-09');
  for (const code of ['x', 'a'.repeat(43), newId(), 'BCDFGHJK', '%00', 'a'.repeat(3000)]) {
    const { status, body, text } = await pollClaim({ claim_url: `${service.url}/api/v1/pay/claim/${code}` });
    assert.equal(status, 404, code);
    assert.equal(body.code, 'not_found');
    assert.ok(!text.includes(code) || code === 'x', 'the code, which may be a secret, is not repeated');
  }
});

test('of 20 claims at once from one network five open, and a sixth when one has ended', async () => {
  verifies('V1-ERROR-20', 'V1-ERROR-21');
  const answers = await Promise.all(Array.from({ length: 20 }, () => startClaim(service, {}, '2001:db8::1')));
  assert.equal(answers.filter(({ status }) => status === 200).length, 5);
  const refusal = answers.find(({ status }) => status === 429);
  assert.equal(refusal?.body.code, 'claims_per_client_limit');
  assert.equal(refusal?.headers.get('retry-after'), '900');
  assert.equal((await startClaim(service, {}, '2001:db8::ffff:2')).status, 429, 'the same /64 network');
  assert.equal((await startClaim(service, {}, '2001:db8:0:1::1')).status, 200, 'another network');
  const account = await service.account();
  const open = answers.find(({ status }) => status === 200)?.body;
  assert.ok(await decide(service, clock, open, account.id, 'denied'));
  assert.equal((await startClaim(service, {}, '2001:db8::1')).status, 200);
  clock.advance(900 * SECOND_MS);
  assert.equal((await startClaim(service, {}, '2001:db8::1')).status, 200);
});

test('the 1,001st open claim is refused with 503 while somebody attends each of the others', async () => {
  verifies('DEC-CLAIM-14');
  const { id } = await service.account();
  await service.database.query(
    `insert into key_claims (id, code_hash, user_code, network, amount_usd, created_at, expires_at, attended_by, attended_at)
     select gen_random_uuid(), sha256(n::text::bytea), 'full ' || n, 'network ' || n, 10, $1, $2, $3, $1
     from generate_series(1, 1000) as n`,
    [clock.now(), new Date(clock.now().getTime() + 60_000), id],
  );
  const { status, body, headers } = await startClaim(service, {}, '203.0.113.8');
  assert.equal(status, 503);
  assert.equal(body.code, 'claims_busy');
  assert.equal(headers.get('retry-after'), '60');
  clock.advance(60 * SECOND_MS);
  assert.equal((await startClaim(service, {}, '203.0.113.8')).status, 200);
});

test('a library default as User-Agent is refused here too', async () => {
  verifies('V1-AUTH-04');
  const { status, body } = await send(`${service.url}/v1/pay/start`, {
    method: 'POST',
    headers: { 'user-agent': 'python-requests/2.31.0', 'content-type': 'application/json' },
    body: '{}',
  });
  assert.deepEqual([status, body.code], [403, 'user_agent_refused']);
});
