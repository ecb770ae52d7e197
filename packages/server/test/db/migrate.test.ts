import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { openDatabase } from '../../src/db/database.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let empty: TestDatabase;
before(async () => {
  empty = await createTestDatabase();
});
after(() => empty.close());

async function emptySchema(): Promise<void> {
  await empty.database.query('drop schema public cascade');
  await empty.database.query('create schema public');
}

test('concurrent starts apply every migration exactly once', async () => {
  await emptySchema();
  const starts = [1, 2, 3].map(() =>
    openDatabase({ connectionString: empty.connectionString, onError: () => {} }),
  );
  const applied = await Promise.all(starts.map((database) => migrate(database)));
  await Promise.all(starts.map((database) => database.close()));
  const names = (await readMigrations()).map(({ name }) => name);
  assert.deepEqual(applied.flat().sort(), names);
});

test('a second run applies nothing', async () => {
  assert.deepEqual(await migrate(empty.database), []);
});

test('a failed migration is rolled back, and the next start retries it', async () => {
  await emptySchema();
  // This table makes the fourth migration fail.
  await empty.database.query('create table workers (name text)');
  await assert.rejects(migrate(empty.database), /already exists/);
  const [row] = await empty.database.query<{ version: number }>(
    'select max(version) as version from schema_migrations',
  );
  assert.equal(row?.version, 3);
  assert.deepEqual(
    await empty.database.query(`select from pg_tables where tablename in ('jobs', 'idempotency_keys')`),
    [],
  );
  await empty.database.query('drop table workers');
  assert.equal((await migrate(empty.database)).length, (await readMigrations()).length - 3);
});

test('a database of another set of migrations is refused with the remedy', async () => {
  await migrate(empty.database);
  await empty.database.query(`update schema_migrations set name = '0002_other.sql' where version = 2`);
  await assert.rejects(migrate(empty.database), /another build of Kinora \(migration 0002_other\.sql\)/);
});

test('a granted plan that ran up a bill without a card is billed by the operator after the migration', async () => {
  verifies('DEC-PLAN-05');
  await emptySchema();
  await empty.database.query(
    'create table schema_migrations (version integer primary key, name text not null, applied_at timestamptz)',
  );
  for (const { version, name, sql } of (await readMigrations()).slice(0, 10)) {
    await empty.database.query(sql);
    await empty.database.query('insert into schema_migrations values ($1, $2, now())', [version, name]);
  }
  const [owes, unused] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
  for (const id of [owes, unused]) {
    await empty.database.query(
      `with account as (insert into accounts (id, email, created_at) values ($1::uuid, $1::text, now()))
       insert into funding_terms (account_id, plan, plan_source, arrears_since)
       values ($1::uuid, 'max', 'operator', case when $1::text = $2 then now() end)`,
      [id, owes],
    );
  }
  await empty.database.query(
    `with used as (insert into usage_months (account_id, month, month_end_cents) values ($1, '2030-01-01', 300))
     insert into invoices (id, account_id, month, amount_cents, state, tries, created_at)
     values ($1, $1, '2030-01-01', 300, 'unpaid', 3, now())`,
    [owes],
  );
  await empty.database.query(
    `with checkout as (
       insert into payments (id, account_id, provider, kind, amount_cents, plan, plan_interval, created_at)
       values ($1, $1, 'sandbox', 'subscription', 9900, 'max', 'month', now())
     )
     insert into sandbox_subscriptions (id, operation_id, account_id, plan, plan_interval, paid_until)
     values ('s', $1, $1, 'max', 'month', '2030-02-28T00:00:00Z')`,
    [unused],
  );
  await migrate(empty.database);
  const terms = `select format('%s %s', plan_billing, arrears_since) as of from funding_terms order by account_id`;
  assert.deepEqual(await empty.database.query(terms), [{ of: 'manual ' }, { of: 'none ' }]);
  const invoices = `select format('%s %s %s', collection, state, tries) as of from invoices`;
  assert.deepEqual(await empty.database.query(invoices), [{ of: 'manual open 1' }]);
  const [row] = await empty.database.query<{ start: Date }>(
    'select period_start as start from sandbox_subscriptions',
  );
  assert.deepEqual(row?.start, new Date('2030-01-28T00:00:00Z'));
});

test('an upgrade carries the suspension of a key over to its account', async () => {
  verifies('DEC-SUSPENSION-01');
  const { database } = empty;
  await migrateUntil(/^0013_/);
  await database.query(`
    insert into accounts (id, email, created_at) select gen_random_uuid(), n || '@example.com', now()
    from generate_series(1, 3) as n;
    insert into api_keys (id, account_id, hash, prefix, created_at, rejected_at, suspended_until)
    select gen_random_uuid(), id, sha256(email::bytea), 'kn_', now(),
      case when email <> '3@example.com' then timestamptz '2026-03-01' end,
      case when email = '1@example.com' then timestamptz '2026-03-02' end from accounts`);
  await migrate(database);
  const rows = await database.query<{ email: string; until: Date | null }>(
    'select email, suspended_until as until from suspensions join accounts on accounts.id = account_id order by email',
  );
  assert.deepEqual(
    rows.map(({ email, until }) => [email, until?.toISOString()]),
    [
      ['1@example.com', '2026-03-02T00:00:00.000Z'],
      ['2@example.com', undefined],
    ],
  );
});

test('an upgrade tells the key of terminals from that of the account, and keeps both', async () => {
  verifies('DEC-KEYS-10');
  const { database } = empty;
  await migrateUntil(/_keys/);
  await database.query(`
    insert into accounts (id, email, created_at) select gen_random_uuid(), kind || '@example.com', now()
    from unnest(array['terminal', 'page']) as kind;
    insert into api_keys (id, account_id, hash, prefix, created_at)
    select gen_random_uuid(), id, sha256(email::bytea), 'kn_' || email, now() from accounts;
    insert into security_events (kind, account_id, details, created_at)
    select 'key_issued', id, jsonb_build_object('by', split_part(email, '@', 1), 'prefix', 'kn_' || email), now()
    from accounts`);
  await migrate(database);
  const keys = await database.query(
    `select email, kind, name, scopes, family_id = api_keys.id as "isFirst" from api_keys
       join accounts on accounts.id = account_id order by email`,
  );
  const all = { scopes: ['generate', 'read', 'manage'], isFirst: true };
  assert.deepEqual(keys, [
    { email: 'page@example.com', kind: 'account', name: 'Account key', ...all },
    { email: 'terminal@example.com', kind: 'terminal', name: 'Terminal', ...all },
  ]);
});

/** An empty schema with every migration before the one with this name. */
async function migrateUntil(next: RegExp): Promise<void> {
  const { database } = empty;
  await emptySchema();
  await database.query(
    'create table schema_migrations (version integer primary key, name text not null, applied_at timestamptz default now())',
  );
  const migrations = await readMigrations();
  const end = migrations.findIndex(({ name }) => next.test(name));
  assert.ok(end > 0);
  for (const { sql, version, name } of migrations.slice(0, end)) {
    await database.query(sql);
    await database.query('insert into schema_migrations (version, name) values ($1, $2)', [version, name]);
  }
}
