import { readdir, readFile } from 'node:fs/promises';
import { assert } from '@kinora/contract';
import { Logger, runMigrations } from 'graphile-worker';
import type { Database } from './database.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
// Any fixed number: two starters meet on it, and the second finds the work done.
const MIGRATION_LOCK = 7_215_308;

const SILENT = new Logger(() => () => {});

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** The numbered files of `migrations/`, in order, without gaps. */
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
 * Applies what is missing, each file in a transaction with its own version row, and answers the names applied.
 * Safe against two starters at once: the lock is held to the end of each file's transaction. The tables of
 * background tasks are their library's own, in a schema of its own.
 */
export async function migrate(database: Database): Promise<string[]> {
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await tx.query(`create table if not exists schema_migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now())`);
  });
  const applied: string[] = [];
  for (const migration of await readMigrations()) {
    if (await apply(database, migration)) applied.push(migration.name);
  }
  // Two starters meet on its version rows, in its own way.
  await runMigrations({ pgPool: database.pool, logger: SILENT });
  return applied;
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
