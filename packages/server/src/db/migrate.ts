import { readdir, readFile } from 'node:fs/promises';
import { assert } from '@kinora/contract';
import { Logger, runMigrations } from 'graphile-worker';
import type { Database } from './database.ts';
import { carryOver, isUnreleased } from './unreleased-schema.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
// An arbitrary number that no other advisory lock uses. Of two concurrent starts, the second waits and then has
// nothing to apply.
const MIGRATION_LOCK = 7_215_308;

const SILENT = new Logger(() => () => {});

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** The numbered files of `migrations/` in order; asserts that no number is missing. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const version = Number(name.slice(0, 4));
      assert(version === index + 1, `migration ${name} should have number ${index + 1}`);
      return { version, name, sql: await readFile(new URL(name, FOLDER), 'utf8') };
    }),
  );
}

/**
 * Applies the missing migrations, each in a transaction with its version row, and returns their names.
 * Concurrent starts are safe: each transaction takes the advisory lock first. The library of the background
 * tasks migrates its own schema.
 */
export async function migrate(database: Database): Promise<string[]> {
  const migrations = await readMigrations();
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await tx.query(`create table if not exists schema_migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now())`);
    await carryOver(tx, migrations);
  });
  await rejectForeignSchema(database, migrations);
  const applied: string[] = [];
  for (const migration of migrations) {
    if (await apply(database, migration)) applied.push(migration.name);
  }
  // The library handles concurrent starts itself.
  await runMigrations({ pgPool: database.pool, logger: SILENT });
  return applied;
}

/** How many migrations of this version the database lacks; undefined if it has no tables of Kinora. */
export async function countMissingMigrations(database: Database): Promise<number | undefined> {
  const [table] = await database.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  );
  if (!table?.exists) return undefined;
  const migrations = await readMigrations();
  await rejectForeignSchema(database, migrations);
  const applied = await database.query<{ name: string }>('select name from schema_migrations');
  if (applied.length === 0) return undefined;
  const names = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !names.has(name)).length;
}

/** Versions are only comparable within one set of migrations: the set was rewritten before the first release. */
async function rejectForeignSchema(database: Database, migrations: readonly Migration[]): Promise<void> {
  const applied = await database.query<{ version: number; name: string }>(
    'select version, name from schema_migrations',
  );
  // Versions beyond ours are those of a newer build, which a rolling restart may have started already.
  const foreign = applied.find(({ version, name }) => (migrations[version - 1]?.name ?? name) !== name);
  if (foreign === undefined || (await isUnreleased(database))) return;
  throw new Error(
    `The database was migrated by another build of Kinora (migration ${foreign.name}). Use the build that created it, or an empty database and data directory.`,
  );
}

async function apply(database: Database, { version, name, sql }: Migration): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const claimed = await tx.query(
      'insert into schema_migrations (version, name) values ($1, $2) on conflict do nothing returning version',
      [version, name],
    );
    if (claimed.length === 0) return false;
    await tx.query(sql);
    return true;
  });
}
