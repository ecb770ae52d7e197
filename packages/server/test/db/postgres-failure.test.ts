import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { postgresFailure } from '../../src/db/postgres-failure.ts';

/** What initdb and postgres print, and the one sentence that an operator reads instead. */

const AT = '2026-11-27 02:53:06.155 UTC [17617] ';

const cases: readonly [printed: string, said: RegExp][] = [
  ['initdb: error: cannot be run as root\ninitdb: hint: Please log in', /refuses to run as an administrator/],
  [
    'initdb: error: could not look up effective user ID 12345: user does not exist',
    /number 12345.*\/etc\/passwd/,
  ],
  ['FATAL:  could not create semaphores: No space left on device', /kernel\.sem/],
  [
    'FATAL:  could not resize shared memory segment "/PostgreSQL.1" to 1 bytes: No space left on device',
    /shm-size/,
  ],
  ['Bus error\nchild process was terminated by signal 7: Bus error', /\/dev\/shm/],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', /too little memory/],
  ['initdb: error: child process was terminated by signal 9: Killed', /too little memory/],
  [
    'initdb: error while loading shared libraries: libicu.so.72: cannot open',
    /library libicu\.so\.72 is missing/,
  ],
  ['initdb: error: invalid locale settings; check LANG and LC_* environment variables', /unset LANG/],
  [
    'FATAL:  database files are incompatible with server\nDETAIL:  17 and 18',
    /another version of PostgreSQL/,
  ],
  ['FATAL:  lock file "postmaster.pid" already exists', /another PostgreSQL uses this folder/],
  ['FATAL:  could not create any Unix-domain sockets', /local file system/],
  ['FATAL:  could not open file "global/pg_control"', /damaged; restore a backup/],
  [
    `${AT}FATAL:  something new happened\n${AT}LOG:  database system is shut down`,
    /: something new happened$/,
  ],
  ['', /it said nothing$/],
];

test('what PostgreSQL prints becomes one sentence with the remedy', () => {
  verifies('DEC-SETTING-33');
  for (const [printed, said] of cases) {
    const { message } = postgresFailure('start', '/data/postgres', printed);
    assert.match(message, /^PostgreSQL could not start in \/data\/postgres: [^\n]+$/);
    assert.match(message, said);
  }
});

test('what the system says has its code, from which the data directory names the remedy', () => {
  verifies('DEC-SETTING-33');
  const codes: readonly [string, string][] = [
    [
      `${AT}FATAL:  could not write to file "pg_wal/x": No space left on device\nPANIC:  cannot abort`,
      'ENOSPC',
    ],
    ['could not extend file "base/1/2": wrote only 4096 of 8192 bytes at block 0', 'ENOSPC'],
    ['initdb: error: could not create directory "/x": Permission denied', 'EACCES'],
    ['FATAL:  data directory "/x" has wrong ownership', 'EACCES'],
    ['initdb: error: could not open file "x": Read-only file system', 'EROFS'],
  ];
  for (const [printed, code] of codes) {
    const error: NodeJS.ErrnoException = postgresFailure('start', '/data/postgres', printed);
    assert.deepEqual([error.code, error.syscall], [code, 'write'], printed);
  }
});
