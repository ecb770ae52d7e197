import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { pino } from 'pino';
import { searchEvents } from '../../src/security-log/search-events.ts';
import { pollClaim, startClaim } from '../support/claims.ts';
import { cookieBrowser } from '../support/cookie-browser.ts';
import { manualClock } from '../support/manual-clock.ts';
import { kinora } from '../support/service-process.ts';
import { payAt } from '../support/signed-in.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'correct horse battery';
const WRONG = 'hunter2 is not the password';
const clock = manualClock('2026-03-01T12:00:00Z');
const lines: string[] = [];
let service: TestApp;
before(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const environment = { KINORA_PAYMENTS: 'sandbox', KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' };
  service = await startTestApp({ clock, environment, logger });
});
after(() => service.stop());

const cli = (...args: string[]) =>
  kinora(args, {
    DATABASE_URL: service.connectionString,
    KINORA_DATA_DIR: service.dataDir,
    KINORA_LOG_LEVEL: 'silent',
  });

async function kinds(): Promise<string[]> {
  const events = await searchEvents(service.database, { limit: 1000 });
  return events.map(({ kind }) => kind).toReversed();
}

test('the history of an account is in the security log and in the log, without a secret', async () => {
  verifies('DEC-SECURITY-01', 'DEC-SECURITY-03', 'DEC-SECURITY-04');
  const owner = cookieBrowser(service, '203.0.113.1');
  await owner.submit('/signin', {
    mode: 'up',
    email: EMAIL,
    password: PASSWORD,
    age: 'yes',
    next: '/activate',
  });
  const { body: claim } = await startClaim(service, { client_name: 'my-app' }, '198.51.100.7');
  const paying = await owner.submit('/activate/pay', { user_code: claim.user_code, order: '10' });
  await payAt(paying.headers.get('location') ?? '');
  await owner.submit('/activate/decide', { user_code: claim.user_code, decision: 'approved' });
  const { body: ready } = await pollClaim(claim);
  assert.equal(ready.status, 'ready');
  await owner.submit('/account/key', {});
  const page = await (await owner.submit('/account/key', {})).text();
  const stranger = cookieBrowser(service, '192.0.2.66');
  await stranger.submit('/signin', { mode: 'in', email: EMAIL, password: WRONG });
  await stranger.call('/sign-in/email', { email: 'nobody-has-this@example.com', password: WRONG });
  const { purchases } = JSON.parse(await (await owner.open('/api/console/billing')).text()).balance;
  const refund = `/billing/purchases/${purchases[0].id}/refund`;
  assert.equal((await owner.console('POST', refund)).status, 200);
  assert.equal((await cli('account', 'limits', '--email', EMAIL, '--jobs-at-once', '7')).code, 0);

  const expected = [
    'sign_in',
    'claim_approved',
    'key_issued',
    'key_issued',
    'key_issued',
    'sign_in_failed',
    'sign_in_failed',
    'refund_requested',
    'operator_command',
  ];
  assert.deepEqual(await kinds(), expected);
  const logged = lines.map((line) => JSON.parse(line)).filter(({ security }) => security !== undefined);
  assert.deepEqual(
    logged.map(({ security }) => security.kind),
    expected.slice(0, -1),
    'a command of the operator is in the table alone',
  );

  const { output } = await cli('security-log', '--json');
  const events = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    events.map(({ kind }) => kind),
    expected,
  );
  const [signIn, approved, first, second, third, wrong, unknown, , command] = events;
  assert.deepEqual([signIn.network, signIn.details], ['203.0.113.1', { new_browser: true }]);
  assert.deepEqual(approved.details, { terminal: '198.51.100.7', client: 'my-app' });
  assert.deepEqual(first.details, { by: 'terminal', prefix: ready.key_prefix });
  assert.deepEqual(second.details, { by: 'page', prefix: third.details.replaces });
  assert.deepEqual([wrong.email, wrong.network], [EMAIL, '192.0.2.66']);
  assert.deepEqual([unknown.accountId, unknown.details], [null, {}]);
  assert.deepEqual(
    [command.details, command.network],
    [{ command: 'account limits', jobs_at_once: 7 }, null],
  );
  const newKey = /kn_\w{49}/.exec(page)?.[0] ?? 'none';
  for (const secret of [PASSWORD, WRONG, ready.api_key, newKey, claim.code, 'nobody-has-this']) {
    assert.ok(!output.includes(secret) && !lines.join('').includes(secret), secret);
  }
});

test('the command filters, and refuses what it does not know', async () => {
  verifies('DEC-SECURITY-04');
  const issued = await cli('security-log', '--kind', 'key_issued', '--email', EMAIL, '--limit', '1');
  assert.match(
    issued.output,
    /^2026-03-01T12:00:00\.000Z {2}key_issued +owner@example\.com {2}203\.0\.113\.1 {2}\{/,
  );
  assert.equal(issued.output.trim().split('\n').length, 1);
  assert.match(
    (await cli('security-log', '--kind', 'sign_in', '--since', '2026-03-02')).output,
    /^No events\./,
  );
  for (const args of [
    ['--kind', 'x'],
    ['--since', 'yesterday'],
    ['--limit', '0'],
    ['--limit', 'all'],
    ['x'],
  ]) {
    assert.equal((await cli('security-log', ...args)).code, 2, args.join(' '));
  }
  assert.equal((await cli('security-log', '--email', 'nobody@example.com')).code, 1);
});

test('an event can be neither changed nor deleted', async () => {
  verifies('DEC-SECURITY-02');
  const before = await kinds();
  for (const statement of [
    `update security_events set kind = 'sign_in'`,
    'delete from security_events',
    'truncate security_events',
  ]) {
    await assert.rejects(service.database.query(statement), /security_events is append-only/);
  }
  assert.deepEqual(await kinds(), before);
});
