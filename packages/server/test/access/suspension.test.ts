import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { rejectionsLeft, shouldSuspend } from '../../src/access/decide-suspension.ts';
import { recordRejection } from '../../src/access/rejections.ts';
import type { Queryable } from '../../src/db/database.ts';
import { takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { countBlockedQueries } from '../support/test-database.ts';

const clock = manualClock('2026-03-01T12:00:00Z');
const IMAGE = { prompt: 'a pear', width: 256, height: 256 };
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

test('more than half of at least ten attempts', () => {
  verifies('V1-AUTH-11', 'V1-AUTH-12');
  for (const [rejected, attempts, suspended] of [
    [0, 10, false],
    [5, 9, false],
    [9, 9, false],
    [5, 10, false],
    [6, 10, true],
    [10, 10, true],
    [5, 11, false],
    [6, 11, true],
    [500, 1000, false],
    [501, 1000, true],
  ] as const) {
    assert.equal(shouldSuspend({ attempts, rejected }), suspended, `${rejected} of ${attempts}`);
  }
});

test('how many more rejections suspend is the least number that does', () => {
  verifies('DEC-SUSPENSION-03');
  for (let attempts = 1; attempts <= 30; attempts++) {
    for (let rejected = 1; rejected <= attempts; rejected++) {
      if (shouldSuspend({ attempts, rejected })) continue;
      const left = rejectionsLeft({ attempts, rejected });
      const after = (more: number) => shouldSuspend({ attempts: attempts + more, rejected: rejected + more });
      assert.deepEqual([after(left), after(left - 1)], [true, false], `${rejected} of ${attempts}`);
    }
  }
});

/** Generates one image after the other; each is blocked by the output check, or fails in the engine. */
async function play(account: TestAccount, ends: readonly ('blocked' | 'failed')[]): Promise<void> {
  for (const end of ends) {
    const { status, text } = await account.post('/v1/images/generate', IMAGE);
    assert.equal(status, 200, text);
    const lease = await takeLease(service.worker);
    if (end === 'blocked') await service.worker.block(lease, { category: 'test', reason: 'stopped' });
    else await service.worker.fail(lease, { reason: 'broke', retryable: false });
  }
}

const times = <End extends 'blocked' | 'failed'>(count: number, end: End): End[] => Array(count).fill(end);

test('6 of 10 attempts rejected: the key is suspended for 24 hours on every route, and valid again afterwards', async () => {
  verifies('V1-AUTH-11', 'V1-AUTH-13', 'DEC-LIMIT-03', 'DEC-LIMIT-04');
  const account = await service.account();
  await play(account, [...times(4, 'failed'), ...times(5, 'blocked')]);
  assert.equal((await account.get('/v1/usage')).status, 200);
  await play(account, ['blocked']);
  const { status, body } = await account.get('/v1/usage');
  assert.equal(status, 403);
  assert.equal(body.code, 'key_suspended');
  assert.equal(body.until, new Date(clock.now().getTime() + 24 * HOUR_MS).toISOString());
  const events = await service.database.query(
    `select details from security_events where kind = 'account_suspended' and account_id = $1`,
    [account.id],
  );
  assert.deepEqual(events, [{ details: { suspended_until: body.until } }]);
  clock.advance(24 * HOUR_MS - 1);
  assert.equal((await account.get('/v1/usage')).status, 403);
  clock.advance(1);
  assert.equal((await account.get('/v1/usage')).status, 200);
  await play(account, ['blocked']);
  assert.equal((await account.get('/v1/usage')).status, 200);
});

test('an accepted tenth attempt suspends the key when the other nine were rejected', async () => {
  verifies('V1-AUTH-11', 'DEC-LIMIT-03');
  const account = await service.account();
  await play(account, times(9, 'blocked'));
  assert.equal((await account.get('/v1/usage')).status, 200);
  await play(account, ['failed']);
  assert.equal((await account.get('/v1/usage')).status, 403);
});

test('5 of 10 and 5 of 9 do not suspend', async () => {
  verifies('V1-AUTH-12');
  const half = await service.account();
  await play(half, [...times(5, 'blocked'), ...times(5, 'failed')]);
  assert.equal((await half.get('/v1/usage')).status, 200);
  const few = await service.account();
  await play(few, [...times(5, 'blocked'), ...times(4, 'failed')]);
  assert.equal((await few.get('/v1/usage')).status, 200);
});

test('attempts older than 30 minutes do not count', async () => {
  verifies('V1-AUTH-11');
  const account = await service.account();
  await play(account, times(6, 'blocked'));
  clock.advance(HOUR_MS / 2);
  await play(account, times(4, 'blocked'));
  assert.equal((await account.get('/v1/usage')).status, 200);
});

test('invalid requests are not attempts', async () => {
  verifies('DEC-LIMIT-05');
  const account = await service.account();
  await play(account, times(6, 'blocked'));
  for (let i = 0; i < 10; i++) {
    assert.equal((await account.post('/v1/images/generate', { ...IMAGE, heigth: 1 })).status, 400);
  }
  assert.equal((await account.get('/v1/usage')).status, 200);
});

test('two concurrent rejections both count', async () => {
  verifies('V1-AUTH-11');
  const { database } = service;
  const { id } = await service.account();
  const at = clock.now();
  const reject = (tx: Queryable) => recordRejection(tx, { accountId: id, jobId: null, attemptedAt: at }, at);
  for (let i = 0; i < 8; i++) await database.transaction(reject);
  let second: Promise<void> | undefined;
  await database.transaction(async (tx) => {
    await reject(tx);
    let isDone = false;
    second = database.transaction(reject).then(() => {
      isDone = true;
    });
    // The second has either been evaluated already, without the first, or waits for its lock.
    await until(async () => isDone || (await countBlockedQueries(database)) > 0);
  });
  await second;
  const [key] = await database.query<{ until: Date | null }>(
    'select suspended_until as until from suspensions where account_id = $1',
    [id],
  );
  assert.equal(key?.until?.getTime(), at.getTime() + 24 * HOUR_MS);
});
