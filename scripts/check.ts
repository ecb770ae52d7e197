import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters, styleText } from 'node:util';
import { unobservedProblems } from '../packages/server/test/support/documented-problems.ts';
import { holdTestPostgres } from '../packages/server/test/support/test-database.ts';
import { failuresOf, inShort } from './failures.ts';
import { groupTestFiles, runTestFiles, type TestOutcome } from './run-test-files.ts';
import { describeLeftOut, testSets } from './test-sets.ts';

/**
 * Every check in one command: types, lint and format, unused code, then the tests of `test-sets.ts`.
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

// On two processors more of them only wait for each other; with fewer, nothing runs while tests wait for an event.
const CONCURRENCY = 4;
const FILES_PER_PROCESS_MAX = 12;
const SLOWEST = 10;

const [option = '', ...more] = process.argv.slice(2);
const everyDrill = option === '--every-drill';

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

const failedLine = (files: readonly string[]): string => `${styleText('red', 'FAILED')}  ${files.join(' ')}`;

/** The time of each file, which is a suite of its own in the report of its process. */
function secondsOfFiles({ output }: TestOutcome): { readonly file: string; readonly seconds: number }[] {
  const suites = stripVTControlCharacters(output).matchAll(/^[✔✖] (\S+\.test\.ts) \(([\d.]+)ms\)$/gm);
  return [...suites].map(([, file = '', ms]) => ({ file, seconds: Number(ms) / 1000 }));
}

/** The tests that say why they cannot run on this machine, with the reason. */
function skippedIn({ output }: TestOutcome): string[] {
  const skipped = stripVTControlCharacters(output).matchAll(/^ *﹣ (.+) \([\d.]+ms\) # (?!SKIP$)(.+)$/gm);
  return [...skipped].map(([, name, reason]) => `${name}: ${reason}`);
}

/** Runs test files and prints one dot for each, and the tests that fail; returns what those are in short, if any. */
async function runTests(files: readonly string[], env: NodeJS.ProcessEnv): Promise<readonly string[]> {
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
      const { files, details } = failuresOf(outcome);
      appendFileSync(report, `${output}\n${group.length} files in ${seconds.toFixed(1)} s\n\n`);
      if (outcome.passed) process.stdout.write('.'.repeat(group.length));
      else process.stdout.write(`\n${[failedLine(files), ...details].join('\n\n')}\n`);
      if (killed) process.stdout.write(`\n${styleText('yellow', 'killed')}  ${group.join(' ')}: ${killed}\n`);
    },
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const count = outcomes.reduce((sum, { tests }) => sum + tests, 0);
  process.stdout.write(
    `\n${passed ? styleText('green', 'ok') : styleText('red', 'FAILED')}  ${count} tests in ${files.length} files, ${seconds} s\n\n`,
  );
  const skipped = [...new Set(outcomes.flatMap(skippedIn))];
  if (skipped.length > 0) process.stdout.write(`Not run on this machine:\n  ${skipped.join('\n  ')}\n\n`);
  if (files.length > SLOWEST) {
    const slowest = outcomes.flatMap(secondsOfFiles).sort((one, other) => other.seconds - one.seconds);
    const lines = slowest
      .slice(0, SLOWEST)
      .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
    process.stdout.write(`The slowest files:\n${lines.join('\n')}\n\n`);
  }
  if (ended.signal.aborted) return ['the run was ended'];
  const failures = outcomes.filter((outcome) => !outcome.passed).map(failuresOf);
  return failures.flatMap(({ files, details }) => [failedLine(files), ...details.map(inShort)]);
}

/** The files that an option chooses; those that are named, without one. */
const SETS: Readonly<Record<string, () => readonly string[]>> = {
  '': testSets.everyday,
  '--all': more.includes('--left-out') ? testSets.leftOut : testSets.all,
  '--fast': testSets.fast,
  '--every-drill': testSets.drills,
};
const isWhole = option === '' || option === '--all';
const files = SETS[option]?.() ?? process.argv.slice(2);
const isRest = more.includes('--left-out');
const failed = (isWhole && !isRest ? checks : []).filter((step) => !run(step)).map(({ name }) => name);
const postgres = option === '--fast' ? undefined : await holdTestPostgres();
mkdirSync(testFolder, { recursive: true });
writeFileSync(report, '');
// What `npm test` observed counts for the rest, which CI runs after it, whatever files are run in between.
if (isWhole && !isRest) writeFileSync(observedProblems, '');
const failures = await runTests(files, { ...env, ...postgres?.env });
await postgres?.stop();
if (option === '')
  process.stdout.write(`Left out; npm run test:all runs these too:\n${describeLeftOut()}\n\n`);
const unobserved = option === '--all' ? unobservedProblems(observedProblems) : [];
if (unobserved.length > 0) {
  process.stdout.write(`The reference has problems that no test received:\n  ${unobserved.join('\n  ')}\n`);
}
// Last, where the log of a long run is read.
if (failures.length > 0) {
  failed.push('tests');
  process.stdout.write(`${failures.join('\n\n')}\n\n`);
}
if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}\n`);
if (failed.length + unobserved.length > 0) process.exitCode = 1;
