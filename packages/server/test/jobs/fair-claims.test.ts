import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Tier } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import type { Database } from '../../src/db/database.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { overtakenForSeconds } from '../../src/queue/virtual-time.ts';
import { leaseRequest, workerCapabilities } from '../support/act-as-worker.ts';
import { imageOf, videoOf } from '../support/default-catalogue.ts';
import { acceptorOf, jobApiRequest, jobRequest, newAccount } from '../support/jobs-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** The order of claims in PostgreSQL: virtual times, account activity and claims together. */

let books: TestDatabase;
let database: Database;
before(async () => {
  books = await createTestDatabase();
  database = books.database;
});
after(() => books.close());
beforeEach(async () => {
  await database.query('delete from jobs');
});

async function accept(account: string, jobs: number, tier?: Tier): Promise<void> {
  const acceptJob = acceptorOf(database);
  await Promise.all(
    Array.from({ length: jobs }, async () =>
      assert.ok(
        (await acceptJob(tier === undefined ? jobRequest(account) : jobApiRequest(account, tier))).ok,
      ),
    ),
  );
}

/** The accounts of the next jobs, in the order of their claims. */
async function claim(jobs: number): Promise<(string | undefined)[]> {
  const owners: (string | undefined)[] = [];
  for (let i = 0; i < jobs; i++) {
    const job = await claimJob(database, leaseRequest());
    const [row] = await database.query<{ account: string }>(
      'select account_id as account from jobs where id = $1',
      [job?.id],
    );
    owners.push(row?.account);
  }
  return owners;
}

const accounts = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => newAccount(database, 100_000)));

const countOf = (owners: readonly unknown[], owner: unknown): number =>
  owners.filter((other) => other === owner).length;

test('during a flood of one account, another account gets every second job', async () => {
  verifies('DEC-QUEUE-03');
  const [flooder, other] = await accounts(2);
  assert.ok(flooder !== undefined && other !== undefined);
  await accept(flooder, 40);
  await claim(20);
  await accept(other, 10);
  const next = await claim(12);
  assert.ok(next.indexOf(other) <= 1, "the other account's first job waits for one job at most");
  assert.ok(countOf(next, other) >= 5 && countOf(next, flooder) >= 5, 'the two accounts then alternate');
});

test('paid jobs are claimed first, whenever they are accepted, until a free job has waited for the bound', async () => {
  verifies('DEC-QUEUE-04');
  const [free, pro, max, v1] = await accounts(4);
  assert.ok(free !== undefined && pro !== undefined && max !== undefined && v1 !== undefined);
  await accept(free, 1, 'free');
  await accept(pro, 1, 'pro');
  await accept(v1, 1);
  await accept(max, 1, 'max');
  assert.deepEqual(await claim(4), [max, pro, v1, free]);

  const [patient, late] = await accounts(2);
  assert.ok(patient !== undefined && late !== undefined);
  await accept(patient, 1, 'free');
  // Simulates the wait: virtual time advances by itself.
  await database.query('update queue_clocks set at = at - make_interval(secs => $1)', [
    overtakenForSeconds(0, 0) + 1,
  ]);
  await accept(late, 1, 'max');
  assert.deepEqual(await claim(2), [patient, late]);
});

test('concurrent claims get different jobs, and the virtual time follows the latest virtual start', async () => {
  const [one, other] = await accounts(2);
  assert.ok(one !== undefined && other !== undefined);
  await accept(one, 20);
  await accept(other, 20);
  const claims = Array.from({ length: 30 }, () => claimJob(database, leaseRequest()));
  const ids = (await Promise.all(claims)).map((job) => job?.id);
  assert.equal(new Set(ids).size, 30);
  assert.ok(!ids.includes(undefined));
});

test('a worker finds the jobs it can render behind any number of jobs that it cannot', async () => {
  verifies('DEC-QUEUE-09');
  const [one, other] = await accounts(2);
  assert.ok(one !== undefined && other !== undefined);
  const acceptJob = acceptorOf(database);
  for (let i = 0; i < 5; i++) {
    await acceptJob(jobRequest(one, { quote: imageOf(2048, 2048) }));
  }
  const small = jobRequest(other);
  await acceptJob(small);
  const { capabilities } = leaseRequest();
  const modest = { ...capabilities, operations: workerCapabilities({ longestSide: 1500 }) };
  assert.equal((await claimJob(database, leaseRequest({ capabilities: modest })))?.id, small.jobId);
  assert.equal(await claimJob(database, leaseRequest({ capabilities: modest })), undefined);
});

test('jobs whose model is loaded come first, until the one whose turn it is has been passed over for the bound', async () => {
  verifies('DEC-WORKER-13');
  const [one, other] = await accounts(2);
  assert.ok(one !== undefined && other !== undefined);
  const acceptJob = acceptorOf(database);
  const video = videoOf();
  const waiting = jobRequest(other, { quote: video });
  assert.ok((await acceptJob(waiting)).ok);
  await accept(one, 3);
  const loaded = { operation: 'image', model: 'image' } as const;
  const next = async (bound: number, more = {}) =>
    (await claimJob(database, leaseRequest(more), undefined, bound))?.operation;
  assert.equal(await next(60, { loaded }), 'image');
  assert.equal(await next(60, { loaded }), 'image');
  await database.query(`update open_jobs set passed_at = passed_at - interval '1 minute'`);
  assert.equal(await next(60, { loaded }), 'video');

  // Neither without a bound, nor before a job of another class.
  for (const [bound, tier] of [
    [0, null],
    [60, 'max'],
  ] as const) {
    await database.query('delete from jobs');
    const [owner = ''] = await accounts(1);
    assert.ok((await acceptJob(jobRequest(owner, { quote: video }))).ok);
    if (tier !== null) await database.query(`update open_jobs set interface = 'job_api', tier = $1`, [tier]);
    await accept((await accounts(1))[0] ?? '', 1);
    assert.equal(await next(bound, { loaded }), 'video');
  }
});
