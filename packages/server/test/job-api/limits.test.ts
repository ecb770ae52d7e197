import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Tier } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { tierRuleOf } from '../../src/catalogue/tiers.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { catalogue } from '../support/default-catalogue.ts';
import { ASK, type JobCaller, jobCaller, resetCallLimit, subscribe } from '../support/job-api.ts';
import { violationsBesidesPrices } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { noStore } from '../support/no-blobs.ts';
import { type Answer, startTestApp, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

const image = (caller: JobCaller): Promise<Answer> => caller.generate({ ...ASK, type: 'image' });
const finish = async (): Promise<Buffer> => deliver(service.worker, await takeLease(service.worker));
const callerOf = (tier: Tier) => jobCaller(service, tier === 'free' ? undefined : tier);

function assertLimited(answer: Answer, error: RegExp, seconds: number): void {
  assert.equal(answer.status, 429, answer.text);
  assert.deepEqual(Object.keys(answer.body).sort(), ['error', 'retry_after']);
  assert.match(answer.body.error, error);
  assert.equal(answer.body.retry_after, seconds);
  assert.equal(answer.headers.get('retry-after'), String(seconds));
}

async function usedCredits(accountId: string): Promise<number> {
  const [row] = await service.database.query<{ used: number }>(
    `select coalesce(sum(credits), 0)::int as used from credit_charges where account_id = $1 and state <> 'reversed'`,
    [accountId],
  );
  return row?.used ?? Number.NaN;
}

/** Uses the credits of the account's month except for this many. */
async function leaveCredits(caller: JobCaller, tier: 'pro' | 'max', left: number): Promise<void> {
  await resetCallLimit(service, caller.accountId);
  const { body } = await image(caller);
  await finish();
  await resetCallLimit(service, caller.accountId);
  await service.database.query('update credit_charges set credits = $2 where job_id = $1', [
    body.job_id,
    tierRuleOf(catalogue, tier).creditsPerMonth - left,
  ]);
}

for (const tier of ['free', 'pro', 'max'] as const) {
  const { jobsAtOnce, callsPerMinute } = tierRuleOf(catalogue, tier);
  describe(`on the ${tier} tier`, () => {
    test(`at most ${callsPerMinute} calls a minute`, async () => {
      verifies('JOB-ERROR-08', 'JOB-ERROR-02', 'DEC-TIER-02', 'DEC-TIER-03', 'DEC-TIER-04');
      const caller = await callerOf(tier);
      for (let call = 1; call <= callsPerMinute; call++) {
        const answer = await image(caller);
        assert.equal(answer.status, 200, answer.text);
        assert.equal(answer.headers.get('ratelimit-policy'), `"calls";q=${callsPerMinute};w=60`);
        await finish();
      }
      assertLimited(
        await image(caller),
        new RegExp(`^At most ${callsPerMinute} generate calls a minute`),
        61,
      );
      clock.advance(61_000);
      assert.equal((await image(caller)).status, 200);
      await finish();
    });

    test(`at most ${jobsAtOnce} concurrent jobs; another is accepted when one ends`, async () => {
      verifies('DEC-LIMIT-10', 'JOB-ERROR-09', 'DEC-TIER-02', 'DEC-TIER-03', 'DEC-TIER-04');
      const caller = await callerOf(tier);
      const jobs: string[] = [];
      for (let job = 0; job < jobsAtOnce; job++) {
        const accepted = await image(caller);
        assert.equal(accepted.status, 200);
        jobs.push(accepted.body.job_id);
      }
      const answer = await image(caller);
      const seconds = answer.body.retry_after;
      assert.ok(Number.isInteger(seconds) && seconds >= 1, answer.text);
      assertLimited(
        answer,
        new RegExp(`^At most ${jobsAtOnce} ${jobsAtOnce === 1 ? 'job' : 'jobs'} at once`),
        seconds,
      );
      const { estimated_wait: wait } = (await caller.job(jobs[0] ?? '')).body;
      // The job API reports waits on the free tier only.
      assert.equal(wait, tier === 'free' ? seconds : undefined);
      await finish();
      assert.equal((await image(caller)).status, 200);
      for (let job = 0; job < jobsAtOnce; job++) await finish();
    });

    test('calls above the limit of concurrent jobs do not use up the minute', async () => {
      verifies('DEC-LIMIT-08');
      const caller = await callerOf(tier);
      for (let job = 0; job < jobsAtOnce; job++) assert.equal((await image(caller)).status, 200);
      for (let call = 0; call < callsPerMinute; call++) {
        assert.match((await image(caller)).body.error, /jobs? at once/);
      }
      await finish();
      assert.equal((await image(caller)).status, 200);
      for (let job = 0; job < jobsAtOnce; job++) await finish();
    });

    test('100 concurrent calls get exactly as many jobs as the limit', async () => {
      const caller = await callerOf(tier);
      const answers = await Promise.all(Array.from({ length: 100 }, () => image(caller)));
      const accepted = answers.filter(({ status }) => status === 200).length;
      assert.equal(accepted, jobsAtOnce);
      assert.equal(answers.filter(({ status }) => status === 429).length, 100 - accepted);
      for (let job = 0; job < jobsAtOnce; job++) await finish();
    });
  });
}

test('a call with an invalid body does not count, but is 429 above the call limit', async () => {
  verifies('DEC-LIMIT-09');
  const caller = await callerOf('free');
  const { callsPerMinute } = tierRuleOf(catalogue, 'free');
  const invalid = [{ ...ASK, type: 'image', width: 1 }, {}, { ...ASK, type: 'image_4k' }];
  const statuses = async () => Promise.all(invalid.map(async (body) => (await caller.generate(body)).status));
  for (let call = 0; call < callsPerMinute; call++) {
    assert.deepEqual(await statuses(), [400, 400, 403]);
    assert.equal((await image(caller)).status, 200);
    await finish();
  }
  assert.deepEqual(await statuses(), [429, 429, 429]);
});

test('100 concurrent calls with credits for 4 get exactly 4', async () => {
  verifies('DEC-TIER-13', 'DEC-TIER-14', 'DEC-TIER-12');
  const caller = await callerOf('max');
  await leaveCredits(caller, 'max', 4 * 8 + 7);
  const ask = { ...ASK, type: 'image_4k', width: 4096, height: 4096 };
  const answers = await Promise.all(Array.from({ length: 60 }, () => caller.generate(ask)));
  assert.deepEqual(
    answers.filter(({ status }) => status === 200).map(({ body }) => body.credit_cost),
    [8, 8, 8, 8],
  );
  const short = answers.filter(
    ({ status, body }) => status === 429 && /8 credits and 7 are left/.test(body.error),
  );
  assert.equal(short.length, 56);
  assert.equal(await usedCredits(caller.accountId), 5000 - 7);
  for (let job = 0; job < 4; job++) await finish();
});

test('credits can be used to the last one, and are renewed with the UTC month', async () => {
  verifies('DEC-TIER-13', 'DEC-TIER-14', 'JOB-ERROR-02');
  clock.set('2031-03-31T23:59:30Z');
  const caller = await callerOf('pro');
  await leaveCredits(caller, 'pro', 5);
  const ask = { ...ASK, type: 'image_1080p' };
  assert.equal((await caller.generate(ask)).status, 200);
  await finish();
  assertLimited(await caller.generate(ask), /costs 5 credits and 0 are left this month/, 30);
  // Types without credits are still accepted.
  assert.equal((await image(caller)).status, 200);
  await finish();
  clock.advance(29_999);
  assert.equal((await caller.generate(ask)).status, 429);
  clock.advance(1);
  assert.equal((await caller.generate(ask)).status, 200);
  await finish();
});

test('a failed, blocked or deleted job releases its credits once, a delivered one keeps them', async () => {
  const caller = await callerOf('max');
  const ask = async () => {
    await resetCallLimit(service, caller.accountId);
    const { body } = await caller.generate({ ...ASK, type: 'video_av' });
    assert.equal(await usedCredits(caller.accountId), 50);
    return body.job_id as string;
  };
  // A request that finds no job returns at once.
  const lease = () => takeLease(service.worker, { wait_ms: 0 });
  const endings: Record<string, (jobId: string) => Promise<unknown>> = {
    failed: async () => service.worker.fail(await lease(), { reason: 'broken', retryable: false }),
    blocked: async () => service.worker.block(await lease(), { category: 'gore', reason: 'no' }),
    deleted: (jobId) => {
      const deletion = { database: service.database, ...noStore, clock };
      return deleteJob(deletion, caller.accountId, jobId);
    },
  };
  for (const [how, end] of Object.entries(endings)) {
    const jobId = await ask();
    await end(jobId);
    assert.equal(await usedCredits(caller.accountId), 0, how);
    await end(jobId).catch(() => {});
    assert.equal(await usedCredits(caller.accountId), 0, how);
  }
  await ask();
  await finish();
  assert.equal(await usedCredits(caller.accountId), 50);
});

test('a plan applies from the next request on, with the same token', async () => {
  verifies('DEC-TIER-01', 'JOB-SERVICE-03', 'JOB-ACCEPT-07');
  const caller = await callerOf('free');
  const ask = () => caller.generate({ ...ASK, type: 'image_1080p' });
  assert.equal((await ask()).status, 403);
  await subscribe(service, caller.accountId, 'pro');
  const { body } = await ask();
  assert.deepEqual([body.tier, body.priority, body.credit_cost], ['pro', 10, 5]);
  await finish();
  await subscribe(service, caller.accountId, null);
  assert.equal((await ask()).status, 403);
});

test('the limits of a key and of the job API do not count together', async () => {
  const key = await service.account(10_000, 'default');
  const token = await callerOf('free');
  await service.database.query('update api_keys set account_id = $2 where account_id = $1', [
    key.id,
    token.accountId,
  ]);
  await service.database.transaction(async (tx) => {
    const { grantBalance } = await import('../../src/ledger/credit.ts');
    await grantBalance(tx, token.accountId, 1000, clock.now());
  });
  const v1 = () => key.post('/v1/images/generate', { prompt: 'a pear' });
  for (let job = 0; job < 3; job++) assert.equal((await v1()).status, 200);
  assert.equal((await v1()).status, 429);
  assert.equal((await image(token)).status, 200);
  assert.equal((await image(token)).status, 429);
  for (let job = 0; job < 4; job++) await finish();
  assert.equal((await v1()).status, 200);
  await finish();
});

test('no money was moved, and the audit finds no violations', async () => {
  const [moved] = await service.database.query(
    `select count(*) as n from charges join jobs on jobs.id = job_id where interface = 'job_api'`,
  );
  assert.deepEqual(moved, { n: 0 });
  const [held] = await service.database.query(
    `select count(*) as n from ledger_transactions where job_id in (select id from jobs where interface = 'job_api')`,
  );
  assert.deepEqual(held, { n: 0 });
  // Rows that the tests above inserted: credits without jobs.
  const found = (await violationsBesidesPrices(service.database)).filter(
    (one) => !/on the free tier costs/.test(one),
  );
  assert.deepEqual(found, []);
});

test('the audit finds credits that were lost, kept or charged twice', async () => {
  const caller = await callerOf('pro');
  const { body } = await caller.generate({ ...ASK, type: 'image_1080p' });
  const plant = async (sql: string, expected: RegExp) => {
    await service.database.query(sql, [body.job_id]);
    assert.match((await violationsBesidesPrices(service.database)).join('\n'), expected);
  };
  await plant(
    `update credit_charges set state = 'settled' where job_id = $1`,
    /matches the state of its job.* is open/s,
  );
  await plant(
    `update credit_charges set state = 'held', credits = 5001 where job_id = $1`,
    /used 5001 credits/,
  );
  await plant('delete from credit_charges where job_id = $1', /either a credit charge or a charge/);
  await plant('delete from open_jobs where id = $1', /until its end.* is open, and nothing waits or runs/s);
});
