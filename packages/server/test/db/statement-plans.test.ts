import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { DEFAULT_LIMITS } from '../../src/jobs/accept/decide-limits.ts';
import { addTask } from '../../src/tasks/add-task.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { newCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { ASK, jobCaller } from '../support/job-api.ts';
import { operatorCaller } from '../support/operator.ts';
import { nodesOf, type PlanNode, rowsRead } from '../support/query-plans.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/**
 * Every statement of a running service, on large tables, as PostgreSQL planned and executed it: its own log of plans,
 * for this database alone. A statement of a call or of the queue that reads more rows than it needs would slow down
 * as the tables grow.
 */

/** Ended jobs, with charges and postings, of as many accounts as there are thousands. */
const ENDED = 20_000;
const ACCOUNTS = 2_000;
/** More than any page of a list, and far fewer than the rows of a large table. */
const MOST_ROWS = 300;
const SMALL_TABLE = 1_000;
/**
 * At most once a second: changes since the last reading, jobs of segments that have become long, and the first
 * thousand. For metrics and for operators: the first thousands by tier. They may read the queue, and no ended job.
 */
const READS_OF_THE_QUEUE =
  /^with changes as|^select long\.pool|^select requested\.pool|^select pools\.pool|^select pool, priority|from jobs where state = 'running'\s+union all/;
/**
 * For operators, who rarely look: the ledger of a day, and the last jobs that failed, up to a bound. For a search: the words of
 * the newest works.
 */
const READS_UP_TO_A_BOUND =
  /^select coalesce\(sum\(amount_cents\)|^select jobs\.id as "jobId"|limit 5000\) as newest/;
/** All that an account has in a month, or at all: its usage by day, its file of costs, its export and what its deletion ends. */
const READS_OF_AN_ACCOUNT =
  /^with used as|^select jobs\.id, jobs\.created_at as "createdAt", case when tier|^select id, type, kind, mode, state, prompt|^select job_id, charges\.month|^select month from usage_months|^select count\(\*\) filter \(where ended_at is null\)|^select coalesce\(sum\(prepaid_cents\)|^select banned_at/;
/** Keeps the attempts of some minutes, and reads all of them. */
const SWEEP_OF_ATTEMPTS = /^delete from key_attempts/;
/** The jobs of a month that cost credits, of which a plan has a limited number. */
const CREDITS = 'credit_charges_used';
const LAST = 'the last statement';
const TOKEN = 'a-token-for-prometheus';

/** Ended and waiting jobs of each interface of an account that calls. */
const OWN = 400;

const FEW_JOBS = 200;

/** Jobs that wait behind everything that a test does. */
const QUEUED = 5_000;

interface LoggedPlan {
  readonly 'Query Text': string;
  readonly Plan: PlanNode;
}

test('no statement of a call, a worker or a task reads a large table row by row', async () => {
  verifies('DEC-STATEMENT-01');
  const service = await startTestApp({ environment: { KINORA_METRICS_TOKEN: TOKEN } });
  after(() => service.stop());
  await fill(service.database);
  await service.database.query('vacuum analyze');
  const read = await logPlans(service);
  await useEverything(service);
  await assertFewRows(service.database, await read());

  // The plans were made while the queue was empty, and are kept.
  await fillQueue(service.database);
  await useEverything(service, makeLarge);
  await assertFewRows(service.database, await read());
});

/**
 * With few rows the indexes of a table look alike, except that one may need a second level before another does, as at the second
 * number.
 */
for (const jobs of [0, FEW_JOBS]) {
  test(`neither does one that was planned while there were ${jobs} jobs`, async () => {
    verifies('DEC-STATEMENT-01');
    const service = await startTestApp({ environment: { KINORA_METRICS_TOKEN: TOKEN } });
    after(() => service.stop());
    const { database } = service;
    await forbidAnalyse(database);
    await service.account();
    await fillQueue(database, jobs);
    const read = await logPlans(service);
    // Each statement is planned at its first call on a connection.
    for (let time = 0; time < 2; time++) await useEverything(service);
    await read();
    await fill(database);
    await fillQueue(database);
    await useEverything(service, makeLarge);
    await assertFewRows(database, await read());
  });
}

async function assertFewRows(database: Database, plans: readonly LoggedPlan[]): Promise<void> {
  const large = await largeTables(database);
  const firstColumns = await firstColumnsOfIndexes(database);
  const tables = new Set<string>();
  const problems = new Set<string>();
  for (const plan of plans) {
    if (READS_UP_TO_A_BOUND.test(plan['Query Text']) || SWEEP_OF_ATTEMPTS.test(plan['Query Text'])) continue;
    const most = mostRows(plan['Query Text']);
    const statement = plan['Query Text'].replace(/\s+/g, ' ').slice(0, 150);
    for (const node of nodesOf(plan.Plan)) {
      const { 'Index Name': index, 'Index Cond': condition } = node;
      // All of the index is read then, and none of what it has left out is counted.
      const first = firstColumns.get(index ?? '');
      if (first !== undefined && condition !== undefined && !condition.includes(first)) {
        problems.add(`${index} is read without ${first}, by ${condition}: ${statement}`);
      }
      const table = node['Relation Name'];
      if (table === undefined || !large.has(table)) continue;
      tables.add(table);
      const read = rowsRead(node);
      if (read <= most || (node['Index Name'] === CREDITS && read <= MOST_ROWS + OWN)) continue;
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

function mostRows(statement: string): number {
  if (READS_OF_THE_QUEUE.test(statement)) return MOST_ROWS + QUEUED + 8 * OWN;
  return READS_OF_AN_ACCOUNT.test(statement) ? MOST_ROWS + 4 * OWN : MOST_ROWS;
}

/** Logs the plans of all new sessions; returns what reads those since the last call. */
async function logPlans({ database, connectionString }: TestApp): Promise<() => Promise<LoggedPlan[]>> {
  const [row] = await database.query<{ name: string; file: string }>(
    `select current_database() as name, current_setting('data_directory') || '/' || pg_current_logfile() as file`,
  );
  assert.ok(row !== undefined);
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
  };
  for (const [name, value] of Object.entries(settings)) {
    await database.query(`alter database ${row.name} set ${name} = '${value}'`);
  }
  let { length: start } = await readFile(row.file);
  // The settings are those of new sessions.
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
    [row.name],
  );
  return async () => {
    const ending = openDatabase({ connectionString, onError: () => {} });
    await ending.query(`select '${LAST}'`);
    await ending.close();
    let log = '';
    await until(async () => {
      log = (await readFile(row.file)).subarray(start).toString();
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

const PAST = `(select * from accounts where email like 'past-%') as accounts`;
const PAST_JOBS = `(select * from jobs where prompt = 'of the past') as jobs`;

/** Ended jobs of the last month with their money, and accounts, analysed. */
async function fill(database: Database): Promise<void> {
  const statements = [
    `insert into accounts (id, email, created_at)
     select gen_random_uuid(), 'past-' || n || '@example.com', now() from generate_series(1, ${ACCOUNTS}) as n`,
    `insert into funding_accounts (account_id, prepaid_cents) select id, 0 from ${PAST} on conflict do nothing`,
    `insert into funding_terms (account_id) select id from ${PAST} on conflict do nothing`,
    `insert into api_keys (id, account_id, hash, prefix, created_at)
     select gen_random_uuid(), id, sha256(id::text::bytea), 'past', now() from ${PAST}`,
    `insert into account_activity (account_id, day) select id, current_date from ${PAST}`,
    `insert into account_activity (account_id, interface, day) select id, 'job_api', current_date from ${PAST}`,
    `insert into usage_months (account_id, month)
     select id, date_trunc('month', now() - make_interval(months => ago)) from ${PAST}, generate_series(0, 2) as ago`,
    `with owners as (select id, row_number() over () - 1 as at from ${PAST})
     insert into jobs (id, account_id, pool, kind, mode, prompt, seed, width, height, frames, sound, created_at, ended_at,
       deleted_at, state, mark_tag)
     select gen_random_uuid(), owners.id, kind, kind, case kind when 'video' then 'fast' end, 'of the past', 1, 1024, 576,
       case kind when 'video' then 121 end, kind = 'video', created_at, created_at + interval '1 minute',
       case when n % 20 <> 0 then now() end, 'failed', substr(md5(n::text), 1, 7)
     from generate_series(1, ${ENDED}) as n join owners on owners.at = n % ${ACCOUNTS},
       lateral (select case when n % 4 = 0 then 'video' else 'image' end as kind,
         now() - make_interval(secs => n * 25) as created_at) as facts`,
    `insert into charges (job_id, account_id, month, kind, thirds, price_cents, prepaid_cents, state)
     select id, account_id, date_trunc('month', created_at), pool, 3, 3, 3, 'reversed' from ${PAST_JOBS}`,
    `insert into purchases (id, account_id, amount_cents, spent_cents, source, purchased_at, refundable_until)
     select gen_random_uuid(), id, 1000, 1000, 'checkout', now(), now() from ${PAST}`,
    `insert into ledger_transactions (account_id, kind, job_id, created_at)
     select account_id, moves.kind, id, created_at from ${PAST_JOBS}, (values ('hold'), ('reversal')) as moves (kind)`,
    `insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
     select ledger_transactions.id, case ledger_transactions.kind when 'hold' then 'prepaid' else 'held' end,
       case ledger_transactions.kind when 'hold' then 'held' else 'prepaid' end, purchases.id, 3
     from ledger_transactions join ${PAST_JOBS} on jobs.id = job_id join purchases on purchases.account_id = jobs.account_id`,
    `insert into idempotency_keys (account_id, key, request_hash, answer, created_at)
     select account_id, id::text, sha256(id::text::bytea), '{}', now() from ${PAST_JOBS} limit 5000`,
    `insert into webhook_events (id, account_id, url, type, job_id, created_at, state)
     select gen_random_uuid(), account_id, 'https://example.com', 'job.failed', id, created_at, 'delivered' from ${PAST_JOBS}`,
    `insert into attempt_windows (kind, subject, times, latest_at)
     select 'mail', 'past-' || n, array[now()], now() from generate_series(1, ${ACCOUNTS}) as n`,
    `insert into works (id, job_id, account_id, asset_id, pool, prompt, search_words, artifact_key, width, height, published_at)
     select gen_random_uuid(), id, account_id, gen_random_uuid(), pool, prompt, 'of the past', 'x', 1, 1, created_at
     from ${PAST_JOBS} limit 2000`,
    `insert into security_events (kind, account_id, created_at) select 'past', account_id, created_at from ${PAST_JOBS}`,
  ];
  for (const statement of statements) await database.query(statement);
}

async function fillQueue(database: Database, jobs = QUEUED): Promise<void> {
  await database.query(`with owners as (select id, row_number() over () - 1 as at from accounts)
     insert into jobs (id, account_id, pool, kind, prompt, seed, width, height, sound, created_at, sort_key,
       virtual_start)
     select gen_random_uuid(), owners.id, 'image', 'image', 'of the past', 1, 1024, 576, false, now(), 1e9 + n, 1e9 + n
     from generate_series(1, ${jobs}) as n join owners on owners.at = n % (select count(*) from owners)`);
}

/** Gives the account more jobs of each interface that ended on other days, and that wait, than a statement may read. */
async function makeLarge({ database }: TestApp, accountId: string): Promise<void> {
  const insert = `insert into jobs (id, account_id, pool, kind, prompt, seed, width, height, sound, created_at, ended_at, deleted_at,
      state, sort_key, virtual_start, tier, type, asset_id)
    select gen_random_uuid(), $1, 'image', 'image', 'of its own', 1, 1024, 576, false, coalesce(ended_at, now() - make_interval(secs => n)), ended_at, ended_at,
      state, 1e9 + n, n * 1e-6, tier, type, case when tier is not null then gen_random_uuid() end
    from generate_series(1, ${OWN}) as n, (values (null, null), ('pro', 'image')) as interfaces (tier, type),
      lateral (values ('failed', now() - make_interval(days => n)), ('queued', null)) as states (state, ended_at)`;
  await database.query(insert, [accountId]);
  const own = `jobs where account_id = $1 and prompt = 'of its own'`;
  await database.query(
    `insert into charges (job_id, account_id, month, kind, thirds, price_cents, prepaid_cents)
     select id, account_id, date_trunc('month', created_at), pool, 0, 3, 3 from ${own} and tier is null`,
    [accountId],
  );
  await database.query(
    `insert into credit_charges (job_id, account_id, month, credits)
     select id, account_id, date_trunc('month', created_at), 1 from ${own} and tier is not null`,
    [accountId],
  );
}

/** Plans stay those of the empty tables. */
async function forbidAnalyse(database: Database): Promise<void> {
  const tables = await database.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace <> 'pg_catalog'::regnamespace
     and relnamespace <> 'information_schema'::regnamespace`,
  );
  for (const { name } of tables) await database.query(`alter table ${name} set (autovacuum_enabled = false)`);
}

/** The calls of both interfaces and of a worker, and the tasks that recur. */
async function useEverything(
  used: TestApp,
  prepare: (used: TestApp, accountId: string) => Promise<void> = async () => {},
): Promise<void> {
  const customer = await used.account();
  await prepare(used, customer.id);
  await used.database.query('update api_keys set cap_cents = 100000 where account_id = $1', [customer.id]);
  await useByKey(used, customer);
  const limited = await used.account(undefined, 'default');
  await prepare(used, limited.id);
  await useAtLimit(limited);
  const caller = await jobCaller(used, 'max');
  await prepare(used, caller.accountId);
  const first = await caller.generate({ ...ASK, type: 'image' });
  assert.equal(first.status, 200, first.text);
  await deliver(used.worker, await takeLease(used.worker));
  const bearer = { authorization: `Bearer ${caller.token}` };
  for (const path of [`/api/job/${first.body.job_id}`, '/api/jobs', '/api/me', '/api/health']) {
    const answer = await send(used.url + path, { headers: bearer });
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  }
  await useByPages(used, prepare);
  await caller.report({ asset_id: first.body.results?.[0]?.id ?? first.body.job_id, reason: 'other' });
  for (const task of ['sweep_access', 'payments_due', 'purge_expired', 'sweep_storage'] as const) {
    await addTask(used.database, task, {});
  }
  await until(async () => (await used.database.query('select from graphile_worker.jobs')).length === 0);
}

/** The pages of the console, those of operators and the metrics. */
async function useByPages(
  used: TestApp,
  prepare: (used: TestApp, accountId: string) => Promise<void>,
): Promise<void> {
  const person = await newCaller(used);
  await prepare(used, person.accountId);
  const month = new Date().toISOString().slice(0, 7);
  const money = [
    '/billing',
    '/billing/payments',
    '/billing/invoices',
    '/usage',
    '/usage/jobs',
    '/usage/jobs.csv',
  ];
  const pages = [...money, `/usage/jobs?month=${month}&kind=video`];
  const lists = ['/keys', '/sessions', '/webhooks/deliveries', '/published', '/studio'];
  const works = ['/works', '/works?q=lighthouse', '/works?q=lighthouse&kind=video'];
  for (const path of [...pages, ...lists, ...works, '/data/deletion', '/data/export']) {
    const answer = await person.get(path);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  }
  const scrape = await send(`${used.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  assert.equal(scrape.status, 200, scrape.text);
  const operator = await operatorCaller(used);
  const searches = ['', '?state=failed', '?state=running'].map((query) => `/jobs${query}`);
  const own = [
    '/overview',
    '/queue',
    '/workers',
    '/accounts',
    '/accounts?search=past-19',
    '/reports',
    '/blocked',
    '/log',
  ];
  for (const path of [...searches, ...own, `/accounts/${person.accountId}`]) {
    const answer = await operator.get(path);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  }
}

async function useByKey(used: TestApp, customer: TestAccount): Promise<void> {
  const jobs: string[] = [];
  for (const path of ['/v1/images/generate', '/v1/images/generate', '/v1/videos/generate']) {
    const key = { 'idempotency-key': `key-${jobs.length}` };
    const accepted = await customer.post(path, { prompt: 'a lighthouse' }, key);
    assert.equal(accepted.status, 200, accepted.text);
    assert.equal(
      (await customer.post(path, { prompt: 'a lighthouse' }, key)).body.job_id,
      accepted.body.job_id,
    );
    jobs.push(accepted.body.job_id);
  }
  const lease = await takeLease(used.worker);
  await used.worker.heartbeat(lease, { progress: 0.5, stage: 'rendering' });
  await deliver(used.worker, lease);
  const failing = await takeLease(used.worker);
  await used.worker.fail(failing, { reason: 'a test', retryable: false });
  const pages = [
    '/v1/jobs',
    '/v1/usage',
    '/v1/me/balance',
    '/v1/me/overage',
    '/v1/me/webhooks',
    '/v1/me/webhooks/deliveries',
  ];
  for (const path of [...jobs.map((id) => `/v1/jobs/${id}`), ...pages]) {
    const answer = await customer.get(path);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  }
  for (const [path, body] of [
    ['/v1/images/quote', { prompt: 'a lighthouse' }],
    ['/v1/me/overage/cap', { cap_cents: 2_000 }],
    ['/v1/me/balance/auto-recharge', { enabled: false }],
  ] as const) {
    const answer = await customer.post(path, body);
    assert.ok(answer.status < 300 || answer.status === 402, `${path}: ${answer.text}`);
  }
  for (const id of jobs) assert.ok((await customer.delete(`/v1/jobs/${id}`)).status < 300);
}

/** The order of an account that has as many jobs as it may have at once. */
async function useAtLimit(customer: TestAccount): Promise<void> {
  const jobs: string[] = [];
  for (let count = 0; count < DEFAULT_LIMITS.jobsAtOnce; count++) {
    const accepted = await customer.post('/v1/images/generate', { prompt: 'a lighthouse' });
    assert.equal(accepted.status, 200, accepted.text);
    jobs.push(accepted.body.job_id);
  }
  const refused = await customer.post('/v1/images/generate', { prompt: 'a harbour' });
  assert.equal(refused.status, 429, refused.text);
  for (const id of jobs) assert.ok((await customer.delete(`/v1/jobs/${id}`)).status < 300);
}
