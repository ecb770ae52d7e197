import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Tier } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import type { JobRequest } from '../../src/admit/accept/job-request.ts';
import { blockJob } from '../../src/attempt/block-attempt.ts';
import { completeJob } from '../../src/attempt/complete-attempt.ts';
import { recordFault } from '../../src/attempt/fail-attempt.ts';
import { setPlan } from '../../src/funding/terms.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { imageOf } from '../support/default-catalogue.ts';
import {
  acceptorOf,
  balanceOf,
  jobRequest,
  newAccount,
  violationsBesidesPrices,
} from '../support/jobs-under-test.ts';
import { noStore } from '../support/no-blobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
});
after(() => books.close());

async function subscriber(plan: 'pro' | 'max'): Promise<string> {
  const accountId = await newAccount(books.database, 10_000);
  const source = { name: plan, source: 'operator', interval: 'month' } as const;
  await books.database.transaction((tx) => setPlan(tx, accountId, source));
  return accountId;
}

function order(accountId: string, tier: Tier, credits: number): JobRequest {
  const jobApi = { type: 'image_4k', tier, assetId: randomUUID() } as const;
  const price = { by: 'credits', credits } as const;
  return jobRequest(accountId, { quote: imageOf(2048, 1024), price, interface: 'job_api', jobApi });
}

async function usedBy(accountId: string): Promise<number> {
  const [row] = await books.database.query<{ used: number }>(
    `select coalesce(sum(credits), 0)::int as used from credit_charges where account_id = $1 and state <> 'reversed'`,
    [accountId],
  );
  return row?.used ?? Number.NaN;
}

/** 100 at once on four nodes, so that the row lock decides and not the coalescing of one. */
async function acceptedOf100(accountId: string, tier: Tier, credits: number): Promise<number> {
  const nodes = [1, 2, 3, 4].map(() => acceptorOf(books.database));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => nodes[at % nodes.length]?.(order(accountId, tier, credits))),
  );
  return answers.filter((answer) => answer?.ok).length;
}

test('100 concurrent requests on four nodes with credits for 3 and 6 free job slots: exactly 3 are accepted', async () => {
  verifies('DEC-TIER-13', 'DEC-TIER-14');
  const accountId = await subscriber('max');
  assert.equal(await acceptedOf100(accountId, 'max', 1600), 3);
  assert.equal(await usedBy(accountId), 4800);
  assert.equal(await balanceOf(books.database, accountId), 10_000);
});

test('100 concurrent requests on four nodes with 3 free job slots: exactly 3 are accepted', async () => {
  verifies('DEC-TIER-03');
  const accountId = await subscriber('pro');
  assert.equal(await acceptedOf100(accountId, 'pro', 8), 3);
  assert.equal(await usedBy(accountId), 24);
});

test('a plan that ended between look-up and acceptance pays for no job', async () => {
  const accountId = await newAccount(books.database, 10_000);
  const answer = await acceptorOf(books.database)(order(accountId, 'pro', 8));
  assert.ok(!answer.ok);
  assert.equal(answer.problem.code, 'tier_required');
  assert.equal(await usedBy(accountId), 0);
});

test('all ways to end a job, concurrently: one wins, and the credits are settled once', async () => {
  const { database } = books;
  const accountId = await subscriber('max');
  const accept = acceptorOf(database);
  const outcomes = new Set<string>();
  let spent = 0;
  await database.query(`update open_jobs set pool = 'video', operation = 'video' where state = 'queued'`);
  for (let round = 0; round < 40; round++) {
    await database.query(`update account_activity set recent_calls = '[]'`);
    const request = order(accountId, 'max', 8);
    assert.ok((await accept(request)).ok);
    const claimed = await claimJob(database, leaseRequest({ pools: ['image'] }));
    assert.equal(claimed?.id, request.jobId);
    const lease = { jobId: request.jobId, attempt: claimed.attempt };
    const result = {
      artifact: 'result.png',
      mime: 'image/png',
      width: 1024,
      height: 1024,
      duration_seconds: null,
      engine: 'test',
      engine_version: '1',
    } as const;
    const artifact = { key: `jobs/${request.jobId}/1/result.png`, bytes: 1 };
    const deletion = { database, clock: systemClock, ...noStore };
    const ends = [
      () => completeJob(database, systemClock, lease, result, artifact),
      () => recordFault(database, systemClock, lease, { reason: 'x', retryable: false }),
      () => blockJob(database, systemClock, lease, { category: 'gore', reason: 'x' }),
      () => deleteJob(deletion, accountId, request.jobId),
    ];
    const first = round % ends.length;
    await Promise.all([...ends.slice(first), ...ends.slice(0, first)].map((end) => end()));
    const [job] = await database.query<{ state: string }>('select state from current_jobs where id = $1', [
      request.jobId,
    ]);
    if (job?.state === 'completed') spent += 8;
    outcomes.add(job?.state ?? '');
    assert.equal(await usedBy(accountId), spent);
  }
  assert.ok(outcomes.size > 1, `several ends won: ${[...outcomes]}`);
  assert.equal(await balanceOf(database, accountId), 10_000);
  assert.deepEqual(await violationsBesidesPrices(database), []);
});
