import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importsOf } from './support/imports.ts';
import { tokens } from './support/source-tokens.ts';

const specifiersIn = (source: string): readonly (string | undefined)[] =>
  importsOf(tokens(source)).map(({ specifier }) => specifier);

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
    assert.deepEqual(importsOf(tokens(source)), [
      { specifier: 'a', line: 5 },
      { specifier: 'c', line: 8 },
    ]);
  });
});

describe('the token scanner', () => {
  const kindsOf = (source: string): string =>
    tokens(source)
      .filter(({ kind }) => kind === 'regex' || kind === 'string')
      .map(({ kind, text }) => `${kind} ${text}`)
      .join(', ');

  const slashes: readonly (readonly [string, string])[] = [
    ['a = b / c; d = "/e"', 'string /e'],
    ['a = /[/"]\\/"/u; b = "c"', 'regex /[/"]\\/"/u, string c'],
    ['return /"/.test(a)', 'regex /"/'],
    ['a.return / "b" / c', 'string b'],
    ['if (a) /"/.test(b)', 'regex /"/'],
    ['(a) / b; c = "d" / e', 'string d'],
    ['a++ / b; "c" / 2', 'string c'],
    ['a! / b; "c"; x / 2', 'string c'],
    ['!/"/.test(a)', 'regex /"/'],
    ['a[0] / b + "c" / d', 'string c'],
    [`\`\${/"/.test(a)} \${b}\` / "c" / 2`, 'regex /"/, string c'],
    [`\`\${{ a: \`}\` }.a}\` + "b"`, 'string }, string b'],
  ];
  for (const [source, expected] of slashes) {
    test(`distinguishes division from a regular expression: ${source}`, () => {
      assert.equal(kindsOf(source), expected);
    });
  }

  test('continues after an apostrophe in JSX text', () => {
    assert.deepEqual(specifiersIn(`const a = <p>Don't</p>;\nimport 'b';`), ['b']);
  });
});
