import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readMigrations } from '../../src/db/migrate.ts';
import { newId } from '../../src/kernel/ids.ts';
import { createTestDatabase } from '../support/test-database.ts';

const FOLDER = 'before_stored_bytes';

test('the migration counts the results that accounts keep already', async () => {
  verifies('DEC-DISK-02');
  const { database, close } = await createTestDatabase();
  try {
    const migrations = await readMigrations();
    const at = migrations.findIndex(({ name }) => name.endsWith('_workers_and_disk.sql'));
    const [accountId, kept] = [newId(), 7_000_000_000];
    await database.transaction(async (tx) => {
      // The tables of the earlier migrations, in a schema of their own.
      await tx.query(`create schema ${FOLDER}`);
      await tx.query(`set local search_path to ${FOLDER}`);
      for (const { sql } of migrations.slice(0, at)) await tx.query(sql);
      await tx.query(`insert into accounts (id, email, created_at) values ($1, 'a@example.com', now())`, [
        accountId,
      ]);
      await tx.query(
        `insert into account_activity (account_id, interface, day)
         values ($1, 'v1', now()::date), ($1, 'job_api', now()::date)`,
        [accountId],
      );
      for (const [bytes, tier, deletedAt] of [
        [kept, null, null],
        [5, null, new Date()],
        [3, 'free', null],
      ]) {
        await tx.query(
          `insert into jobs (id, account_id, pool, kind, seed, width, height, sound, type, tier, asset_id, state,
             artifact_key, artifact_bytes, created_at, ended_at, deleted_at)
           values ($1, $2, 'image', 'image', 1, 64, 64, false, $3, $4, $5, 'completed', 'x', $6, now(), now(), $7)`,
          [newId(), accountId, tier && 'image', tier, tier && newId(), bytes, deletedAt],
        );
      }
      await tx.query(migrations[at]?.sql ?? '');
      const rows = await tx.query<{ interface: string; stored_bytes: number }>(
        'select interface, stored_bytes from account_activity order by interface',
      );
      assert.deepEqual(rows, [
        { interface: 'job_api', stored_bytes: 3 },
        { interface: 'v1', stored_bytes: kept },
      ]);
    });
  } finally {
    await close();
  }
});
