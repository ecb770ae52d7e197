import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { rotateKey } from '../../src/access/rotate-key.ts';
import { decideDeletion } from '../../src/account-data/decide-deletion.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { type CookieBrowser, cookieBrowser } from '../support/cookie-browser.ts';
import { until } from '../support/deadline.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

const PASSWORD = 'correct horse battery';

let service: TestApp;
before(async () => {
  service = await startTestApp({ environment: { KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' } });
});
after(() => service.stop());

interface Member {
  readonly browser: CookieBrowser;
  readonly email: string;
  readonly accountId: string;
  readonly key: string;
}

let members = 0;
async function member(balanceCents: number): Promise<Member> {
  members += 1;
  const email = `member-${members}@example.com`;
  const browser = cookieBrowser(service, `203.0.113.${members}`);
  await browser.submit('/signin', { mode: 'up', email, password: PASSWORD, age: 'yes' });
  const { database } = service;
  const [row] = await database.query<{ id: string }>('select id from accounts where email = $1', [email]);
  const accountId = row?.id ?? '';
  const at = systemClock.now();
  const { key } = await database.transaction(async (tx) => {
    if (balanceCents > 0) await grantBalance(tx, accountId, balanceCents, at);
    return rotateKey(tx, accountId, { by: 'operator', network: null }, at);
  });
  return { browser, email, accountId, key };
}

const order = ({ key }: Member) =>
  send(`${service.url}/v1/images/generate`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a secret prompt' }),
  });

const remove = ({ browser, email }: Member, forfeit = 0, more: object = {}) =>
  browser.console('POST', '/data/deletion', {
    email,
    password: PASSWORD,
    forfeit_balance_cents: forfeit,
    ...more,
  });

const codeIn = async (answer: Response) => ((await answer.json()) as { code: string }).code;

async function erased({ accountId }: Member): Promise<void> {
  await until(async () => {
    const rows = await service.database.query(
      'select from accounts where id = $1 and erased_at is not null',
      [accountId],
    );
    return rows.length === 1;
  });
}

test('an account that is deleted twice at once is deleted once', async () => {
  verifies('DEC-DATA-02');
  const ann = await member(0);
  const answers = await Promise.all([remove(ann), remove(ann), remove(ann)]);
  for (const { status } of answers) assert.ok(status === 204 || status === 401, String(status));
  const [events] = await service.database.query<{ count: number }>(
    `select count(*)::int as count from security_events where account_id = $1 and kind = 'account_deleted'`,
    [ann.accountId],
  );
  assert.deepEqual(events, { count: 1 });
});

test('a deleted account ends everywhere, and leaves the books and nothing else', async () => {
  verifies('DEC-DATA-02', 'DEC-DATA-03');
  const ann = await member(1000);
  const { body: delivered } = await order(ann);
  await deliver(service.worker, await takeLease(service.worker));
  const { body: waiting } = await order(ann);
  const { token } = (await (await ann.browser.open('/api/auth/token')).json()) as { token: string };
  const preview = await (await ann.browser.console('GET', '/data/deletion')).json();
  assert.deepEqual(preview, {
    balance_cents: 990,
    held_cents: 5,
    owed_cents: 0,
    in_arrears: false,
    payment_open: false,
    subscription: null,
    unfinished_jobs: 1,
    kept_jobs: 1,
  });

  assert.equal(await codeIn(await remove(ann, 990, { email: 'ann' })), 'invalid_request');
  assert.equal(await codeIn(await remove(ann, 990, { password: 'wrong' })), 'confirmation_failed');
  const unnamed = await remove(ann, 0);
  assert.equal(unnamed.status, 409);
  assert.deepEqual(await unnamed.json(), {
    error: 'Your balance is 9.90 USD; confirm that you forfeit exactly that.',
    code: 'deletion_blocked',
    balance_cents: 990,
  });
  assert.equal((await order(ann)).status, 200, 'a refusal changes nothing');
  assert.equal((await remove(ann, 985)).status, 204);

  assert.equal((await order(ann)).status, 401);
  assert.equal((await ann.browser.console('GET', '/sessions')).status, 401);
  const me = await send(`${service.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(me.status, 401, 'not even for the life of its access token');
  const signIn = await ann.browser.submit('/signin', { mode: 'in', email: ann.email, password: PASSWORD });
  assert.equal(signIn.status, 401);
  const [event] = await service.database.query<{ details: unknown }>(
    `select details from security_events where account_id = $1 and kind = 'account_deleted'`,
    [ann.accountId],
  );
  assert.deepEqual(event?.details, { forfeited_cents: 985, held_cents: 10 });
  await erased(ann);
  const rows = await service.database.query<{ state: string; prompt: string | null; isDeleted: boolean }>(
    'select state, prompt, deleted_at is not null as "isDeleted" from current_jobs where account_id = $1 order by id',
    [ann.accountId],
  );
  assert.deepEqual(
    rows.map(({ state, prompt, isDeleted }) => [state, prompt, isDeleted]),
    [
      ['completed', null, true],
      ['failed', null, true],
      ['failed', null, true],
    ],
  );
  for (const id of [delivered.job_id, waiting.job_id]) {
    const bytes = await readdir(path.join(service.dataDir, 'blobs', 'jobs', id)).catch(() => []);
    assert.deepEqual(bytes, []);
  }
  const [account] = await service.database.query('select email, operator from accounts where id = $1', [
    ann.accountId,
  ]);
  assert.deepEqual(account, { email: `deleted+${ann.accountId}@kinora.invalid`, operator: false });
  const violated = (await auditLedger(service.database)).filter(({ violations }) => violations.length > 0);
  assert.deepEqual(violated, []);
  const again = await ann.browser.submit('/signin', {
    mode: 'up',
    email: ann.email,
    password: PASSWORD,
    age: 'yes',
  });
  assert.equal(again.status, 303, 'the address is free again');
});

test('what is owed keeps an account from being deleted', async () => {
  verifies('DEC-DATA-02');
  const bo = await member(0);
  await service.database.query(
    `insert into usage_months (account_id, month, month_end_cents) values ($1, date_trunc('month', now())::date, 320)`,
    [bo.accountId],
  );
  const owing = await remove(bo);
  assert.match(((await owing.json()) as { error: string }).error, /You owe 3\.20 USD/);
  await service.database.query('delete from usage_months where account_id = $1', [bo.accountId]);
  await service.database.query('update funding_terms set arrears_since = now() where account_id = $1', [
    bo.accountId,
  ]);
  assert.match(((await (await remove(bo)).json()) as { error: string }).error, /An invoice is unpaid/);
  await service.database.query('update funding_terms set arrears_since = null where account_id = $1', [
    bo.accountId,
  ]);
  assert.equal((await remove(bo)).status, 204);
  const clear = { isInArrears: false, owedCents: 0, hasOpenPayment: false, balanceCents: 0 };
  assert.equal(decideDeletion(clear, 0), undefined);
  assert.equal(decideDeletion({ ...clear, hasOpenPayment: true }, 0)?.code, 'deletion_blocked');
});

test('the export has everything of the account, in pages, and no secret', async () => {
  verifies('DEC-DATA-01');
  const cy = await member(500);
  await order(cy);
  await service.database.query(
    `insert into security_events (kind, account_id, details, created_at)
     select 'sign_in', $1, jsonb_build_object('n', n), now() from generate_series(1, 1200) as n`,
    [cy.accountId],
  );
  const answer = await cy.browser.console('GET', '/data/export');
  assert.equal(answer.status, 200);
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename="kinora-[\d-]+\.json"$/,
  );
  const text = await answer.text();
  const data = JSON.parse(text);
  assert.deepEqual([data.account.email, data.account.price_list], [cy.email, null]);
  assert.equal(data.jobs[0].prompt, 'a secret prompt');
  assert.equal(data.purchases[0].amount_cents, 500);
  const numbers = data.security_events.flatMap(({ details }: { details: { n?: number } }) => details.n ?? []);
  assert.deepEqual(
    numbers,
    Array.from({ length: 1200 }, (_, index) => index + 1),
  );
  const [secret] = await service.database.query<{ password: string; token: string; hash: string }>(
    `select password, token, encode(hash, 'hex') as hash from auth_credentials
       join auth_sessions using (user_id) join api_keys on api_keys.account_id = auth_credentials.user_id
     where user_id = $1`,
    [cy.accountId],
  );
  for (const value of Object.values(secret ?? {})) assert.ok(!text.includes(value));
  await service.database.query(`update auth_sessions set created_at = now() - interval '2 hours'`);
  assert.equal(await codeIn(await cy.browser.console('GET', '/data/export')), 'recent_sign_in_required');
});
