import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import type { ConsoleCaller } from '../support/console-caller.ts';
import { callsWith, jobCaller } from '../support/job-api.ts';
import { operatorCaller } from '../support/operator.ts';
import { signUp } from '../support/signed-in.ts';
import { type Answer, send, startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let operator: ConsoleCaller;
before(async () => {
  service = await startTestApp();
  operator = await operatorCaller(service, 'boss@example.com');
});
after(async () => {
  for (const { rule, violations } of await auditLedger(service.database)) {
    assert.deepEqual(violations, [], rule);
  }
  await service.stop();
});

const reason = 'they asked for it';
const balanceOf = async (id: string): Promise<number> =>
  (await operator.get(`/accounts/${id}`)).body.balance_cents;

async function lastEvents(kind: string): Promise<Answer['body'][]> {
  return (await operator.get(`/log?kind=${kind}`)).body.events;
}

test('a credit is one transaction of the ledger, once for each id, however often it is sent', async () => {
  verifies('DEC-OPERATOR-03');
  const { id } = await service.account(1_000);
  const credit = { credit_id: randomUUID(), amount_cents: 250, reason };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => operator.post(`/accounts/${id}/credit`, credit)),
  );
  for (const { status, body, text } of answers) {
    assert.equal(status, 200, text);
    assert.deepEqual(body, { purchase_id: credit.credit_id, balance_cents: 1_250 });
  }
  const other = await service.account(0);
  for (const [to, body] of [
    [id, { ...credit, amount_cents: 300 }],
    [other.id, credit],
  ] as const) {
    const refused = await operator.post(`/accounts/${to}/credit`, body);
    assert.deepEqual([refused.status, refused.body.code], [409, 'idempotency_conflict']);
  }
  const { transactions } = (await operator.get(`/accounts/${id}/ledger`)).body;
  assert.equal(transactions.length, 2);
  assert.deepEqual(transactions[0].postings, [
    { source: 'operator_grant', destination: 'prepaid', amount_cents: 250 },
  ]);
  const events = await lastEvents('credit_granted');
  assert.equal(events.length, 1);
  assert.deepEqual(
    [
      events[0].account_id,
      events[0].operator_email,
      events[0].details.reason,
      events[0].details.amount_cents,
    ],
    [id, 'boss@example.com', reason, 250],
  );
  for (const amount of [0, -5, 1.5, 10_000_001, '5']) {
    const body = { credit_id: randomUUID(), amount_cents: amount, reason };
    const refused = await operator.post(`/accounts/${id}/credit`, body);
    assert.equal(refused.body.issues?.[0]?.path, 'amount_cents', refused.text);
  }
  assert.equal(await balanceOf(id), 1_250);
});

test('a grant is spent first and expires; it is no payment, and the same one is granted once', async () => {
  verifies('DEC-GRANT-05', 'DEC-GRANT-09', 'DEC-GRANT-10');
  const customer = await service.account(0);
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const credit = { credit_id: randomUUID(), amount_cents: 250, grant: { expires_at }, reason };
  const send = (body: object) => operator.post(`/accounts/${customer.id}/credit`, body);
  for (const { status, body, text } of await Promise.all([send(credit), send(credit), send(credit)])) {
    assert.deepEqual([status, body.balance_cents], [200, 250], text);
  }
  for (const other of [{ grant: undefined }, { grant: { expires_at: null } }, { amount_cents: 1 }]) {
    const refused = await send({ ...credit, ...other });
    assert.deepEqual([refused.status, refused.body.code], [409, 'idempotency_conflict']);
  }
  for (const time of ['2020-01-01T00:00:00Z', 'tomorrow', '2990-01-01', 5]) {
    const refused = await send({ ...credit, credit_id: randomUUID(), grant: { expires_at: time } });
    assert.equal(refused.body.issues?.[0]?.path, 'grant.expires_at', refused.text);
  }
  const { body } = await customer.get('/v1/me/balance');
  assert.deepEqual(
    [body.purchases[0].source, body.purchases[0].expires_at, body.purchases.length],
    ['grant', expires_at, 1],
  );
  const detail = (await operator.get(`/accounts/${customer.id}`)).body;
  assert.deepEqual([detail.balance_cents, detail.granted_cents], [250, 250]);
  assert.equal((await customer.get('/v1/me/overage')).body.raises_at, null, 'nothing was paid');
  const [event, ...more] = await lastEvents('balance_granted');
  assert.deepEqual(
    [event.account_id, event.details.amount_cents, event.details.expires_at, event.details.reason, more],
    [customer.id, 250, expires_at, reason, []],
  );
  await service.database.query('update accounts set deleted_at = now() where id = $1', [customer.id]);
  const closed = await send({ ...credit, credit_id: randomUUID() });
  assert.deepEqual([closed.status, closed.body.code], [409, 'changed_meanwhile']);
  await service.database.query('update accounts set deleted_at = null where id = $1', [customer.id]);
});

test('a code is created, listed and ended in the console, each with its reason', async () => {
  verifies('DEC-CODE-01');
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const code = { amount_cents: 300, uses: 2, expires_at, grant_days: 30, reason };
  const create = (more: object) => operator.post('/codes', { ...code, ...more });
  const drawn = await create({});
  assert.match(drawn.body.code, /^(\w{4}-){2}\w{4}$/, drawn.text);
  assert.equal((await create({ code: 'gift-2031' })).body.code, 'GIFT-2031');
  for (const [more, path] of [
    [{ code: 'GIFT2031' }, 'code'],
    [{ code: 'a--b--c--d' }, 'code'],
    [{ uses: 0 }, 'uses'],
    [{ amount_cents: 0 }, 'amount_cents'],
    [{ grant_days: 0 }, 'grant_days'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ reason: '' }, 'reason'],
  ] as const) {
    const refused = await create(more);
    assert.equal(refused.body.issues?.[0]?.path, path, refused.text);
  }
  assert.equal((await operator.post('/codes/end', { code: 'GIFT-2031', reason })).status, 200);
  const gone = await operator.post('/codes/end', { code: 'NO-SUCH', reason });
  assert.deepEqual([gone.status, gone.body.code], [409, 'changed_meanwhile']);
  const { codes } = (await operator.get('/codes')).body;
  assert.deepEqual(
    codes.map((one: Answer['body']) => [one.code, one.used, one.uses, one.expires_at, one.ended_at === null]),
    [
      ['GIFT-2031', 0, 2, expires_at, false],
      [drawn.body.code, 0, 2, expires_at, true],
    ],
  );
  const [[created], [ended]] = [await lastEvents('code_created'), await lastEvents('code_ended')];
  assert.deepEqual([created.details.grant_code, created.details.reason], ['GIFT-2031', reason]);
  assert.deepEqual([ended.details.grant_code, ended.operator_email], ['GIFT-2031', 'boss@example.com']);
});

test('the ledger of an account is read in pages, each transaction once', async () => {
  verifies('DEC-OPERATOR-04');
  const { id } = await service.account(0);
  for (let cents = 1; cents <= 5; cents++) {
    await operator.post(`/accounts/${id}/credit`, { credit_id: randomUUID(), amount_cents: cents, reason });
  }
  const amounts: number[] = [];
  let cursor = '';
  do {
    const { body } = await operator.get(`/accounts/${id}/ledger?limit=2${cursor}`);
    for (const { postings } of body.transactions) amounts.push(postings[0].amount_cents);
    cursor = body.next_cursor === undefined ? '' : `&cursor=${body.next_cursor}`;
  } while (cursor !== '');
  assert.deepEqual(amounts, [5, 4, 3, 2, 1]);
});

test('a banned account is refused at once by key, token, session and password, until the ban is lifted', async () => {
  verifies('DEC-OPERATOR-05');
  const caller = await jobCaller(service, 'pro');
  const [{ email }] = (await service.database.query<{ email: string }>(
    'select email from accounts where id = $1',
    [caller.accountId],
  )) as [{ email: string }];
  const customer = await service.account();
  const person = await signUp(service, 'cy@example.com');
  const signIn = (address: string) =>
    send(`${service.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.url },
      body: JSON.stringify({ email: address, password: 'correct horse battery' }),
    });
  const bearer = { authorization: `Bearer ${caller.token}` };
  const calls = {
    key: () => customer.get('/v1/me/balance'),
    generate: () => customer.post('/v1/images/generate', { prompt: 'a lighthouse' }),
    token: () => send(`${service.url}/api/me`, { headers: bearer }),
    order: () =>
      callsWith(service, caller.token).generate({ type: 'image', prompt: 'x', age_verified: true }),
    password: () => signIn(email),
  };
  const ban = (id: string, banned: boolean) => operator.post(`/accounts/${id}/ban`, { banned, reason });
  for (const id of [caller.accountId, customer.id, person.accountId]) {
    assert.equal((await ban(id, true)).status, 200);
  }
  for (const [name, call] of Object.entries(calls)) {
    const { status, text, body } = await call();
    assert.equal(status, 403, `${name}: ${text}`);
    assert.match(body.error, /closed by the operator/, name);
    assert.ok(!text.includes(reason), 'the reason is for operators');
  }
  const session = await send(`${service.url}/api/console/session`, { headers: person.headers });
  assert.deepEqual(session.body, { signed_in: false });
  const token = await send(`${service.url}/api/auth/token`, { headers: person.headers });
  assert.equal(token.status, 401);
  const page = await person.submit('/signin', {
    mode: 'in',
    email: 'cy@example.com',
    password: 'correct horse battery',
  });
  assert.match(await page.text(), /closed by the operator/);

  const detail = (await operator.get(`/accounts/${customer.id}`)).body;
  assert.deepEqual([detail.banned, detail.ban.reason], [true, reason]);
  assert.ok((await operator.get('/accounts?only=banned')).body.accounts.length === 3);
  assert.equal((await ban(customer.id, true)).status, 200);
  assert.equal((await lastEvents('account_banned')).length, 3, 'a ban that exists is not made again');

  for (const id of [caller.accountId, customer.id]) assert.equal((await ban(id, false)).status, 200);
  for (const [name, call] of Object.entries(calls)) {
    const { status, text } = await call();
    // The ban has ended the session of the token.
    const expected = name === 'token' || name === 'order' ? 401 : 200;
    assert.equal(status, expected, `${name}: ${text}`);
  }
  const answer = await ban(operator.accountId, true);
  assert.match(answer.body.error, /yourself/);
});

test('a ban stops a sign-in and an order that began before it', async () => {
  verifies('DEC-OPERATOR-05');
  const { accountId, headers } = await signUp(service, 'late@example.com');
  const [{ token }] = (await service.database.query<{ token: string }>(
    'select token from auth_sessions where user_id = $1',
    [accountId],
  )) as [{ token: string }];
  await operator.post(`/accounts/${accountId}/ban`, { banned: true, reason });
  // A session that was being written while the ban deleted those that were there.
  await service.database.query(
    `insert into auth_sessions (id, user_id, token, expires_at, created_at, updated_at)
     values ($1, $2, $3, now() + interval '1 day', now(), now())`,
    [randomUUID(), accountId, token],
  );
  const session = await send(`${service.url}/api/console/session`, { headers });
  assert.deepEqual(session.body, { signed_in: false });
});

test('a review pauses payments and ends, each with its reason in the log', async () => {
  verifies('DEC-OPERATOR-02');
  const customer = await service.account();
  const review = (in_review: boolean) =>
    operator.post(`/accounts/${customer.id}/review`, { in_review, reason: `set to ${in_review}` });
  await review(true);
  const refused = await customer.post('/v1/images/generate', { prompt: 'a lighthouse' });
  assert.deepEqual([refused.status, refused.body.code], [403, 'account_review_required']);
  assert.equal((await operator.get('/accounts?only=in_review')).body.accounts[0].id, customer.id);
  await review(false);
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'a lighthouse' })).status, 200);
  const { events } = (await operator.get(`/log?account=${customer.id}`)).body;
  const reviews = events.filter(({ kind }: { kind: string }) => kind.startsWith('account_review'));
  assert.deepEqual(
    reviews.map(({ kind, details }: { kind: string; details: object }) => [kind, details]),
    [
      ['account_review_ended', { reason: 'set to false' }],
      ['account_review_started', { reason: 'set to true' }],
    ],
  );
});

test('limits apply from the next request, and null is the default again', async () => {
  verifies('DEC-OPERATOR-06');
  const customer = await service.account(1_000, 'default');
  const none = {
    calls_per_minute: null,
    jobs_at_once: null,
    videos_per_day: null,
    images_per_day: null,
    stored_gib: null,
  };
  const set = (limits: object) =>
    operator.post(`/accounts/${customer.id}/limits`, { ...none, ...limits, reason });
  assert.equal((await set({ jobs_at_once: 1, stored_gib: 3 })).status, 200);
  const order = () => customer.post('/v1/images/generate', { prompt: 'a lighthouse' });
  assert.equal((await order()).status, 200);
  const refused = await order();
  assert.match(refused.body.error, /At most 1 job at once/);
  const { limits, default_limits: defaults } = (await operator.get(`/accounts/${customer.id}`)).body;
  assert.deepEqual([limits.jobs_at_once, limits.stored_gib, limits.calls_per_minute], [1, 3, null]);
  assert.equal(defaults.jobs_at_once, 3);
  assert.equal((await set({})).status, 200);
  assert.equal((await order()).status, 200);
  assert.equal((await set({ jobs_at_once: 0 })).body.issues[0].path, 'jobs_at_once');
});

test('a plan is granted and ended, but no subscription is overwritten and no charge left without an invoice', async () => {
  verifies('DEC-OPERATOR-07');
  const customer = await service.account(0);
  const grant = (plan: string | null, billing?: string) =>
    operator.post(`/accounts/${customer.id}/plan`, { plan, ...(billing && { billing }), reason });
  assert.match((await grant(null)).body.error, /no plan to end/);
  assert.equal((await grant('max', 'manual')).status, 200);
  const {
    plan,
    plan_source: source,
    plan_billing: billing,
  } = (await operator.get(`/accounts/${customer.id}`)).body;
  assert.deepEqual([plan, source, billing], ['max', 'operator', 'manual']);
  // A charge beyond the allowance, which an invoice has to collect.
  await service.database.query(
    'update funding_terms set pay_per_use = true, cap_cents = 5000 where account_id = $1',
    [customer.id],
  );
  assert.equal((await grant('pro', 'manual')).status, 200);
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'a lighthouse' })).status, 200);
  for (const [to, by] of [
    [null, undefined],
    ['pro', 'none'],
  ] as const) {
    const refused = await grant(to, by);
    assert.equal(refused.body.issues?.[0]?.path, 'billing', refused.text);
    assert.match(refused.body.error, /0\.05 USD of month-end charges/);
  }
  const subscriber = await service.account(0);
  await service.database.query(
    `update funding_terms set plan = 'pro', plan_source = 'web', plan_interval = 'month' where account_id = $1`,
    [subscriber.id],
  );
  const refused = await operator.post(`/accounts/${subscriber.id}/plan`, { plan: null, reason });
  assert.match(refused.body.error, /subscription/);
  assert.equal((await lastEvents('plan_granted')).length, 2);
});

test('the first seven days of an account begin with a plan whose invoices the operator collects', async () => {
  verifies('DEC-PLAN-09');
  const customer = await service.account(0);
  const grant = (billing: string) =>
    operator.post(`/accounts/${customer.id}/plan`, { plan: 'pro', billing, reason });
  const raisesAt = async () => (await customer.get('/v1/me/overage')).body.raises_at;
  assert.equal((await grant('none')).status, 200);
  assert.equal(await raisesAt(), null, 'nothing was paid');
  const refused = await customer.post('/v1/me/overage/cap', { cap_cents: 5001 });
  assert.equal(refused.body.code, 'new_account_cap_limit');
  assert.match(refused.body.error, /at most 50\.00 USD until 7 days after its first payment/);
  const before = Date.now();
  assert.equal((await grant('manual')).status, 200);
  const from = new Date(await raisesAt()).getTime() - 7 * 86_400_000;
  assert.ok(before <= from && from <= Date.now());
});

test('accounts are found by how their address or key begins, by their id, and page by page', async () => {
  verifies('DEC-OPERATOR-08');
  const ids: string[] = [];
  for (const name of ['Zoe_1', 'zoe_2', 'zoex3']) {
    const person = await signUp(service, `${name}@search.example`.toLowerCase());
    ids.push(person.accountId);
  }
  const find = async (query: string): Promise<string[]> =>
    (await operator.get(`/accounts?search=${encodeURIComponent(query)}`)).body.accounts.map(
      (account: { id: string }) => account.id,
    );
  assert.deepEqual(await find('ZOE_'), [ids[1], ids[0]], 'an underscore stands for itself');
  assert.deepEqual(await find(ids[2] ?? ''), [ids[2]]);
  const { id, key } = await service.account(0);
  assert.deepEqual(await find(key.slice(0, 7)), [id]);
  assert.deepEqual(await find('%'), []);
  const seen = new Set<string>();
  let cursor = '';
  do {
    const { body } = await operator.get(`/accounts?limit=3${cursor}`);
    for (const account of body.accounts) {
      assert.ok(!seen.has(account.id));
      seen.add(account.id);
    }
    cursor = body.next_cursor === undefined ? '' : `&cursor=${body.next_cursor}`;
  } while (cursor !== '');
  const [{ n }] = (await service.database.query<{ n: number }>('select count(*) as n from accounts')) as [
    { n: number },
  ];
  assert.equal(seen.size, n);
});
