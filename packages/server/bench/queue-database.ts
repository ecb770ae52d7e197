import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '../src/db/database.ts';
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts';
import { migrate } from '../src/db/migrate.ts';
import { writeFirstCatalogue } from '../test/support/default-catalogue.ts';
import type { Closing } from './closing.ts';

/** Migrated databases with these names and the first version of the catalogue, on a PostgreSQL server that the benchmark starts. */
export async function openQueueDatabases(closing: Closing, names: readonly string[]): Promise<Database[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-bench-'));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres(
    path.join(folder, 'postgres'),
    randomBytes(24).toString('hex'),
  );
  closing.add(() => postgres.stop());
  const open = (connectionString: string): Database => {
    const database = openDatabase({ connectionString, queryTimeoutMs: 0, onError: () => {} });
    closing.add(() => database.close());
    return database;
  };
  const first = open(postgres.connectionString);
  const databases: Database[] = [];
  for (const name of names) {
    await first.query(`create database ${name}`);
    const database = open(postgres.connectionString.replace(/@\/[^?]*/, `@/${name}`));
    await migrate(database);
    await writeFirstCatalogue(database);
    databases.push(database);
  }
  return databases;
}
