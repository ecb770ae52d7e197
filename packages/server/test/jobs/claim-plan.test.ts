import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LeaseRequest, Pool } from '@kinora/contract';
import { claimJob } from '../../src/jobs/queue.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { newAccount } from '../support/jobs-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const QUEUED = 20_000;

let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
  const accountId = await newAccount(books.database, 0);
  // The higher its number, the older the job; pictures have the even ones.
  await books.database.query(
    `insert into jobs (id, account_id, pool, kind, mode, prompt, seed, width, height, sound, created_at)
     select gen_random_uuid(), $1, kind, kind, case kind when 'video' then 'fast' end, 'a prompt', number, 512, 512, false,
       now() - make_interval(secs => number)
     from generate_series(1, $2) as number, lateral (
       select case when number % 2 = 0 then 'image' else 'video' end as kind
     ) as kinds`,
    [accountId, QUEUED],
  );
  await books.database.query('analyze jobs');
});
after(() => books.close());

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** What PostgreSQL did for a claim, each step of it. */
async function planOf(request: LeaseRequest): Promise<PlanNode[]> {
  const plans: PlanNode[] = [];
  const explaining = {
    ...books.database,
    async query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]> {
      const [row] = await books.database.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${sql}`,
        values,
      );
      assert.ok(row !== undefined);
      plans.push(row['QUERY PLAN'][0].Plan);
      return [];
    },
  };
  await claimJob(explaining, request);
  for (const node of plans) plans.push(...(node.Plans ?? []));
  return plans;
}

const choices: readonly (readonly [Pool, ...Pool[]])[] = [['image'], ['video'], ['image', 'video']];
for (const pools of choices) {
  test(`a claim from ${pools.join(' and ')} reads one row of each pool, however long the queue`, async () => {
    const plan = await planOf(leaseRequest({ pools: [...pools] }));
    const scans = plan.filter((node) => node['Relation Name'] === 'jobs');
    assert.ok(scans.length > 1);
    for (const node of plan) {
      // What the worker says it can do.
      if (node['Node Type'] === 'Function Scan') continue;
      const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
      // What is sorted and joined are the oldest of the pools.
      assert.ok(rows <= pools.length, `${node['Node Type']} sees ${rows} rows`);
      const isWholeTable = node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'jobs';
      assert.ok(!isWholeTable, 'jobs are found by their index');
    }
  });
}

test('jobs are claimed oldest first across the pools', async () => {
  await books.database.query(`update jobs set state = 'queued', lease_until = null where state = 'running'`);
  const seeds: (number | undefined)[] = [];
  for (let i = 0; i < 4; i++) seeds.push((await claimJob(books.database, leaseRequest()))?.seed);
  assert.deepEqual(seeds, [QUEUED, QUEUED - 1, QUEUED - 2, QUEUED - 3]);
});
