import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { appendFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { styleText } from 'node:util';
import { unobservedProblems } from '../packages/server/test/support/documented-problems.ts';
import { holdTestPostgres } from '../packages/server/test/support/test-database.ts';
import { groupTestFiles, runTestFiles, type TestOutcome } from './run-test-files.ts';

/**
 * Every check in one command: types, lint and format, unused code, then every test.
 * `npm run check -- packages/server/test/api/*.test.ts` runs those test files alone, and `npm run drills` the drills
 * with every kill, signal and size, of which the others try some. `.kinora-test/report.txt` has the time of each test.
 */

const root = path.dirname(import.meta.dirname);
const bin = (name: string): string => path.join(root, 'node_modules', '.bin', name);

interface Step {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

// With more processes than this at once they only wait for each other.
const CONCURRENCY = 3;
const FILES_PER_PROCESS_MAX = 10;

const everyDrill = process.argv[2] === '--every-drill';
const find = (...patterns: string[]): string[] => globSync(patterns, { cwd: root }).sort();

const checks: readonly Step[] = [
  { name: 'types', program: bin('tsc'), args: ['-p', 'tsconfig.json'] },
  { name: 'types of the console', program: bin('tsc'), args: ['-p', 'packages/console'] },
  { name: 'lint', program: bin('biome'), args: ['check', '--error-on-warnings', '.'] },
  { name: 'unused code', program: bin('knip'), args: [] },
];

const testFolder = path.join(root, '.kinora-test');
const observedProblems = path.join(testFolder, 'observed-problems');
/** What every test printed, with its time. */
const report = path.join(testFolder, 'report.txt');
const env = {
  KINORA_OBSERVED_PROBLEMS: observedProblems,
  ...(everyDrill && { KINORA_EVERY_DRILL: '1' }),
  ...process.env,
};

function run({ name, program, args }: Step): boolean {
  const startedAt = performance.now();
  process.stdout.write(`${styleText('bold', name)}\n`);
  const result: SpawnSyncReturns<Buffer> = spawnSync(program, args, { cwd: root, env, stdio: 'inherit' });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const passed = result.status === 0;
  process.stdout.write(
    `${passed ? styleText('green', 'ok') : styleText('red', 'FAILED')}  ${name}, ${seconds} s\n\n`,
  );
  return passed;
}

/** Runs test files and prints one dot for each, and the whole output of those with one that fails. */
async function testsPass(files: readonly string[]): Promise<boolean> {
  const startedAt = performance.now();
  const ended = new AbortController();
  // Their processes are groups of their own, so a terminal's Ctrl-C does not reach them.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended.abort());
  process.stdout.write(`${styleText('bold', 'tests')}\n`);
  const outcomes: TestOutcome[] = [];
  const filesPerProcess = Math.min(FILES_PER_PROCESS_MAX, Math.ceil(files.length / CONCURRENCY));
  const passed = await runTestFiles(groupTestFiles(files, filesPerProcess), {
    cwd: root,
    env,
    concurrency: CONCURRENCY,
    signal: ended.signal,
    onEnd(outcome) {
      outcomes.push(outcome);
      const { group, killed, output, seconds } = outcome;
      appendFileSync(report, `${output}\n${group.length} files in ${seconds.toFixed(1)} s\n\n`);
      const names = group.join(' ');
      if (outcome.passed) process.stdout.write('.'.repeat(group.length));
      else process.stdout.write(`\n${styleText('red', 'FAILED')}  ${names}\n${output}\n`);
      if (killed) process.stdout.write(`\n${styleText('yellow', 'killed')}  ${names}: ${killed}\n`);
    },
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const count = outcomes.reduce((sum, { tests }) => sum + tests, 0);
  process.stdout.write(
    `\n${passed ? styleText('green', 'ok') : styleText('red', 'FAILED')}  ${count} tests in ${files.length} files, ${seconds} s\n\n`,
  );
  for (const { group, passed } of outcomes) if (!passed) process.stdout.write(`Failed: ${group.join(' ')}\n`);
  return passed && !ended.signal.aborted;
}

const allTests = find('test/**/*.test.ts', 'packages/*/test/**/*.test.ts');
const isDrill = (file: string): boolean =>
  readFileSync(path.join(root, file), 'utf8').includes('/every-drill.ts');
const chosen = everyDrill ? allTests.filter(isDrill) : process.argv.slice(2);
const failed = (chosen.length > 0 ? [] : checks).filter((step) => !run(step)).map(({ name }) => name);
const stopPostgres = await holdTestPostgres();
mkdirSync(testFolder, { recursive: true });
for (const file of [observedProblems, report]) writeFileSync(file, '');
if (!(await testsPass(chosen.length > 0 ? chosen : allTests))) failed.push('tests');
await stopPostgres();
const unobserved = chosen.length > 0 ? [] : unobservedProblems(observedProblems);
if (unobserved.length > 0) {
  process.stdout.write(`The reference has problems that no test received:\n  ${unobserved.join('\n  ')}\n`);
}
if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}\n`);
if (failed.length + unobserved.length > 0) process.exitCode = 1;
