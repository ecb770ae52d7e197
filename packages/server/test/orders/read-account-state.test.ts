import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newAccountLimits } from '../../src/admit/accept/decide-limits.ts';
import { createReadAccountState } from '../../src/admit/read-account-state.ts';
import { tierRuleOf } from '../../src/catalogue/tiers.ts';
import type { Database } from '../../src/db/database.ts';
import { setPlan } from '../../src/funding/terms.ts';
import { sha256 } from '../../src/kernel/ids.ts';
import type { Interface } from '../../src/queue/interface.ts';
import { catalogue, imageOf, openOnly } from '../support/default-catalogue.ts';
import { acceptorOf, jobRequest, newAccount, UNLIMITED } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const clock = manualClock('2031-03-05T12:00:00Z');
let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
});
after(() => books.close());

const query = (accountId: string, by: Interface = 'v1', key: string | null = null) => ({
  accountId,
  interface: by,
  key,
});

test('orders that arrive together share one statement, and each gets the state of its own account', async () => {
  let statements = 0;
  const counted: Database = {
    ...books.database,
    query(sql, values) {
      statements += 1;
      return books.database.query(sql, values);
    },
  };
  const accounts = await Promise.all(
    Array.from({ length: 20 }, (_, at) => newAccount(books.database, 100 + at, clock)),
  );
  const read = createReadAccountState(counted, clock, openOnly());
  // Each twice: an account may have several orders in progress.
  const states = await Promise.all([...accounts, ...accounts].map((id) => read(query(id))));
  assert.equal(statements, 1);
  assert.deepEqual(
    states.map((state) => state?.funds.prepaidCents),
    [...accounts, ...accounts].map((id) => 100 + accounts.indexOf(id)),
  );
});

test('it reads the state after an acceptance: money, limits, calls and the stored response', async () => {
  const { database } = books;
  const accountId = await newAccount(database, 100, clock);
  const idempotency = { key: 'once', requestHash: sha256('request') };
  const accepted = await acceptorOf(database, clock)(jobRequest(accountId, { idempotency }));
  assert.ok(accepted.ok);
  const read = createReadAccountState(database, clock, openOnly());
  const state = await read(query(accountId, 'v1', 'once'));
  assert.deepEqual([state?.funds.prepaidCents, state?.funds.purchases.length], [95, 1]);
  assert.deepEqual(state?.activity.limits, UNLIMITED);
  assert.deepEqual([state?.activity.openJobs, state?.activity.images], [1, 1]);
  assert.deepEqual(state?.activity.recentCalls, [[clock.now().getTime() / 1000, 1]]);
  assert.deepEqual(state?.storedResponse?.answer, accepted.value.answer);
  assert.deepEqual(state?.storedResponse?.requestHash, idempotency.requestHash);
  // Neither another key, nor none, nor the key of another account.
  const other = await newAccount(database, 100, clock);
  const others = [query(accountId, 'v1', 'twice'), query(accountId), query(other, 'v1', 'once')];
  for (const one of others) assert.equal((await read(one))?.storedResponse, undefined);
});

test('a stored response is valid for 24 hours and no longer', async () => {
  const { database } = books;
  const accountId = await newAccount(database, 100, clock);
  const idempotency = { key: 'once', requestHash: sha256('request') };
  await acceptorOf(database, clock)(jobRequest(accountId, { idempotency }));
  const later = (ms: number) => ({ now: () => new Date(clock.now().getTime() + ms) });
  const read = (ms: number) =>
    createReadAccountState(database, later(ms), openOnly())(query(accountId, 'v1', 'once'));
  assert.ok((await read(24 * 3_600_000 - 1))?.storedResponse);
  assert.equal((await read(24 * 3_600_000))?.storedResponse, undefined);
});

test('the job API has the limits of the tier, and only the credits of this month', async () => {
  const { database } = books;
  const accountId = await newAccount(database, 0, clock);
  await database.transaction((tx) =>
    setPlan(tx, accountId, { name: 'pro', source: 'operator', interval: 'month' }),
  );
  const jobApi = {
    type: 'image_4k',
    tier: 'pro',
    assetId: crypto.randomUUID(),
  } as const;
  const accepted = await acceptorOf(
    database,
    clock,
  )(
    jobRequest(accountId, {
      quote: imageOf(2048, 1024),
      price: { by: 'credits', credits: 8 },
      interface: 'job_api',
      jobApi,
    }),
  );
  assert.ok(accepted.ok);
  const read = createReadAccountState(database, clock, openOnly());
  const state = await read(query(accountId, 'job_api'));
  assert.equal(state?.usedCredits, 8);
  const { jobsAtOnce, callsPerMinute } = tierRuleOf(catalogue, 'pro');
  assert.deepEqual(
    [state?.activity.limits.jobsAtOnce, state?.activity.limits.callsPerMinute, state?.activity.openJobs],
    [jobsAtOnce, callsPerMinute, 1],
  );
  const v1 = await read(query(accountId));
  assert.deepEqual([v1?.usedCredits, v1?.activity.openJobs], [0, 0]);
  const april = { now: () => new Date('2031-04-01T00:00:00Z') };
  const nextMonth = createReadAccountState(database, april, openOnly());
  assert.equal((await nextMonth(query(accountId, 'job_api')))?.usedCredits, 0);
});

test('an account without individual limits has the default limits', async () => {
  const accountId = await newAccount(books.database, 5, clock);
  await books.database.query('delete from account_limits where account_id = $1', [accountId]);
  const state = await createReadAccountState(books.database, clock, openOnly())(query(accountId));
  assert.deepEqual(state?.activity.limits, newAccountLimits(catalogue));
});

test('it does not wait for locks', { timeout: 20_000 }, async () => {
  const accountId = await newAccount(books.database, 7, clock);
  await books.database.transaction(async (tx) => {
    await tx.query('select from funding_accounts where account_id = $1 for update', [accountId]);
    const state = await createReadAccountState(books.database, clock, openOnly())(query(accountId));
    assert.equal(state?.funds.prepaidCents, 7);
  });
});

test('an account that does not exist has no state', async () => {
  const state = await createReadAccountState(books.database, clock, openOnly())(query(crypto.randomUUID()));
  assert.equal(state, undefined);
});
