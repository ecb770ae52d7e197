import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** A placeholder that a generator or a person left. */
const PLACEHOLDER = /@[A-Z][A-Z_]{2,}@|\bTODO\b|\bFIXME\b|\bXXX\b|<insert /;

test('no placeholder is left in the code or the documents', () => {
  const files = globSync(['*.md', 'docs/**/*.md', 'packages/*/{src,migrations}/**/*.{ts,sql}', 'scripts/*'], {
    cwd: root,
  }).filter((file) => !file.includes('node_modules'));
  const left = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (PLACEHOLDER.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  assert.deepEqual(left, []);
});
