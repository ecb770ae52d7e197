import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { until } from '../support/deadline.ts';
import { METRICS_TOKEN, useEverything } from '../support/every-call.ts';
import { fillQueue, fillTables, makeLarge, OWN } from '../support/large-tables.ts';
import { nodesOf, type PlanNode, rowsRead } from '../support/query-plans.ts';
import { startTestApp, type TestApp, withSettings } from '../support/test-app.ts';

/**
 * Every statement of a running service, on large tables, as PostgreSQL planned and executed it: its own log of plans,
 * for the sessions of this service alone. A statement of a call or of the queue that reads more rows than it needs would slow down
 * as the tables grow.
 */

/** More than any page of a list, and far fewer than the rows of a large table. */
const MAX_ROWS = 300;
const SMALL_TABLE = 1_000;
/** The jobs by which the arrivals of the next minutes are estimated. */
const LAST_ACCEPTED = 1_000;
/**
 * At most once a second: the first thousand and the thousand that were accepted last, and of a longer queue all of it, at
 * most for a twentieth of the time. For metrics and for operators: the first thousands by tier. They may read the queue, and no ended job.
 */
const READS_OF_THE_QUEUE =
  /^select medium as pool, account_id as "accountId"|^select pool, id, sort_key|^select requested\.pool|^select pools\.pool|^select pool, coalesce\(tier|^select waits_for as capability|^select lines\.model|from open_jobs where lease_until is not null and state = 'running'\s+union all/;
/**
 * For operators, who rarely look: the ledger of a day, and the last jobs that failed, up to a bound. For a search: the words of
 * the newest works.
 */
const READS_UP_TO_A_BOUND =
  /^select coalesce\(sum\(amount_cents\)|^with moved as materialized|^select jobs\.id, account_id as "accountId", email, medium, block_category|limit 5000\) as first/;
/**
 * All that an account has in a month, or at all: its usage by day, its file of costs, its export, what its deletion ends, its keys, and
 * the jobs of its last seven days, which its studio searches and filters by what is kept or collected.
 */
const READS_OF_AN_ACCOUNT =
  /^with used as|^select jobs\.id, jobs\.created_at as "createdAt", case interface|^select id, type, operation as kind, model, state, prompt|^select job_id, charges\.month|^select month from usage_months|^select count\(\*\) filter \(where ended_at is null\)|^select coalesce\(sum\(prepaid_cents\)|^select banned_at|^select family_id as id|^select (id, )?prefix,|^select id, amount_cents, spent_cents|^select id, prompt, "createdAt" from|' ' \|\| coalesce\(search_words|^select id from \(\(select id from jobs as shown[\s\S]*(kept_results where job_id = shown|shown\.id in)/;
/** Keeps the attempts of some minutes, and reads all of them. */
const SWEEP_OF_ATTEMPTS = /^delete from key_attempts/;
/** The jobs of a month that cost credits, of which a plan has a limited number. */
const CREDITS = 'credit_charges_used';
const LAST = 'the last statement';
const LOGS_PLANS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
};
/** The index by account, pool and virtual start has two levels then, and the one of all jobs of an account still has one. */
const FEW_JOBS = 200;

interface LoggedPlan {
  readonly 'Query Text': string;
  readonly Plan: PlanNode;
}

test('no statement of a call, a worker or a task reads a large table row by row', async () => {
  verifies('DEC-STATEMENT-01');
  const service = await startLoggedApp();
  await forbidAnalyse(service.database);
  await fillTables(service.database);
  await service.database.query('vacuum analyze');
  const read = await followLog(service);
  await useEverything(service);
  await assertFewRows(service.database, await read());

  // The plans were made while the queue was empty, and are kept.
  await fillQueue(service.database);
  await useEverything(service, makeLarge);
  await assertFewRows(service.database, await read());

  // They are made again when PostgreSQL has counted the queue.
  await useEverything(service, async (...account) => {
    await makeLarge(...account);
    await service.database.query('analyze');
  });
  await assertFewRows(service.database, await read());
});

for (const jobs of [0, FEW_JOBS]) {
  test(`neither does one that was planned while there were ${jobs} jobs`, async () => {
    verifies('DEC-STATEMENT-01');
    const service = await startLoggedApp();
    const { database } = service;
    await forbidAnalyse(database);
    await service.account();
    await fillQueue(database, jobs);
    const read = await followLog(service);
    // Each statement is planned at its first call on a connection.
    for (let time = 0; time < 2; time++) await useEverything(service);
    await read();
    await fillTables(database);
    await fillQueue(database);
    await useEverything(service, makeLarge);
    await assertFewRows(database, await read());
  });
}

/** A service that logs its plans. The statements of the test itself have the time that they need to fill the tables. */
async function startLoggedApp(): Promise<TestApp> {
  const environment = { KINORA_METRICS_TOKEN: METRICS_TOKEN };
  const service = await startTestApp({ environment, sessionSettings: LOGS_PLANS });
  const { connectionString } = service;
  const database = openDatabase({ connectionString, queryTimeoutMs: 0, onError: () => {} });
  after(async () => {
    await database.close();
    await service.stop();
  });
  return { ...service, database };
}

async function assertFewRows(database: Database, plans: readonly LoggedPlan[]): Promise<void> {
  const large = await largeTables(database);
  const [queue] = await database.query<{ length: number }>('select count(*) as length from open_jobs');
  const firstColumns = await firstColumnsOfIndexes(database);
  const tables = new Set<string>();
  const problems = new Set<string>();
  for (const plan of plans) {
    if (READS_UP_TO_A_BOUND.test(plan['Query Text']) || SWEEP_OF_ATTEMPTS.test(plan['Query Text'])) continue;
    const most = maxRows(plan['Query Text'], queue?.length ?? 0);
    const statement = plan['Query Text'].replace(/\s+/g, ' ').slice(0, 150);
    for (const node of nodesOf(plan.Plan)) {
      const { 'Index Name': index, 'Index Cond': condition } = node;
      // All of the index is read then, and none of what it has left out is counted.
      const first = firstColumns.get(index ?? '');
      if (first !== undefined && condition !== undefined && !names(condition, first)) {
        problems.add(`${index} is read without ${first}, by ${condition}: ${statement}`);
      }
      // Planned while the queue was empty, when a join of all that waits costs nothing.
      if (index === 'open_jobs_pkey' && condition === undefined)
        problems.add(`${index} is read as a whole: ${statement}`);
      const table = node['Relation Name'];
      if (table === undefined || !large.has(table)) continue;
      tables.add(table);
      const read = rowsRead(node);
      if (read <= most || (node['Index Name'] === CREDITS && read <= MAX_ROWS + OWN)) continue;
      problems.add(
        `${node['Node Type']} ${node['Index Name'] ?? ''} reads ${read} rows of ${table}: ${statement}`,
      );
    }
  }
  for (const table of [
    'jobs',
    'charges',
    'ledger_transactions',
    'postings',
    'usage_months',
    'funding_accounts',
  ]) {
    assert.ok(tables.has(table), `${table} is used`);
  }
  assert.deepEqual([...problems], []);
}

/** Whether an expression of SQL has this column, or expression, and not only one whose name it is part of. */
function names(expression: string, column: string): boolean {
  return expression.split(column).some((after, at, parts) => {
    const before = parts[at - 1];
    return before !== undefined && !/\w$/.test(before) && !/^\w/.test(after);
  });
}

function maxRows(statement: string, queued: number): number {
  if (READS_OF_THE_QUEUE.test(statement)) return LAST_ACCEPTED + queued;
  return READS_OF_AN_ACCOUNT.test(statement) ? MAX_ROWS + 4 * OWN : MAX_ROWS;
}

/** Returns what reads the plans that were logged since the last call. */
async function followLog({ database, connectionString }: TestApp): Promise<() => Promise<LoggedPlan[]>> {
  const [row] = await database.query<{ file: string }>(
    `select current_setting('data_directory') || '/' || pg_current_logfile() as file`,
  );
  assert.ok(row !== undefined);
  let { size: start } = await stat(row.file);
  return async () => {
    const last = { connectionString: withSettings(connectionString, LOGS_PLANS), onError: () => {} };
    const ending = openDatabase(last);
    await ending.query(`select '${LAST}'`);
    await ending.close();
    let log = '';
    await until(async () => {
      log = await text(createReadStream(row.file, { start }));
      return log.includes(LAST);
    });
    start += Buffer.byteLength(log);
    // Each line of an entry but its first is indented.
    return [...log.matchAll(/ plan:\n((?:\t.*\n)+)/g)].map(([, plan = '']) => JSON.parse(plan));
  };
}

async function firstColumnsOfIndexes(database: Database): Promise<Map<string, string>> {
  const rows = await database.query<{ index: string; first: string }>(
    `select indexrelid::regclass::text as index, pg_get_indexdef(indexrelid, 1, true) as first
     from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ index, first }) => [index, first]));
}

async function largeTables(database: Database): Promise<Set<string>> {
  const rows = await database.query<{ name: string }>(
    `select relname as name from pg_stat_user_tables where n_live_tup > $1`,
    [SMALL_TABLE],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Plans stay those of the tables as they were: PostgreSQL would count their rows at any time, and plan again. */
async function forbidAnalyse(database: Database): Promise<void> {
  const tables = await database.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace <> 'pg_catalog'::regnamespace
     and relnamespace <> 'information_schema'::regnamespace`,
  );
  for (const { name } of tables) await database.query(`alter table ${name} set (autovacuum_enabled = false)`);
}
