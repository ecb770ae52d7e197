import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LeaseRequest, Pool } from '@kinora/contract';
import { claimJob } from '../../src/queue/claim-job.ts';
import { capabilitiesToClaim } from '../../src/queue/waiting-lines.ts';
import { leaseRequest, workerCapabilities } from '../support/act-as-worker.ts';
import { insertJobs, sql } from '../support/insert-jobs.ts';
import { newAccount } from '../support/jobs-under-test.ts';
import { explain, type PlanNode, rowsRead } from '../support/query-plans.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const QUEUED = 20_000;

let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
  const accountId = await newAccount(books.database, 0);
  // A higher number means a lower sort key. Even numbers are images. Cinema videos sort before all others.
  const medium = sql(`case when n % 2 = 0 then 'image' else 'video' end`);
  const model = sql(`case n % 4 when 1 then 'fast' when 3 then 'cinema' else 'image' end`);
  const places = { sortKey: `case model when 'cinema' then -3 else -1 end * seed` };
  const columns = { medium, operation: medium, model, seed: sql('n') };
  await insertJobs(books.database, accountId, columns, QUEUED, places);
  await books.database.query('analyze jobs, open_jobs');
});
after(() => books.close());

/** The nodes of PostgreSQL's plan for a claim, with what each did. */
async function planOf(request: LeaseRequest): Promise<PlanNode[]> {
  const plans: PlanNode[] = [];
  const explainingDatabase = {
    ...books.database,
    async query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]> {
      plans.push(...(await explain(books.database, sql, values)));
      return [];
    },
  };
  await claimJob(explainingDatabase, request);
  return plans;
}

const choices: readonly (readonly [Pool, ...Pool[]])[] = [['image'], ['video'], ['image', 'video']];
for (const pools of choices) {
  test(`a claim from ${pools.join(' and ')} reads one row of each capability, however long the queue`, async () => {
    assertReadsFew(await planOf(leaseRequest({ pools: [...pools] })), pools.includes('video') ? 3 : 1);
  });
}

test('a claim does not read the jobs that its worker cannot render, with any number of jobs before them', async () => {
  const { capabilities } = leaseRequest();
  const fast = {
    ...capabilities,
    operations: workerCapabilities({ operations: ['video'], models: ['fast'], longestSide: 1024 }),
  };
  const request = leaseRequest({ pools: ['video'], capabilities: fast });
  assert.deepEqual(capabilitiesToClaim(request), [
    {
      capability: 'video/fast/1024',
      longestSide: 1024,
      operation: 'video',
      model: 'fast',
      side: 1024,
      negativePrompt: false,
    },
  ]);
  assertReadsFew(await planOf(request), 1);
});

/** Besides one job of each capability that has jobs, a node reads the two clocks and the worker's capabilities. */
function assertReadsFew(plan: readonly PlanNode[], capabilitiesWithJobs: number): void {
  const scans = plan.filter((node) => node['Relation Name'] === 'open_jobs');
  assert.ok(scans.length > 1);
  for (const node of plan) {
    if (node['Node Type'] === 'Function Scan') continue;
    const rows = rowsRead(node);
    const isOfJobs = node['Relation Name'] === 'open_jobs';
    const isOfClocks = node['Relation Name'] === 'queue_clocks';
    const most = isOfClocks
      ? 2 * Math.max(1, capabilitiesWithJobs)
      : capabilitiesWithJobs + (isOfJobs ? 0 : 2);
    assert.ok(rows <= most, `${node['Node Type']} reads ${rows} rows`);
    assert.ok(!(isOfJobs && node['Node Type'] === 'Seq Scan'), 'jobs are found by their index');
  }
}

test('jobs are claimed in order of their sort keys across the pools', async () => {
  await books.database.query(
    `update open_jobs set state = 'queued', lease_until = null where state = 'running'`,
  );
  const seeds: (number | undefined)[] = [];
  for (let i = 0; i < 4; i++) seeds.push((await claimJob(books.database, leaseRequest()))?.seed);
  assert.deepEqual(seeds, [QUEUED - 1, QUEUED - 5, QUEUED - 9, QUEUED - 13]);
  // Without cinema the first jobs of both pools alternate.
  const { capabilities } = leaseRequest();
  const modest = { ...capabilities, operations: workerCapabilities({ models: ['fast', 'quality'] }) };
  const others: (number | undefined)[] = [];
  for (let i = 0; i < 3; i++) {
    others.push((await claimJob(books.database, leaseRequest({ capabilities: modest })))?.seed);
  }
  assert.deepEqual(others, [QUEUED, QUEUED - 2, QUEUED - 3]);
});
