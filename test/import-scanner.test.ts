import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSource } from './support/read-source.ts';

const specifiersIn = (source: string): readonly (string | undefined)[] =>
  readSource('a.ts', source).imports.map(({ specifier }) => specifier);

describe('the import scanner', () => {
  const forms: readonly (readonly [string, readonly (string | undefined)[]])[] = [
    [`import 'a';`, ['a']],
    [`import a from "a"`, ['a']],
    [`import a, { b as c, type D } from 'a';`, ['a']],
    [`import * as a from 'a' with { type: 'json' };`, ['a']],
    [`import type { A } from 'a';`, ['a']],
    [`import from from 'a';`, ['a']],
    [`import a from '.'\nimport b from 'b'`, ['.', 'b']],
    [`import type from 'a';`, ['a']],
    [`import { 'x from "b"' as c } from 'a';`, ['a']],
    [`export { a, type B } from 'a';`, ['a']],
    [`export type { A } from 'a';`, ['a']],
    [`export * from 'a'; export * as b from 'b'; export type * from 'c';`, ['a', 'b', 'c']],
    [`export { a };\nconst from = 'b';`, []],
    [`export type A = { from: 'a' };`, []],
    [`export const a = { from: 'a' };`, []],
    [`const a = await import('a');`, ['a']],
    [`const a = await import(\`a\`, { with: { type: 'json' } });`, ['a']],
    [`type A = import('a').B<typeof import('b')>;`, ['a', 'b']],
    [`import('a' + b); import(c);`, [undefined, undefined]],
    [`const a = import.meta.dirname; const b = import.meta.resolve('b');`, ['b']],
    [`const a = require('a'); require.resolve('b');`, ['a', 'b']],
    [`file.import('a'); loader?.require('b');`, []],
    [`// import 'a'\n/* import 'b' */ const c = "import 'c'" + 'import(\\'d\\')';`, []],
    [`const a = \`import 'a' \${await import('b')} import('c') \${\`\${import('d')}\`}\`;`, ['b', 'd']],
    [`#!/usr/bin/env node\nimport 'a';`, ['a']],
  ];
  for (const [source, expected] of forms) {
    test(source.replaceAll('\n', ' '), () => assert.deepEqual(specifiersIn(source), expected));
  }

  test('reports the line of the specifier', () => {
    const source = `/*\n*/ import {\n  a,\n} from\n  'a';\nconst b = \`\n\n\`; import 'c';`;
    assert.deepEqual(readSource('a.ts', source).imports, [
      { specifier: 'a', line: 5 },
      { specifier: 'c', line: 8 },
    ]);
  });
});
