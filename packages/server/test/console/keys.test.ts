import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createAuthenticateKey } from '../../src/access/authenticate-key.ts';
import { createKeyUses } from '../../src/access/key-uses.ts';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { readAccountStates } from '../../src/admit/accept/account-state.ts';
import { openDatabase } from '../../src/db/database.ts';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { ageSessions, type ConsoleCaller, newCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { catalogue } from '../support/default-catalogue.ts';
import { UNLIMITED } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { type Answer, send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2027-03-14T12:00:00Z');
const IMAGE_CENTS = 5;

let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

/** A call of the API with a key. */
function withKey(key: string, method: string, path: string, body?: unknown): Promise<Answer> {
  return send(service.url + path, {
    method,
    headers: {
      'x-api-key': key,
      authorization: `Bearer ${key}`,
      'user-agent': TEST_USER_AGENT,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const image = (key: string) => withKey(key, 'POST', '/v1/images/generate', { prompt: 'a pear' });
const statusWith = async (key: string) => (await withKey(key, 'GET', '/v1/usage')).status;
const owner = async () => {
  const person = await newCaller(service, undefined, { balanceCents: 10_000, at: clock.now() });
  await setLimits(service.database, person.accountId, UNLIMITED);
  return person;
};

async function create(person: ConsoleCaller, settings: object = {}): Promise<{ id: string; secret: string }> {
  const { status, body, text } = await person.call('POST', '/keys', { name: 'a key', ...settings });
  assert.equal(status, 201, text);
  return { id: body.key.id, secret: body.secret };
}

const eventsOf = async ({ accountId }: ConsoleCaller) =>
  (
    await service.database.query<{ event: string }>(
      `select kind || ' ' || details::text as event from security_events where account_id = $1 and kind like 'key%'
       order by id`,
      [accountId],
    )
  ).map(({ event }) => event);

describe('an account has several keys', () => {
  test('each shown once, up to 25, listed by its prefix alone', async () => {
    verifies('DEC-KEYS-01', 'DEC-KEYS-02', 'DEC-KEYS-09');
    const person = await owner();
    const [one, two] = [
      await create(person, { name: 'laptop' }),
      await create(person, { name: 'build server' }),
    ];
    assert.deepEqual([await statusWith(one.secret), await statusWith(two.secret)], [200, 200]);
    const listed = await person.call('GET', '/keys');
    assert.deepEqual(
      listed.body.keys.map((key: { name: string; scopes: string[] }) => [key.name, key.scopes.join(' ')]),
      [
        ['build server', 'generate read manage'],
        ['laptop', 'generate read manage'],
      ],
    );
    const [row] = await service.database.query<{ dump: string }>(
      `select json_agg(api_keys)::text || (select json_agg(security_events)::text from security_events) as dump
       from api_keys`,
    );
    for (const { secret } of [one, two]) {
      assert.doesNotMatch(listed.text + row?.dump, new RegExp(secret.slice(12)));
    }
    for (let more = 2; more < 25; more++) await create(person);
    const beyond = await person.call('POST', '/keys', { name: 'one too many' });
    assert.deepEqual([beyond.status, beyond.body.code], [400, 'invalid_request']);
    assert.match(beyond.body.error, /25 keys/);
    assert.equal((await person.call('DELETE', `/keys/${one.id}`)).status, 200);
    assert.equal(await statusWith(one.secret), 401);
    await create(person);
    assert.equal((await eventsOf(person)).length, 27);
  });

  test('whose fields are checked, and which other accounts cannot reach', async () => {
    verifies('DEC-KEYS-12');
    const [person, stranger] = [await owner(), await owner()];
    const { id, secret } = await create(person);
    for (const [body, path] of [
      [{ name: '' }, 'name'],
      [{ name: 'x\u202ey' }, 'name'],
      [{ name: 'x', scopes: [] }, 'scopes'],
      [{ name: 'x', scopes: ['everything'] }, 'scopes.0'],
      [{ name: 'x', expires_at: '2027-03-14T11:59:59Z' }, 'expires_at'],
      [{ name: 'x', cap_cents: 0 }, 'cap_cents'],
    ] as const) {
      const { status, body: answer } = await person.call('POST', '/keys', body);
      assert.deepEqual([status, answer.issues[0].path], [400, path]);
    }
    for (const one of [id, 'nonsense']) {
      for (const [method, path, body] of [
        ['POST', `/keys/${one}/rotate`, {}],
        ['POST', `/keys/${one}/end-overlap`, {}],
        ['PATCH', `/keys/${one}`, { name: 'mine' }],
        ['DELETE', `/keys/${one}`, undefined],
      ] as const) {
        const { status, text } = await stranger.call(method, path, body);
        assert.equal(status, 404, path);
        assert.equal(text, '{"error":"There is no such key, or it is not yours.","code":"not_found"}');
      }
    }
    assert.equal((await fetch(`${service.url}/api/console/keys`)).status, 401);
    assert.equal(await statusWith(secret), 200);
  });

  test('each with its scopes', async () => {
    verifies('DEC-KEYS-03');
    const person = await owner();
    const { secret: all } = await create(person);
    const { body: job } = await image(all);
    const calls = [
      ['generate', 'POST', '/v1/images/generate', { prompt: 'a pear' }],
      ['generate', 'POST', '/v1/videos/quote', { prompt: 'a pear' }],
      ['generate', 'POST', '/openai/v1/videos', { prompt: 'a pear', size: '1280x720' }],
      ['read', 'GET', `/v1/jobs/${job.job_id}`, undefined],
      ['read', 'GET', '/v1/me/balance', undefined],
      ['read', 'GET', '/openai/v1/videos', undefined],
      ['manage', 'POST', '/v1/me/overage/toggle', { enabled: false }],
      ['manage', 'POST', '/v1/me/balance/auto-recharge', { enabled: false }],
      ['manage', 'GET', '/v1/me/webhooks', undefined],
      ['manage', 'DELETE', `/v1/jobs/${job.job_id}`, undefined],
    ] as const;
    for (const scope of ['generate', 'read', 'manage']) {
      const { secret } = await create(person, { scopes: [scope] });
      for (const [needed, method, path, body] of calls) {
        const answer = await withKey(secret, method, path, body);
        if (needed === scope) assert.ok(answer.status < 300, `${scope} ${path} ${answer.text}`);
        else {
          const problem = path.startsWith('/openai') ? answer.body.error : answer.body;
          assert.deepEqual([answer.status, problem.code], [403, 'scope_required'], `${scope} ${path}`);
          assert.equal(problem.required_scope, needed);
        }
      }
    }
  });
});

describe('a key ends', () => {
  test('at its expiry, on every node', async () => {
    verifies('DEC-KEYS-04');
    const other = openDatabase({ connectionString: service.connectionString, onError: () => {} });
    const node = createAuthenticateKey(other, clock);
    const passes = async (key: string) => (await node(key, '203.0.113.1')).ok;
    const person = await owner();
    const expires_at = new Date(clock.now().getTime() + HOUR_MS).toISOString();
    const { id, secret } = await create(person, { expires_at });
    clock.advance(HOUR_MS - 1);
    assert.deepEqual([await statusWith(secret), await passes(secret)], [200, true]);
    clock.advance(1);
    assert.deepEqual([await statusWith(secret), await passes(secret)], [401, false]);
    const again = await person.call('POST', `/keys/${id}/rotate`, {});
    assert.equal(again.body.issues[0].path, 'expires_at');
    const rotated = await person.call('POST', `/keys/${id}/rotate`, { expires_at: null });
    assert.equal(await statusWith(rotated.body.secret), 200);
    assert.equal(await passes(secret), false);
    await other.close();
  });

  test('when it is rotated, at once or after the overlap that the owner chooses', async () => {
    verifies('DEC-KEYS-05', 'DEC-KEYS-09');
    const person = await owner();
    const { id, secret: first } = await create(person, { name: 'ci', scopes: ['read'] });
    const rotate = async (body: object): Promise<string> =>
      (await person.call('POST', `/keys/${id}/rotate`, body)).body.secret;
    const second = await rotate({});
    assert.deepEqual([await statusWith(first), await statusWith(second)], [401, 200]);

    const third = await rotate({ overlap_seconds: 3600 });
    const [key] = (await person.call('GET', '/keys')).body.keys;
    assert.deepEqual([key.id, key.name, key.scopes.join(), key.previous.length], [id, 'ci', 'read', 1]);
    assert.equal(key.previous[0].works_until, new Date(clock.now().getTime() + HOUR_MS).toISOString());
    clock.advance(HOUR_MS - 1);
    assert.deepEqual([await statusWith(second), await statusWith(third)], [200, 200]);
    clock.advance(1);
    assert.deepEqual([await statusWith(second), await statusWith(third)], [401, 200]);

    const fourth = await rotate({ overlap_seconds: 604_800 });
    assert.equal((await person.call('POST', `/keys/${id}/end-overlap`, {})).body.keys[0].previous.length, 0);
    assert.deepEqual([await statusWith(third), await statusWith(fourth)], [401, 200]);

    const fifth = await rotate({ overlap_seconds: 86_400 });
    const last = await rotate({});
    assert.deepEqual(await Promise.all([fourth, fifth, last].map(statusWith)), [401, 401, 200]);
    assert.equal((await person.call('POST', `/keys/${id}/rotate`, { overlap_seconds: 60 })).status, 400);
    const events = await eventsOf(person);
    assert.equal(events.filter((event) => event.startsWith('key_issued')).length, 6);
    assert.match(events[2] ?? '', /"overlap_seconds": 3600/);
  });

  test('at its own expiry, whatever is changed about the one after it', async () => {
    verifies('DEC-KEYS-05');
    const person = await owner();
    const expires_at = new Date(clock.now().getTime() + 60_000).toISOString();
    const { id, secret: first } = await create(person, { expires_at });
    const rotated = await person.call('POST', `/keys/${id}/rotate`, {
      overlap_seconds: 3600,
      expires_at: null,
    });
    assert.equal(rotated.body.key.previous[0].works_until, expires_at);
    assert.equal(await statusWith(first), 200);
    clock.advance(60_000);
    assert.equal(await statusWith(first), 401);
    const renamed = await person.call('PATCH', `/keys/${id}`, { name: 'renamed' });
    assert.equal(renamed.status, 200, renamed.text);
    assert.deepEqual([await statusWith(first), await statusWith(rotated.body.secret)], [401, 200]);

    const sooner = new Date(clock.now().getTime() + 60_000).toISOString();
    await person.call('POST', `/keys/${id}/rotate`, { overlap_seconds: 3600 });
    const narrowed = keyOf(await person.call('PATCH', `/keys/${id}`, { expires_at: sooner }), id);
    assert.deepEqual([narrowed.expires_at, narrowed.previous[0].works_until], [sooner, sooner]);
  });
});

describe('a cap of a key', () => {
  test('admits exactly what fits, at the same moment too, and leaves other keys alone', async () => {
    verifies('DEC-KEYS-06');
    const person = await owner();
    const { id, secret } = await create(person, { cap_cents: 4 * IMAGE_CENTS + 1 });
    const { secret: free } = await create(person);
    const racing = await Promise.all(Array.from({ length: 12 }, () => image(secret)));
    assert.equal(racing.filter(({ status }) => status === 200).length, 4);
    const refused = racing.find(({ status }) => status === 429);
    assert.deepEqual(
      [refused?.body.code, refused?.body.key_cap_cents, refused?.body.key_spent_cents],
      ['key_cap_reached', 21, 20],
    );
    const toNextMonth = (Date.parse('2027-04-01T00:00:00Z') - clock.now().getTime()) / 1000;
    assert.equal(Number(refused?.headers.get('retry-after')), Math.ceil(toNextMonth));
    const quoted = await withKey(secret, 'POST', '/v1/images/quote', { prompt: 'a pear' });
    assert.equal(quoted.body.code, 'key_cap_reached');
    assert.equal((await image(free)).status, 200);

    const raised = await person.call('PATCH', `/keys/${id}`, { cap_cents: 1000 });
    assert.deepEqual([raised.status, keyOf(raised, id).spent_cents], [200, 20]);
    assert.equal((await image(secret)).status, 200);
    await assertAudit();
  });

  test('counts what is reversed back, goes on at a rotation, and starts anew with the month', async () => {
    verifies('DEC-KEYS-07');
    clock.set('2027-03-31T23:00:00Z');
    const person = await owner();
    const { id, secret } = await create(person, { cap_cents: 2 * IMAGE_CENTS });
    const first = await image(secret);
    const second = await image(secret);
    assert.equal((await image(secret)).body.code, 'key_cap_reached');
    assert.equal((await withKey(secret, 'DELETE', `/v1/jobs/${first.body.job_id}`)).status, 204);
    const listed = await person.call('GET', '/keys');
    assert.equal(keyOf(listed, id).spent_cents, IMAGE_CENTS);

    const rotated = (await person.call('POST', `/keys/${id}/rotate`, { overlap_seconds: 86_400 })).body
      .secret;
    assert.equal((await image(secret)).status, 200, 'the previous key shares the cap');
    assert.equal((await image(rotated)).body.code, 'key_cap_reached');

    clock.set('2027-04-01T00:00:00Z');
    const april = await image(rotated);
    assert.equal(april.status, 200);
    // A charge of March leaves the sum of April as it is.
    await withKey(rotated, 'DELETE', `/v1/jobs/${second.body.job_id}`);
    assert.equal(keyOf(await person.call('GET', '/keys'), id).spent_cents, IMAGE_CENTS);
    await assertAudit();
  });

  test('holds for an order that the key authenticated before it was revoked, and is not read for days', async () => {
    verifies('DEC-KEYS-06');
    const person = await owner();
    const { id } = await create(person, { cap_cents: 500 });
    assert.equal((await person.call('DELETE', `/keys/${id}`)).status, 200);
    const capped = async (at: Date) => {
      const query = { accountId: person.accountId, interface: 'v1', key: null } as const;
      const { keyCaps } = await readAccountStates(service.database, [query], at, catalogue);
      return keyCaps.get(person.accountId);
    };
    const now = clock.now();
    assert.deepEqual(await capped(now), { [id]: { capCents: 500, spentCents: 0 } });
    assert.deepEqual(await capped(new Date(now.getTime() + 48 * HOUR_MS)), {});
  });
});

test('100 keys may be issued in a day, new and rotated', async () => {
  verifies('DEC-KEYS-13');
  const person = await owner();
  const { id } = await create(person);
  for (let issued = 1; issued < 100; issued++) {
    assert.equal((await person.call('POST', `/keys/${id}/rotate`, {})).status, 200);
  }
  for (const path of ['/keys', `/keys/${id}/rotate`]) {
    const { status, body, headers } = await person.call('POST', path, path === '/keys' ? { name: 'x' } : {});
    assert.deepEqual([status, body.code], [429, 'rate_limited'], path);
    assert.match(body.error, /create and rotate 100 keys within a day/);
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  assert.equal((await person.call('DELETE', `/keys/${id}`)).status, 200);
});

test('a session older than an hour may only make a key do less', async () => {
  verifies('DEC-KEYS-08', 'DEC-KEYS-09');
  const person = await owner();
  const expires_at = '2027-06-01T00:00:00.000Z';
  const { id } = await create(person, { cap_cents: 500, scopes: ['read', 'generate'], expires_at });
  await ageSessions(service, person.accountId, 2);
  for (const [method, path, body] of [
    ['POST', '/keys', { name: 'another' }],
    ['POST', `/keys/${id}/rotate`, {}],
    ['PATCH', `/keys/${id}`, { cap_cents: 501 }],
    ['PATCH', `/keys/${id}`, { cap_cents: null }],
    ['PATCH', `/keys/${id}`, { scopes: ['read', 'manage'] }],
    ['PATCH', `/keys/${id}`, { expires_at: null }],
    ['PATCH', `/keys/${id}`, { expires_at: '2027-06-02T00:00:00Z' }],
  ] as const) {
    const { status, body: answer } = await person.call(method, path, body);
    assert.deepEqual([status, answer.code], [403, 'recent_sign_in_required'], JSON.stringify(body));
  }
  const less = { name: 'less', cap_cents: 499, scopes: ['read'], expires_at: '2027-05-01T00:00:00.000Z' };
  const changed = await person.call('PATCH', `/keys/${id}`, less);
  const { name, cap_cents, scopes, expires_at: until } = keyOf(changed, id);
  assert.deepEqual({ name, cap_cents, scopes, expires_at: until }, less);
  assert.equal((await person.call('DELETE', `/keys/${id}`)).status, 200);
  const events = await eventsOf(person);
  assert.deepEqual(
    events.map((event) => event.split(' ')[0]),
    ['key_issued', 'key_changed', 'key_revoked'],
  );
  assert.match(events[1] ?? '', /"cap_cents": 499/);
});

test('the last use of a key is noted at most once a minute', async () => {
  verifies('DEC-KEYS-11');
  const { id, key } = await service.account();
  const { database } = service;
  const at = (second: number) => new Date(Date.UTC(2027, 0, 1, 0, 0, second));
  const read = async () => {
    const [row] = await database.query<{ rowId: string; lastUsedAt: Date | null }>(
      `select id as "rowId", last_used_at as "lastUsedAt" from api_keys where account_id = $1`,
      [id],
    );
    assert.ok(row !== undefined);
    return row;
  };
  const use = async (second: number) => {
    const uses = createKeyUses(database, (error) => assert.fail(String(error)));
    uses.note(await read(), at(second));
    await uses.stop();
    return (await read()).lastUsedAt?.getTime();
  };
  assert.equal(await use(0), at(0).getTime());
  assert.equal(await use(59), at(0).getTime());
  assert.equal(await use(60), at(60).getTime());
  // The server notes a use too, in its own time.
  await statusWith(key);
  const now = clock.now().getTime();
  await until(async () => (await read()).lastUsedAt?.getTime() === now);
});

const keyOf = ({ body }: Answer, id: string) => body.keys.find((key: { id: string }) => key.id === id);

async function assertAudit(): Promise<void> {
  const findings = await auditLedger(service.database);
  assert.deepEqual(
    findings.flatMap(({ violations }) => violations),
    [],
  );
  assert.ok(findings.some(({ rule, checked }) => rule.includes('capped key') && checked > 0));
}
