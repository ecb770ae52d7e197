import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/database.ts';
import { describeSchema } from '../../src/db/describe-schema.ts';
import { countMissingMigrations, migrate, readMigrations } from '../../src/db/migrate.ts';
import { connect } from '../../src/wiring/connect.ts';
import { within } from '../support/deadline.ts';
import { createTestDatabase, type TestDatabase, untilBlocked } from '../support/test-database.ts';

let empty: TestDatabase;
before(async () => {
  empty = await createTestDatabase();
});
after(() => empty.close());

const CREATE_RECORDS =
  'create table schema_migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())';

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
    await empty.database.query(`select from pg_tables where tablename in ('jobs', 'worker_tokens')`),
    [],
  );
  await empty.database.query('drop table workers');
  assert.equal((await migrate(empty.database)).length, (await readMigrations()).length - 3);
});

test('nobody waits behind a migration that waits for a table', async () => {
  verifies('DEC-UPGRADE-02');
  const { database, connectionString } = empty;
  const config = readConfig({ DATABASE_URL: connectionString });
  const migrating = () => connect(config, { onError: () => {}, serves: false, creates: 'migrations' });
  await (await migrating()).close();
  // As if the last migration, which locks this table, were missing. A sign-in writes to it.
  await database.query('drop table push_subscriptions; delete from schema_migrations where version = 29');
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const signIn = 'lock table auth_sessions in row exclusive mode';
  const patient = openDatabase({ connectionString, idleTimeoutMs: 0, onError: () => {} });
  const holding = patient.transaction(async (tx) => {
    await tx.query(signIn);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const late = migrating();
  await untilBlocked(database);
  await within(
    () => 'a sign-in',
    database.transaction((tx) => tx.query(signIn)),
  );
  release.resolve();
  await holding;
  await patient.close();
  const { migrationsApplied, close } = await within(() => 'the migration', late);
  await close();
  assert.deepEqual(migrationsApplied, ['0029_push_subscriptions.sql']);
});

test('a database of another set of migrations is refused with the remedy', async () => {
  await migrate(empty.database);
  await empty.database.query(`update schema_migrations set name = '0002_other.sql' where version = 2`);
  await assert.rejects(migrate(empty.database), /another build of Kinora \(migration 0002_other\.sql\)/);
});

test('a subscription from before the catalogue holds the price that it was sold at', async () => {
  verifies('DEC-PLAN-10');
  await emptySchema();
  const { database } = empty;
  const [account, ...ids] = Array.from({ length: 4 }, () => crypto.randomUUID());
  for (const { version, sql } of await readMigrations()) {
    if (version === 15) {
      await database.query(
        `insert into accounts (id, email, created_at) values ($1, 'early@example.com', now())`,
        [account],
      );
      await database.query(
        `insert into payments (id, account_id, provider, kind, amount_cents, plan, plan_interval, created_at)
         select id, $1, 'sandbox', 'subscription', 1, 'pro', 'month', now() from unnest($2::uuid[]) as id`,
        [account, ids],
      );
      await database.query(
        `insert into subscriptions (id, account_id, provider, provider_id, plan, plan_interval, state, changed_at, next_plan,
           next_interval)
         values ($2, $1, 'sandbox', 'a', 'pro', 'month', 'active', now(), null, null),
           ($3, $1, 'sandbox', 'b', 'max', 'month', 'active', now(), 'pro', 'month'),
           ($4, $1, 'sandbox', 'c', 'max', 'year', 'active', now(), 'max', 'month')`,
        [account, ...ids],
      );
    }
    await database.query(sql);
  }
  const rows = await database.query<Record<string, number | null>>(
    `select price_cents as cents, catalogue_version as version, next_cents as next, next_version as "nextVersion"
     from subscriptions order by provider_id`,
  );
  assert.deepEqual(
    rows.map(({ cents, version, next, nextVersion }) => [cents, version, next, nextVersion]),
    [
      [1900, 1, null, null],
      [9900, 1, 1900, 1],
      [94_800, 1, 9900, 1],
    ],
  );
  await emptySchema();
});

test('what a worker last reported of its capabilities is carried over, so that it counts before it calls again', async () => {
  await emptySchema();
  const migrations = await readMigrations();
  const before = migrations.filter(({ name }) => name < '0012');
  await empty.database.query(CREATE_RECORDS);
  for (const { sql } of before) await empty.database.query(sql);
  await empty.database.query(
    'insert into schema_migrations (version, name) select * from unnest($1::int[], $2::text[])',
    [before.map(({ version }) => version), before.map(({ name }) => name)],
  );
  await empty.database.query(
    `insert into workers (name, pools, engine, engine_version, capabilities, supports_zero_retention, gpu, vram_free_gb,
       queue_size, seen_at)
     select name, '{}', 'x', '1', capabilities::jsonb, false, 'none', 0, 0, now() from (values
       ('idle', '[]'),
       ('able', '[{"kind":"i2v","mode":"fast","longest_side":9},{"kind":"image","mode":null,"longest_side":8}]')
     ) as reported (name, capabilities)`,
  );
  await migrate(empty.database);
  assert.deepEqual(await empty.database.query('select name, capabilities from workers order by name desc'), [
    { name: 'idle', capabilities: [] },
    {
      name: 'able',
      capabilities: [
        { operation: 'i2v', model: 'fast', longest_side: 9 },
        { operation: 'image', model: 'image', longest_side: 8 },
      ],
    },
  ]);
});

/** The migrations of the builds from before the first release, as those recorded them. */
const UNRELEASED =
  `accounts ledger funding jobs queue access payments sandbox jobs_of_an_account workers_and_disk
  recharges_and_plans waits accounts_under_attack jobs_of_v1 webhooks queued_jobs_of_an_account undelivered_results plans works
  operating second_factors keys cards_and_plan_charges worker_slots traces_and_documents lifted_suspensions upgrade_charges
  claimable_jobs ledger_closing used_credits open_refunds refused_refunds manual_plans_have_paid jobs_of_an_account listed_jobs
  caps_of_revoked_keys workers_by_token proofs_and_setting_notices takebacks password_links session_lifetime open_jobs held_slots
  interface_of_a_job`
    .split(/\s+/)
    .map((name, at) => `${`${at + 1}`.padStart(4, '0')}_${name}.sql`);

/** What the first set has no more. */
const ADD_UNREAD = `
  alter table api_keys add suspended_until timestamptz, add rejected_at timestamptz;
  alter table auth_sessions add second_factor boolean not null default false;
  alter table funding_terms add settings_notified_at timestamptz`;

async function recordUnreleased(names: readonly string[]): Promise<void> {
  await empty.database.query('delete from schema_migrations');
  await empty.database.query(
    'insert into schema_migrations (version, name) select at, name from unnest($1::text[]) with ordinality as of (name, at)',
    [names],
  );
}

test('a database of the last build before the first release gets the schema and the records of the first set', async () => {
  verifies('DEC-COMMAND-18');
  await emptySchema();
  await migrate(empty.database);
  const schema = await describeSchema(empty.database);
  const migrations = await readMigrations();
  await emptySchema();
  await empty.database.query(CREATE_RECORDS);
  for (const { sql } of migrations.slice(0, 9)) await empty.database.query(sql);
  await empty.database.query(ADD_UNREAD);
  await recordUnreleased(UNRELEASED);
  assert.equal(await countMissingMigrations(empty.database), migrations.length);
  const starts = [1, 2].map(() =>
    openDatabase({ connectionString: empty.connectionString, onError: () => {} }),
  );
  const applied = await Promise.all(starts.map((database) => migrate(database)));
  await Promise.all(starts.map((database) => database.close()));
  const after = migrations.slice(9).map(({ name }) => name);
  assert.deepEqual(applied.flat().sort(), after);
  assert.deepEqual(
    await empty.database.query('select version, name from schema_migrations order by version'),
    migrations.map(({ version, name }) => ({ version, name })),
  );
  assert.equal(await countMissingMigrations(empty.database), 0);
  assert.equal(await describeSchema(empty.database), schema);
});

test('a database of an earlier build before the first release is refused with the remedy, and not changed', async () => {
  verifies('DEC-COMMAND-18');
  const others = UNRELEASED.with(41, '0042_other.sql');
  for (const names of [
    UNRELEASED.slice(0, 1),
    UNRELEASED.slice(0, 43),
    [...UNRELEASED, '0045_more.sql'],
    others,
  ]) {
    await recordUnreleased(names);
    const remedy =
      /Start the last build that has the migration 0044_interface_of_a_job\.sql once, then this one/;
    await assert.rejects(migrate(empty.database), remedy);
    await assert.rejects(countMissingMigrations(empty.database), remedy);
    const rows = await empty.database.query<{ name: string }>(
      'select name from schema_migrations order by version',
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      names,
    );
  }
});
