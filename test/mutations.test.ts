import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mutations } from '../packages/server/test/mutations/mutations.ts';
import { countEveryday } from '../scripts/everyday-mutations.ts';

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

test('npm test itself has a test for 95 % of the planted bugs on money, queue and access', () => {
  const { share, others } = countEveryday();
  assert.ok(share >= 0.95, `${share} without ${others.map(({ name }) => name).join(', ')}`);
});
