import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../src/db/migrate.ts';
import { newId } from '../../src/kernel/ids.ts';
import { createTestDatabase } from '../support/test-database.ts';

test('the migration begins the 7 days of accounts whose plan is billed manually, and of no others', async () => {
  const { database, close } = await createTestDatabase();
  try {
    const migrations = await readMigrations();
    const migration = migrations.find(({ name }) => name.endsWith('_manual_plans_have_paid.sql'));
    const since = new Date('2031-03-05T12:00:00.000Z');
    const firstPaid = async (billing: 'none' | 'manual', before: Date | null) => {
      const id = newId();
      await database.query(`insert into accounts (id, email, created_at) values ($1, $2, now())`, [
        id,
        `${id}@example.com`,
      ]);
      await database.query('insert into funding_accounts (account_id, first_paid_at) values ($1, $2)', [
        id,
        before,
      ]);
      await database.query(
        `insert into funding_terms (account_id, plan, plan_source, plan_interval, plan_billing)
         values ($1, 'pro', 'operator', 'month', $2)`,
        [id, billing],
      );
      await database.query(migration?.sql ?? '');
      const [row] = await database.query<{ at: Date | null }>(
        'select first_paid_at as at from funding_accounts where account_id = $1',
        [id],
      );
      return row?.at;
    };
    assert.ok((await firstPaid('manual', null)) instanceof Date);
    assert.deepEqual(await firstPaid('manual', since), since);
    assert.equal(await firstPaid('none', null), null);
  } finally {
    await close();
  }
});
