import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mutations } from '../packages/server/test/mutations/mutations.ts';

const packages = join(import.meta.dirname, '../packages');

test('every bug that npm run mutations plants has exactly one place in the code', () => {
  const lost = mutations.filter(
    ({ file, from }) => readFileSync(join(packages, file), 'utf8').split(from).length !== 2,
  );
  assert.deepEqual(
    lost.map(({ name, file }) => `${file}: ${name}`),
    [],
  );
});
