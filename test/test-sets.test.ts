import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { LEFT_OUT, testSets } from '../scripts/test-sets.ts';

test('what npm test runs and what it leaves out are all test files, with one of each kind kept', () => {
  const [all, everyday, leftOut] = [testSets.all(), testSets.everyday(), testSets.leftOut()];
  assert.deepEqual([...everyday, ...leftOut].sort(), all);
  assert.equal(new Set(all).size, everyday.length + leftOut.length);
  for (const { files, kept } of LEFT_OUT) {
    for (const file of kept) assert.ok(everyday.includes(file), file);
    for (const pattern of files)
      assert.ok(
        all.some((file) => path.matchesGlob(file, pattern)),
        pattern,
      );
  }
});

test('the fast tests are those of pure functions, and start nothing', () => {
  const fast = testSets.fast();
  for (const name of ['funding/decide-funding', 'kernel/coalesce', 'safety/check-prompt'])
    assert.ok(fast.includes(`packages/server/test/${name}.test.ts`), name);
  for (const name of ['money/races', 'browser/first-order', 'cli/commands', 'db/demoted-server'])
    assert.ok(!fast.includes(`packages/server/test/${name}.test.ts`), name);
});
