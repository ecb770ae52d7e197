import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isKnownSetting } from '@kinora/program/known-settings';
import { type CodeBlock, codeBlocksOf, documents, placeOf, readDocument } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { readWorkerConfig } from '@kinora/worker/config';
import { Marked } from 'marked';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { commands } from '../../src/cli/commands.ts';
import { readConfig } from '../../src/config.ts';
import { createReader } from '../support/reader.ts';

/** Every code block of every document that people follow is tested, or says why not. */

const ROOT = path.join(import.meta.dirname, '../../../..');
const MAX_NOT_RUN = 15;

const blocks = documents.flatMap(codeBlocksOf);
const inline = documents.flatMap((document) =>
  tokensOf(document, 'codespan').map((text) => ({ document, text })),
);

/** The languages that need no mark, because this test parses them. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  json: (text) => JSON.parse(text),
  yaml: (text) => parseYaml(text),
  toml: (text) => parseToml(text),
  python: (text) => parsePython(text),
};

test('every code block is run, parsed, read by a test of its own, or says why not', (context) => {
  verifies('DEC-DOCS-04');
  const problems = blocks.flatMap((block) => {
    const problem = problemOf(block);
    return problem === undefined ? [] : [`${placeOf(block)} ${problem}`];
  });
  assert.deepEqual(problems, []);
  const notRun = blocks.filter(({ mark }) => mark.startsWith('not-run='));
  for (const block of notRun) context.diagnostic(`${placeOf(block)} ${block.mark}`);
  assert.ok(notRun.length <= MAX_NOT_RUN, `${notRun.length} blocks are not run`);
});

function problemOf(block: CodeBlock): string | undefined {
  const { language, mark } = block;
  const [, named] = /^test=([\w/-]+)$/.exec(mark) ?? [];
  if (named !== undefined) return problemOfTest(block, named);
  if (/^not-run="[^"]+"$/.test(mark)) return undefined;
  if (mark === 'ci') return isOfCi(block) ? undefined : 'is not what .ci/run runs';
  if (language === 'sh' && /^(run|start|settings)$/.test(mark)) return undefined;
  if (language === 'sql' && mark === 'run') return undefined;
  if (language === 'json' && mark === 'output') return undefined;
  if (mark === '' && Object.hasOwn(parsers, language)) return undefined;
  return `is not tested: "${language} ${mark}"`;
}

/** The named test must exist, and read the document. */
function problemOfTest({ document }: CodeBlock, named: string): string | undefined {
  const [file, ...others] = globSync(`packages/*/test/${named}.test.ts`, { cwd: ROOT });
  if (file === undefined || others.length > 0) return `names ${named}, which is no test`;
  return readFileSync(path.join(ROOT, file), 'utf8').includes(document)
    ? undefined
    : `is not read by ${file}`;
}

function isOfCi({ text }: CodeBlock): boolean {
  const ci = readFileSync(path.join(ROOT, '.ci/run'), 'utf8').split('\n');
  return commandsOf(text).every((command) => ci.includes(command));
}

function commandsOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/ +#.*/, '').trim())
    .filter((line) => line !== '');
}

test('what is not run is valid: JSON, YAML, TOML, Python', () => {
  verifies('DEC-DOCS-04');
  for (const block of blocks) {
    const parse = parsers[block.language];
    if (parse !== undefined) assert.doesNotThrow(() => parse(block.text), placeOf(block));
  }
});

/** Lets Python parse it, where it is installed. */
function parsePython(text: string): void {
  const program = 'import ast, sys; ast.parse(sys.stdin.read())';
  const { error, status, stderr } = spawnSync('python3', ['-c', program], { input: text, encoding: 'utf8' });
  if (error === undefined) assert.equal(status, 0, stderr);
}

test('every code block is between fences that the tests read', () => {
  verifies('DEC-DOCS-04');
  for (const document of documents) {
    const seen = tokensOf(document, 'code');
    assert.deepEqual(
      codeBlocksOf(document).map(({ text }) => text.trimEnd()),
      seen.map((text) => text.trimEnd()),
      document,
    );
  }
});

test('settings in the documents are valid', async () => {
  verifies('DEC-DOCS-04');
  const reader = await createReader({});
  try {
    for (const block of blocks.filter(({ mark }) => mark === 'settings')) {
      const settings = await reader.settings(block);
      assert.ok(Object.keys(settings).length > 0, placeOf(block));
      assert.doesNotThrow(() => [readConfig(settings), readWorkerConfig(settings)], placeOf(block));
    }
  } finally {
    await reader.leave();
  }
});

test('every setting that the documents name exists', () => {
  verifies('DEC-DOCS-04');
  for (const document of documents) {
    for (const [name] of readDocument(document).matchAll(/\bKINORA_[A-Z][A-Z0-9_]*[A-Z0-9]\b/g)) {
      assert.ok(isKnownSetting(name), `${document} names ${name}`);
    }
  }
});

test('every setting is on the page about settings, or on that of its engine', () => {
  verifies('DEC-DOCS-04');
  const readers = globSync(
    ['packages/server/src/{config,settings/*}.ts', 'packages/{worker,program}/src/*.ts'],
    {
      cwd: ROOT,
    },
  );
  const code = readers.map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n');
  // One is for the tests of this project alone.
  const names = [...code.matchAll(/(?:get\(|get, |name = |NAME = )'([A-Z][A-Z0-9_]{5,})'/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'CRASH_AT');
  const pages = ['docs/guides/settings.md', 'docs/comfyui.md'].map(readDocument).join('\n');
  assert.ok(names.length > 40);
  assert.deepEqual(
    [...new Set(names)].filter((name) => !pages.includes(`\`${name}\``)),
    [],
  );
});

test('every command and option that the documents name exists', async () => {
  verifies('DEC-DOCS-04');
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  for (const { document, text } of inline) {
    const [, script] = /^npm (?:run (?:-s )?)?([\w:-]+)/.exec(text) ?? [];
    if (script !== undefined && script !== 'pack' && script !== 'install') {
      assert.ok(Object.hasOwn(scripts, script), `${document} names "${text}"`);
    }
    const [, name = '', rest = ''] = /^(?:npm run -s kinora -- |kinora )([a-z][\w-]*)(.*)/.exec(text) ?? [];
    if (name === '') continue;
    const entry = commands[name];
    assert.ok(entry !== undefined, `${document} names "${text}"`);
    const command = await entry.load();
    const part = command.parts?.[/^ ([a-z]+)/.exec(rest)?.[1] ?? ''];
    const help = command.help + ((await part?.())?.help ?? '');
    for (const [word] of rest.matchAll(/^ [a-z][a-z-]+|(?<= )--[a-z-]+/g)) {
      if (word !== '--help')
        assert.ok(help.includes(word), `${document} names "${text}", but its help has no ${word}`);
    }
  }
});

function tokensOf(document: string, type: 'code' | 'codespan'): string[] {
  const texts: string[] = [];
  const marked = new Marked({
    walkTokens(token) {
      if (token.type === type) texts.push(token.text);
    },
  });
  marked.parse(readDocument(document), { async: false });
  return texts;
}
