import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { usedCreditsIn } from '../../src/funding/credits.ts';
import { insertJobs, sql } from '../support/insert-jobs.ts';
import { explain, rowsRead } from '../support/query-plans.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const REVERSED = 5_000;
const SETTLED = 20;
const MAX_ROWS = 2 * SETTLED;

let scene: TestDatabase;
before(async () => {
  scene = await createTestDatabase();
});
after(() => scene.close());

test('what an account has ordered and deleted is not read when its credits are counted', async () => {
  verifies('DEC-STATEMENT-01');
  const { database } = scene;
  const [account] = await database.query<{ id: string }>(
    `insert into accounts (id, email, created_at) values (gen_random_uuid(), 'busy@example.com', now()) returning id`,
  );
  const accountId = account?.id ?? '';
  const deleted = { interface: 'job_api', deleted_at: sql('now()') };
  await insertJobs(database, accountId, { ...deleted, state: 'completed' }, SETTLED);
  await insertJobs(database, accountId, { ...deleted, state: 'failed' }, REVERSED);
  await database.query(
    `insert into credit_charges (job_id, account_id, credits, month, state)
     select id, account_id, 8, '2026-03-01', case state when 'completed' then 'settled' else 'reversed' end from jobs`,
  );
  await database.query('vacuum analyze');
  const used = `select ${usedCreditsIn('$2')} as credits from (select $1::uuid as account_id) as requested`;
  const values = [accountId, '2026-03-01'];
  assert.deepEqual(await database.query(used, values), [{ credits: 8 * SETTLED }]);
  const plan = await explain(database, used, values);
  const most = Math.max(...plan.filter((node) => node['Relation Name'] === 'credit_charges').map(rowsRead));
  assert.ok(most <= MAX_ROWS, `${most} rows`);
});
