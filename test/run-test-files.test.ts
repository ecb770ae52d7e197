import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { failuresOf, inShort } from '../scripts/failures.ts';
import { groupTestFiles, runTestFiles, type TestOutcome } from '../scripts/run-test-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kinora-test-files-'));
after(() => rmSync(folder, { recursive: true }));

const LIMITS = { testsMs: 4000, exitMs: 500 };

/** Writes a file that consists of one test with this body, or of this text and an empty test. */
function write(name: string, body: string, of: 'test' | 'file' = 'test'): string {
  const file = path.join(folder, `${name}.test.mjs`);
  const imports = `import { spawn } from 'node:child_process';\nimport test from 'node:test';\n`;
  const [before, within] = of === 'file' ? [body, ''] : ['', body];
  writeFileSync(file, `${imports}${before}\ntest('it', async () => {\n${within}\n});\n`);
  return file;
}

async function outcomeOf(...group: readonly string[]): Promise<TestOutcome> {
  const outcomes: TestOutcome[] = [];
  const onEnd = (outcome: TestOutcome) => void outcomes.push(outcome);
  // The runner of this very file tells its children by this variable that they report to it.
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const passed = await runTestFiles([group], { cwd: folder, env, concurrency: 1, limits: LIMITS, onEnd });
  const [outcome] = outcomes;
  assert.ok(outcome !== undefined && outcomes.length === 1);
  assert.equal(outcome.passed, passed);
  return outcome;
}

const FOR_EVER = `process.execPath, ['-e', 'setInterval(() => {}, 1000)']`;

test('a file passes if its tests pass, and its output is kept', async () => {
  const outcome = await outcomeOf(write('passes', `console.log('said by the test');`));
  assert.deepEqual([outcome.passed, outcome.tests, outcome.killed], [true, 1, undefined]);
  assert.match(outcome.output, /said by the test/);
});

test('a file fails if a test fails', async () => {
  const outcome = await outcomeOf(write('fails', `throw new Error('expected');`));
  assert.deepEqual([outcome.passed, outcome.tests, outcome.killed], [false, 1, undefined]);
});

test('a file fails if a hook after its tests fails', async () => {
  const outcome = await outcomeOf(
    write('fails-after', `test.after(() => { throw new Error('expected'); });`, 'file'),
  );
  assert.deepEqual([outcome.passed, outcome.tests, outcome.killed], [false, 1, undefined]);
});

test('a file that exits without a report of its tests does not pass', async () => {
  const outcome = await outcomeOf(write('never-reports', 'process.reallyExit(0);'));
  assert.deepEqual([outcome.passed, outcome.unreported], [false, true]);
});

test('the files of a group share the modules that they import', async () => {
  writeFileSync(path.join(folder, 'shared.mjs'), 'export const users = [];');
  const use = (name: string) => {
    const text = `import { users } from './shared.mjs';\nusers.push('${name}');\nconsole.log('used by', users.join());`;
    return write(name, text, 'file');
  };
  const outcome = await outcomeOf(use('first'), use('second'));
  assert.deepEqual([outcome.passed, outcome.tests], [true, 2]);
  assert.match(outcome.output, /^used by first,second$/m);
});

test('the hooks of a file are for its own tests', async () => {
  const hook = write('hook', `test.beforeEach(() => { throw new Error('expected'); });`, 'file');
  const outcome = await outcomeOf(hook, write('beside', ''));
  assert.deepEqual([outcome.passed, outcome.tests], [false, 2]);
  assert.match(outcome.output, /^ℹ fail 1$/m);
});

test('a group fails with a file that cannot be loaded, and its others run', async () => {
  const broken = write('broken', `throw new Error('expected');`, 'file');
  const outcome = await outcomeOf(broken, write('whole', ''));
  assert.deepEqual([outcome.passed, outcome.tests], [false, 1]);
  assert.match(outcome.output, /broken\.test\.mjs/);
});

test('of a group that fails, only the files and tests that failed are shown', async () => {
  const lines = `Array.from({ length: 100 }, (_, at) => 'line ' + at).join('\\n')`;
  const failing = write('fails-at-length', `throw new Error(${lines});`);
  const hook = write('fails-at-its-end', `test.after(() => { throw new Error('of a hook'); });`, 'file');
  const { files, details } = failuresOf(await outcomeOf(write('passes-beside', ''), failing, hook));
  assert.deepEqual(files, [failing, hook]);
  const [message = '', ofHook = '', ...more] = details;
  assert.deepEqual(more, []);
  assert.match(
    message,
    /^test at .*fails-at-length.*\n✖ it .*\n.*Error: line 0\n(.*\n)+ +line 37\n +\.\.\. \d+ more lines$/,
  );
  assert.match(ofHook, /Error: of a hook\n +at .*fails-at-its-end/);
  assert.match(inShort(message), /^test at .*\n.*\n.*line 0\n(.*\n){12} +\.\.\. \d+ more lines$/);
  assert.match(inShort(ofHook), /^test at .*\n.*\n.*Error: of a hook$/);
});

test('of a group that ended before its report, what it printed last is shown', async () => {
  const exits = write('exits-early', `console.log('its last words'); process.reallyExit(1);`);
  const { files, details } = failuresOf(await outcomeOf(write('passed-before', ''), exits));
  assert.ok(files.includes(exits));
  assert.match(details.join(), /its last words/);
});

test('files are grouped by their package', () => {
  const files = ['a/test/1', 'a/test/b/1', 'a/test/c/1', 'b/test/1', 'test/1', 'test/d/1'];
  const groups = [['a/test/1', 'a/test/b/1'], ['a/test/c/1'], ['b/test/1'], ['test/1', 'test/d/1']];
  assert.deepEqual(groupTestFiles(files, 2), groups);
});

test('a long report is read to its end, however late', async () => {
  const isBusy = setInterval(() => {
    for (const end = performance.now() + 40; performance.now() < end; );
  }, 50);
  const outcome = await outcomeOf(
    write('reports-much', `for (let at = 0; at < 2000; at++) console.log('line', at);`),
  );
  clearInterval(isBusy);
  assert.deepEqual([outcome.passed, outcome.unreported, outcome.tests], [true, false, 1]);
  assert.match(outcome.output, /^line 1999$/m);
});

test('a loop that never yields is killed, and its file fails', async () => {
  const outcome = await outcomeOf(write('loops', 'for (;;);'));
  assert.equal(outcome.passed, false);
  assert.match(outcome.killed ?? '', /did not end within 4 s/);
});

test('a child process that keeps the standard output open is killed after the tests, which count', async () => {
  const outcome = await outcomeOf(write('leaves-a-child', `spawn(${FOR_EVER}, { stdio: 'inherit' });`));
  assert.deepEqual([outcome.passed, outcome.tests], [true, 1]);
  assert.match(outcome.killed ?? '', /did not exit within 0.5 s after its last test/);
});

test('a process that hangs at its exit is killed, and its tests count', async () => {
  const outcome = await outcomeOf(write('hangs-at-exit', `process.on('exit', () => { for (;;); });`));
  assert.deepEqual([outcome.passed, outcome.tests], [true, 1]);
  assert.match(outcome.killed ?? '', /did not exit within 0.5 s after its last test/);
});

test('a process that does not exit after failed tests fails', async () => {
  const body = `spawn(${FOR_EVER}, { stdio: 'inherit' }); throw new Error('expected');`;
  const outcome = await outcomeOf(write('fails-and-stays', body));
  assert.equal(outcome.passed, false);
  assert.ok(outcome.killed !== undefined);
});

test('no further group starts after the end of a run', async () => {
  const ended = AbortSignal.abort();
  const onEnd = () => assert.fail('a group was run');
  await runTestFiles([['missing.test.mjs']], { cwd: folder, env: {}, concurrency: 1, signal: ended, onEnd });
});
