import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { runTestFiles, type TestFileOutcome } from '../scripts/run-test-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kinora-test-files-'));
after(() => rmSync(folder, { recursive: true }));

const LIMITS = { testsMs: 4000, exitMs: 500 };

/** Runs a file that consists of one test with this body, or of this text and an empty test. */
async function outcomeOf(name: string, body: string, of: 'test' | 'file' = 'test'): Promise<TestFileOutcome> {
  const file = path.join(folder, `${name}.test.mjs`);
  const imports = `import { spawn } from 'node:child_process';\nimport test from 'node:test';\n`;
  const [before, within] = of === 'file' ? [body, ''] : ['', body];
  writeFileSync(file, `${imports}${before}\ntest('it', async () => {\n${within}\n});\n`);
  const outcomes: TestFileOutcome[] = [];
  const onEnd = (outcome: TestFileOutcome) => void outcomes.push(outcome);
  // The runner of this very file tells its children by this variable that they report to it.
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const passed = await runTestFiles([file], { cwd: folder, env, concurrency: 1, limits: LIMITS, onEnd });
  const [outcome] = outcomes;
  assert.ok(outcome !== undefined && outcomes.length === 1);
  assert.equal(outcome.passed, passed);
  return outcome;
}

const FOR_EVER = `process.execPath, ['-e', 'setInterval(() => {}, 1000)']`;

test('a file passes if its tests pass, and its output is kept', async () => {
  const outcome = await outcomeOf('passes', `console.log('said by the test');`);
  assert.deepEqual([outcome.passed, outcome.tests, outcome.killed], [true, 1, undefined]);
  assert.match(outcome.output, /said by the test/);
});

test('a file fails if a test fails', async () => {
  const outcome = await outcomeOf('fails', `throw new Error('expected');`);
  assert.deepEqual([outcome.passed, outcome.tests, outcome.killed], [false, 1, undefined]);
});

test('a file fails if a hook after its tests fails', async () => {
  const outcome = await outcomeOf(
    'fails-after',
    `test.after(() => { throw new Error('expected'); });`,
    'file',
  );
  assert.deepEqual([outcome.passed, outcome.tests, outcome.killed], [false, 1, undefined]);
});

test('a file that exits without a report of its tests does not pass', async () => {
  const outcome = await outcomeOf('never-reports', 'process.reallyExit(0);');
  assert.deepEqual([outcome.passed, outcome.unreported], [false, true]);
});

test('a long report is read to its end, however late', async () => {
  const isBusy = setInterval(() => {
    for (const end = performance.now() + 40; performance.now() < end; );
  }, 50);
  const outcome = await outcomeOf(
    'reports-much',
    `for (let at = 0; at < 2000; at++) console.log('line', at);`,
  );
  clearInterval(isBusy);
  assert.deepEqual([outcome.passed, outcome.unreported, outcome.tests], [true, false, 1]);
  assert.match(outcome.output, /^line 1999$/m);
});

test('a loop that never yields is killed, and its file fails', async () => {
  const outcome = await outcomeOf('loops', 'for (;;);');
  assert.equal(outcome.passed, false);
  assert.match(outcome.killed ?? '', /did not end within 4 s/);
});

test('a child process that keeps the standard output open is killed after the tests, which count', async () => {
  const outcome = await outcomeOf('leaves-a-child', `spawn(${FOR_EVER}, { stdio: 'inherit' });`);
  assert.deepEqual([outcome.passed, outcome.tests], [true, 1]);
  assert.match(outcome.killed ?? '', /did not exit within 0.5 s after its last test/);
});

test('a process that hangs at its exit is killed, and its tests count', async () => {
  const outcome = await outcomeOf('hangs-at-exit', `process.on('exit', () => { for (;;); });`);
  assert.deepEqual([outcome.passed, outcome.tests], [true, 1]);
  assert.match(outcome.killed ?? '', /did not exit within 0.5 s after its last test/);
});

test('a process that does not exit after failed tests fails', async () => {
  const body = `spawn(${FOR_EVER}, { stdio: 'inherit' }); throw new Error('expected');`;
  const outcome = await outcomeOf('fails-and-stays', body);
  assert.equal(outcome.passed, false);
  assert.ok(outcome.killed !== undefined);
});

test('no further file starts after the end of a run', async () => {
  const ended = AbortSignal.abort();
  const onEnd = () => assert.fail('a file was run');
  await runTestFiles(['missing.test.mjs'], { cwd: folder, env: {}, concurrency: 1, signal: ended, onEnd });
});
