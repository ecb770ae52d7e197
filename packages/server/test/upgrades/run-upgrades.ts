// Upgrades a service under load from the newest released version to this checkout, with a database of a year, and goes back.
//   npm run upgrades -- --from v0.1.0
// Needs git with the tag, npm, and an installed PostgreSQL with pg_dump. Prints what each step took; exits with 1 on a failure.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { SLOW_MS, until } from '../support/deadline.ts';
import { UNLIMITED } from '../support/jobs-under-test.ts';
import { findPostgres } from '../support/own-postgres.ts';
import { type KinoraProcess, PROGRAM } from '../support/service-process.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { checkOut, commitOf, latestTag } from './checkout.ts';
import { startCustomers } from './customers.ts';
import { fillYear, JOBS } from './fill-year.ts';
import { createOrders } from './orders.ts';
import { openScene, type Version } from './scene.ts';

/** How long the load runs before, between and after the replacements. */
const STEADY_MS = 10_000;

/** How many failures are shown. */
const SHOWN = 10;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const secondsSince = (at: number): string => `${((performance.now() - at) / 1000).toFixed(1)} s`;

function readNeeds() {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  const tag = values.from ?? latestTag();
  const commit = tag && commitOf(tag);
  const programs = findPostgres();
  if (tag === undefined || commit === undefined || programs === undefined) {
    say(
      'npm run upgrades needs git with the tag of a released version (git fetch --tags; --from TAG), and an installed PostgreSQL with pg_dump',
    );
    process.exit(2);
  }
  return { tag, commit, programs };
}

const { tag, commit, programs } = readNeeds();
say(`from ${tag} (${commit.slice(0, 8)}) to this checkout`);
const earlier: Version = { name: tag, program: await checkOut(commit) };
const now: Version = { name: 'this checkout', program: PROGRAM };

await using stack = new AsyncDisposableStack();
const scene = await openScene(programs, stack);
const receiver = await startWebhookReceiver();
stack.defer(() => receiver.stop());

const database = scene.database('kinora');
const { servers, workers, customers, orders, db } = await startEarlier();
const jobOfBefore = await orders.image();
const dumpedAt = performance.now();
await scene.dump('kinora');
say(`pg_dump under load took ${secondsSince(dumpedAt)}`);
await replaceAll();
await checkCustomers();
await mixVersions();
await goBack();
say('No request failed, no job was lost, and each was charged once.');

/** The earlier version with its year and its customers. */
async function startEarlier() {
  const startedAt = performance.now();
  await scene.command(earlier, database, 'migrate', '--create');
  const servers = [await scene.serve(earlier, 0, database)];
  const db = openDatabase({ connectionString: database, queryTimeoutMs: 0, onError: () => {} });
  stack.defer(() => db.close());
  await fillYear(db);
  const [size] = await db.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  say(`${JOBS} jobs of a year, ${size?.size}, filled after ${secondsSince(startedAt)}`);
  await audit(earlier, database);
  servers.push(await scene.serve(earlier, 1, database));
  const workers = [await work(earlier, 'one', db), await work(earlier, 'two', db)];
  const account = ['--email', 'ann@example.com', '--balance-usd', '500', '--json'];
  const made = await scene.command(earlier, database, 'account', 'create', ...account);
  const { account_id: accountId, api_key: key } = JSON.parse(made);
  const person = await signUp();
  for (const id of [accountId, person.id]) await setLimits(db, id, UNLIMITED);
  const orders = createOrders(scene.url, key);
  await orders.image();
  const webhookUrl = `${receiver.url}/events`;
  const customers = startCustomers({ url: scene.url, key, cookie: person.cookie, webhookUrl });
  await pause(STEADY_MS);
  return { servers, workers, customers, orders, db };
}

/** Starts a worker, and waits until orders count on it. */
async function work(version: Version, name: string, db: Database): Promise<KinoraProcess> {
  const worker = scene.work(version, name);
  await until(
    async () => (await db.query('select from workers where name = $1', [name])).length > 0,
    SLOW_MS,
  );
  return worker;
}

/** A person of the job API, on its free tier. */
async function signUp() {
  const response = await fetch(`${scene.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: scene.url },
    body: JSON.stringify({ name: '', email: 'bob@example.com', password: 'correct horse battery' }),
  });
  const { user } = (await response.json()) as { readonly user: { readonly id: string } };
  const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  return { id: user.id, cookie: cookie.join('; ') };
}

/** The servers first, then the workers, one after the other. */
async function replaceAll(): Promise<void> {
  for (const place of [0, 1] as const) {
    const startedAt = performance.now();
    assert.equal(await servers[place]?.end('SIGTERM'), 0, servers[place]?.output());
    const stopped = secondsSince(startedAt);
    servers[place] = await scene.serve(now, place, database);
    say(`server ${place + 1}: stopped within ${stopped}, replaced after ${secondsSince(startedAt)}`);
    assert.deepEqual(customers.failures.slice(0, SHOWN), []);
    await pause(STEADY_MS);
  }
  for (const [at, worker] of workers.entries()) {
    const startedAt = performance.now();
    assert.equal(await worker.end('SIGTERM'), 0, worker.output());
    say(`worker ${at + 1}: drained and stopped within ${secondsSince(startedAt)}`);
    workers[at] = await work(now, `new-${at + 1}`, db);
    await pause(STEADY_MS);
  }
}

async function checkCustomers(): Promise<void> {
  await customers.leave();
  for (const [what, { count, maxMs }] of customers.calls)
    say(`  ${what}: ${count}, the longest ${Math.round(maxMs)} ms`);
  say(`  pages that met the script of the other version: ${customers.mixedPages()}`);
  assert.deepEqual(customers.failures.slice(0, SHOWN), []);
  const { delivered, studio } = customers;
  const settled = await db.query<{ id: string }>(
    `select job_id as id from charges join ledger_transactions using (job_id)
     where job_id = any($1) and state = 'settled' and ledger_transactions.kind = 'settlement'
     union all select job_id from credit_charges where job_id = any($1) and state = 'settled'`,
    [[...delivered, ...studio]],
  );
  assert.deepEqual(settled.map(({ id }) => id).sort(), [...delivered, ...studio].sort());
  const faults = await db.query(
    `select outcome, reason, worker from ended_attempts where outcome in ('fault', 'lost')`,
  );
  assert.deepEqual(faults, [], 'every worker was drained');
  const open = await db.query('select id from open_jobs');
  assert.deepEqual(open, [], 'every job has ended');
  const reported = () => new Set(receiver.received.map(({ text }) => JSON.parse(text).data.job_id));
  await until(() => {
    const jobs = reported();
    return delivered.every((id) => jobs.has(id));
  }, SLOW_MS);
  say(
    `${delivered.length} orders by v1, each with its webhook, and ${studio.length} by the job API delivered`,
  );
  await audit(now, database);
}

/** A worker of each version for servers of the other, which also shows that the earlier one runs on the later schema. */
async function mixVersions(): Promise<void> {
  for (const worker of workers) await worker.end('SIGTERM');
  for (const [worker, server] of [
    [earlier, now],
    [now, earlier],
  ] as const) {
    for (const place of [0, 1] as const) {
      await servers[place]?.end('SIGTERM');
      servers[place] = await scene.serve(server, place, database);
    }
    const working = scene.work(worker, 'of-another-version');
    await orders.image();
    await orders.video();
    await working.end('SIGTERM');
    say(`a worker of ${worker.name} rendered an image and a video for servers of ${server.name}`);
  }
  for (const server of servers) await server.end('SIGTERM');
}

/** The dump of before the upgrade, in an empty database, for the earlier version. */
async function goBack(): Promise<void> {
  const startedAt = performance.now();
  const restored = await scene.restore('kinora', 'restored');
  say(`pg_restore took ${secondsSince(startedAt)}`);
  await audit(earlier, restored);
  await scene.serve(earlier, 0, restored);
  scene.work(earlier, 'restored');
  await orders.download(jobOfBefore);
  await orders.image();
  say('back on the dump: a result of before is downloaded, and a new order completes');
}

async function audit(version: Version, database: string): Promise<void> {
  const startedAt = performance.now();
  assert.match(await scene.command(version, database, 'audit', '--all'), /All invariants hold/);
  say(`audit --all of ${version.name} finds nothing, after ${secondsSince(startedAt)}`);
}
