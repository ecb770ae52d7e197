import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Database } from '../../src/db/database.ts';
import { listResults, type ResultFilter } from '../../src/jobs/library/list-results.ts';
import { listRecentPrompts } from '../../src/jobs/library/recent-prompts.ts';
import { insertJobs, sql } from '../support/insert-jobs.ts';
import { explain, rowsRead } from '../support/query-plans.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** What the studio reads of an account with 10,000 results of seven days and 2,000 kept ones, beside as many of others. */

const JOBS = 10_000;
const KEPT = 2_000;
const PAGE = 61;
/** A page of two lists, and the same of what it shows. */
const MAX_ROWS_OF_A_PAGE = 4 * PAGE;

let scene: TestDatabase;
let accountId: string;
before(async () => {
  scene = await createTestDatabase();
  const { database } = scene;
  for (const email of ['other@example.com', 'busy@example.com']) {
    const [account] = await database.query<{ id: string }>(
      `insert into accounts (id, email, created_at) values (gen_random_uuid(), $1, now()) returning id`,
      [email],
    );
    accountId = account?.id ?? '';
    const job = {
      interface: 'job_api',
      state: 'completed',
      created_at: sql(`now() - n * interval '30 seconds'`),
    };
    const prompt = sql(
      `'a picture ' || n || case when n % 100 = 0 then ' with a lighthouse' else ' of the sea' end`,
    );
    await insertJobs(database, accountId, { ...job, prompt }, JOBS);
    await insertJobs(database, accountId, { ...job, prompt, deleted_at: sql('now()') }, KEPT);
    await database.query(
      `insert into kept_results (id, job_id, account_id, prompt, search_words, artifact_key, bytes, kept_at)
       select gen_random_uuid(), id, account_id, prompt, prompt, 'x', 1, now() from jobs
       where account_id = $1 and deleted_at is not null`,
      [accountId],
    );
    await database.query('update jobs set search_words = prompt where account_id = $1', [accountId]);
    await database.query(`insert into collections (id, account_id, created_at) values ($1, $1, now())`, [
      accountId,
    ]);
    await database.query(
      `insert into collected_results select $1, id from jobs where account_id = $1 and right(id::text, 1) = '7'`,
      [accountId],
    );
  }
  await database.query('vacuum analyze');
});
after(() => scene.close());

/** Calls back with a database that explains each statement; returns the most rows that one read of a table. */
async function maxRowsOf(read: (database: Database) => Promise<unknown>): Promise<number> {
  let max = 0;
  const query: Database['query'] = async <Row>(statement: string, values?: readonly unknown[]) => {
    const nodes = await explain(scene.database, statement, values);
    const tables = nodes.filter((node) => node['Relation Name'] !== undefined);
    max = Math.max(max, ...tables.map(rowsRead));
    return scene.database.query<Row>(statement, values);
  };
  await read({ ...scene.database, query });
  return max;
}

test('a page of the studio reads a page, and a search or a filter at most the account’s own', async () => {
  verifies('DEC-LIBRARY-10');
  const page = (filter: ResultFilter, before?: string) => (database: Database) =>
    listResults(database, { ...filter, accountId, before, limit: PAGE }, new Date());
  const whole = await page({})(scene.database);
  assert.equal(whole.length, PAGE);
  assert.ok((await maxRowsOf(page({}))) <= MAX_ROWS_OF_A_PAGE);
  assert.ok((await maxRowsOf(page({}, whole.at(-1)?.id))) <= MAX_ROWS_OF_A_PAGE);
  assert.ok(
    (await maxRowsOf(page({ search: 'sea' }))) <= MAX_ROWS_OF_A_PAGE * 2,
    'frequent words are found soon',
  );
  for (const filter of [
    { search: 'light' },
    { search: 'nowhere' },
    { collection: null },
    { isKept: true },
    { status: 'completed' as const, search: 'light', collection: null },
  ]) {
    const rows = await maxRowsOf(page(filter));
    assert.ok(rows <= JOBS + KEPT, `${rows} rows for ${JSON.stringify(filter)}`);
  }
  assert.equal((await page({ search: 'light 1900' })(scene.database)).length, 2, 'a job and a copy');
  const prompts = (database: Database) => listRecentPrompts(database, accountId, { limit: PAGE }, new Date());
  assert.ok((await maxRowsOf(prompts)) <= JOBS);
});
