import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { test } from 'node:test';
import { findUses, type RetiredWord, retiredWords } from './support/retired-words.ts';

const root = join(import.meta.dirname, '..');

test('the words of docs/glossary.md are used, and those they replaced are not', () => {
  const files = globSync('packages/*/{src,build,test,bench,migrations}/**/*.{ts,tsx,sql,css}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('/node_modules/'));
  const uses = files.flatMap((file) => {
    // The name of a file is checked too.
    const text = `${readFileSync(join(root, file), 'utf8')}\n${file}`;
    return retiredWords
      .filter((word) => !isExcepted(word, file))
      .flatMap(({ words, instead }) =>
        findUses(text, words).map(({ line }) => `${file}:${line} contains "${words}"; use: ${instead}`),
      );
  });
  assert.equal(uses.length, 0, `\n${uses.slice(0, 40).join('\n')}\n${uses.length} uses in all`);
});

function isExcepted({ except = [] }: RetiredWord, file: string): boolean {
  return except.some(([glob]) => matchesGlob(file, `packages/${glob}`));
}

test('a retired word is found in prose and in every way of writing a name', () => {
  for (const text of ['It is put back.', 'putBack()', 'PUT_BACK', 'a/put-back.ts', 'isPutBack', 'put_back']) {
    assert.deepEqual(findUses(`a line\n${text}`, 'put back'), [{ line: 2, words: 'put back' }], text);
  }
  for (const text of [
    'output backwards',
    'put it back',
    'put backs',
    'input back',
    'put, back',
    'f(put, backOf)',
  ]) {
    assert.deepEqual(findUses(text, 'put back'), [], text);
  }
});

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
