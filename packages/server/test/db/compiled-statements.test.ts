import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { openDatabase } from '../../src/db/database.ts';
import { findPostgres, startOwnPostgres } from '../support/own-postgres.ts';

const programs = findPostgres();

// The embedded PostgreSQL has no compiler; those of most systems have one.
const options = { skip: programs === undefined && 'no PostgreSQL is installed' };

test('PostgreSQL compiles no statement, also where a table has to be read as a whole', options, async () => {
  verifies('DEC-STATEMENT-01');
  assert.ok(programs !== undefined);
  const postgres = await startOwnPostgres(programs);
  const connectionString = `postgresql://postgres@localhost:${postgres.port}/postgres`;
  const database = openDatabase({ connectionString, onError: () => {} });
  try {
    await database.query('create table without_index (n int)');
    const plan = await database.query<{ 'QUERY PLAN': string }>('explain select sum(n) from without_index');
    const lines = plan.map((row) => row['QUERY PLAN']);
    assert.match(lines.join('\n'), /Seq Scan on without_index/);
    assert.deepEqual(
      lines.filter((line) => line.startsWith('JIT')),
      [],
    );
  } finally {
    await database.close();
    await postgres.stop();
  }
});
