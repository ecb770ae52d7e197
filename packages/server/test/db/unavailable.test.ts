import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { isDatabaseUnavailable, openDatabase } from '../../src/db/database.ts';

test('a database whose name or machine cannot be reached is unavailable', async () => {
  verifies('DEC-FAULT-06');
  const connectionString = 'postgresql://kinora@database.invalid/kinora';
  const database = openDatabase({ connectionString, onError: () => {} });
  await assert.rejects(database.query('select 1'), isDatabaseUnavailable);
  await database.close();
  for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']) {
    const error = Object.assign(new Error(`connect ${code} 10.0.0.5:5432`), { code, syscall: 'connect' });
    assert.ok(isDatabaseUnavailable(error), code);
  }
});
