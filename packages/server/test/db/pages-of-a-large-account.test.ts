import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { exportAccount } from '../../src/account-data/export-account.ts';
import { previewDeletion } from '../../src/account-data/preview-deletion.ts';
import type { Database } from '../../src/db/database.ts';
import { jobCostTable } from '../../src/http/console/money/job-cost-table.ts';
import { keptJobsOf } from '../../src/jobs/retention/kept-jobs.ts';
import { listJobCosts } from '../../src/jobs/views/list-job-costs.ts';
import { insertJobs, sql } from '../support/insert-jobs.ts';
import { explain, rowsRead } from '../support/query-plans.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** What an account with many jobs reads about them: a page costs the same wherever it is. */

const JOBS = 12_000;
/** The jobs of the last days; all others are deleted. */
const KEPT = 40;
/** The largest page has 1,000 jobs. */
const MAX_ROWS = 1_200;
const OLD_MONTH = '2025-01-01';

let scene: TestDatabase;
let accountId: string;
before(async () => {
  scene = await createTestDatabase();
  const [account] = await scene.database.query<{ id: string }>(
    `insert into accounts (id, email, created_at) values (gen_random_uuid(), 'busy@example.com', now()) returning id`,
  );
  accountId = account?.id ?? '';
  const values = [accountId];
  await scene.database.query('insert into funding_accounts (account_id) values ($1)', values);
  await scene.database.query('insert into funding_terms (account_id) values ($1)', values);
  const created_at = sql(`timestamptz '2026-03-01Z' - n * interval '3 hours'`);
  const deleted_at = sql(`case when n > ${KEPT} then now() end`);
  await insertJobs(scene.database, accountId, { state: 'completed', created_at, deleted_at }, JOBS);
  await scene.database.query(
    `insert into charges (job_id, account_id, month, medium, twelfths, price_cents, prepaid_cents, state)
     select id, account_id, date_trunc('month', created_at), 'image', 0, 5, 5, 'settled' from current_jobs`,
  );
  await scene.database.query('vacuum analyze');
});
after(() => scene.close());

/** The database, which also explains each statement that it runs, and the most rows that one of them read of a table. */
function explaining(database: Database): { readonly database: Database; readonly most: () => number } {
  let most = 0;
  const query: Database['query'] = async <Row>(sql: string, values?: readonly unknown[]) => {
    const nodes = await explain(database, sql, values);
    const tables = nodes.filter((node) => node['Relation Name'] !== undefined);
    most = Math.max(most, ...tables.map(rowsRead));
    return database.query<Row>(sql, values);
  };
  return { database: { ...database, query }, most: () => most };
}

test('the export reads each job once', async () => {
  verifies('DEC-STATEMENT-01');
  const { database, most } = explaining(scene.database);
  let text = '';
  for await (const piece of exportAccount(database, accountId, new Date())) text += piece;
  const exported = JSON.parse(text);
  assert.equal(new Set(exported.jobs.map(({ id }: { id: string }) => id)).size, JOBS);
  assert.equal(new Set(exported.charges.map(({ job_id }: { job_id: string }) => job_id)).size, JOBS);
  assert.ok(most() <= MAX_ROWS, `${most()} rows for one page`);
});

test('so does the file of costs, and a page of an old month begins there', async () => {
  verifies('DEC-STATEMENT-01');
  const { database, most } = explaining(scene.database);
  let lines = 0;
  for await (const piece of jobCostTable(database, { accountId, month: undefined, medium: undefined }))
    lines += piece.split('\r\n').length - 1;
  assert.equal(lines, 1 + JOBS);
  const page = { before: undefined, limit: 50 };
  const old = await listJobCosts(database, { accountId, month: OLD_MONTH, medium: 'image' }, page);
  assert.equal(old.length, 50);
  assert.ok(old.every(({ createdAt }) => createdAt.toISOString().startsWith('2025-01')));
  assert.ok(most() <= MAX_ROWS, `${most()} rows for one page`);
});

test('the deletion of the account reads the jobs that are kept', async () => {
  verifies('DEC-STATEMENT-01');
  const { database, most } = explaining(scene.database);
  assert.equal((await previewDeletion(database, accountId)).kept_jobs, KEPT);
  const next = keptJobsOf('and id > $2 order by id limit 10');
  const first = await database.query(next, [accountId, '00000000-0000-0000-0000-000000000000']);
  assert.equal(first.length, 10);
  assert.ok(most() <= KEPT, `${most()} rows`);
});
