import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readConfig } from '../src/config.ts';

test('by default it listens on loopback and stores everything in ./.kinora', () => {
  verifies('DEC-SETTING-02', 'DEC-SETTING-04');
  const config = readConfig({});
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 8787);
  assert.equal(config.dataDir, path.resolve('.kinora'));
  assert.equal(config.databaseUrl, undefined);
});

test('the result is frozen', () => {
  assert.ok(Object.isFrozen(readConfig({})));
});
