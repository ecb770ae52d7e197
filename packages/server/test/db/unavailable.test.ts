import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import pg from 'pg';
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

test('whatever keeps a server of PostgreSQL from serving is no bug, and a wrong statement is one', () => {
  verifies('DEC-FAULT-06', 'DEC-FAULT-08');
  const failing = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code });
  const away = {
    'stopped, crashed, starting or in recovery': ['57P01', '57P02', '57P03'],
    'its database is dropped or restored': ['57P04', '3D000'],
    'out of connections, memory or disk': ['53300', '53200', '53100', '53400'],
    'out of time': ['57014', '25P03', '25P04', '55P03'],
    'cut, or refused by a pooler': ['08000', '08003', '08006', '08001', '08P01', '28P01', '28000'],
    'its files are broken': ['58030', '58P01'],
  };
  for (const [how, codes] of Object.entries(away))
    for (const code of codes) assert.ok(isDatabaseUnavailable(failing(code)), `${how}: ${code}`);
  for (const code of ['42P01', '42703', '23505', '22P02', '42601', 'XX000', '25P02'])
    assert.ok(!isDatabaseUnavailable(failing(code)), code);
  const errorOf = (more: object) => Object.assign(new Error('x'), more);
  for (const code of ['ENOENT', 'EACCES', 'ECONNREFUSED', 'EADDRNOTAVAIL'])
    assert.ok(isDatabaseUnavailable(errorOf({ code, syscall: 'connect' })), code);
  for (const bug of [
    errorOf({ code: 'ENOENT', syscall: 'open' }),
    errorOf({}),
    new TypeError('x'),
    undefined,
  ])
    assert.ok(!isDatabaseUnavailable(bug));
});
