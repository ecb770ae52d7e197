import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { styleText } from 'node:util';
import type { Mutation } from '../packages/server/test/mutations/mutation.ts';
import { mutations } from '../packages/server/test/mutations/mutations.ts';
import { holdTestPostgres } from '../packages/server/test/support/test-database.ts';
import { countEveryday } from './everyday-mutations.ts';
import { runTestFiles, type TestOutcome } from './run-test-files.ts';

/**
 * Plants known bugs in copies of the sources, one at a time in each, and runs the tests that should detect each. It fails if a
 * bug is not detected. `npm run mutations -- fence` plants only the bugs whose name contains `fence`;
 * `--everyday` plants none, and prints which of those on money, queue and access have a test in `npm test`.
 */

const root = path.dirname(import.meta.dirname);

const COPIED = [
  ...['packages', 'scripts', 'test', 'docs', 'deploy'],
  ...['README.md', 'package.json', 'package-lock.json', 'tsconfig.json'],
];
/** What the server serves is built of these packages, and tests that walk through pages or install a client need it anew. */
const BUILT = /^(?:console|cli|client|mcp|python)\/src\//;

function copySources(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'kinora-mutations-'));
  for (const name of COPIED) {
    cpSync(path.join(root, name), path.join(copy, name), {
      recursive: true,
      filter: (source) => !source.endsWith('node_modules'),
    });
  }
  // Packages import each other by name, so the names must resolve to the copy.
  linkEntries('node_modules', copy, (name) => name !== '@kinora');
  mkdirSync(path.join(copy, 'node_modules/@kinora'));
  for (const name of readdirSync(path.join(root, 'packages'))) {
    symlinkSync(path.join(copy, 'packages', name), path.join(copy, 'node_modules/@kinora', name));
    linkEntries(`packages/${name}/node_modules`, copy);
  }
  return copy;
}

function linkEntries(folder: string, copy: string, isWanted: (name: string) => boolean = () => true): void {
  if (!existsSync(path.join(root, folder))) return;
  mkdirSync(path.join(copy, folder), { recursive: true });
  for (const name of readdirSync(path.join(root, folder)).filter(isWanted)) {
    symlinkSync(path.join(root, folder, name), path.join(copy, folder, name));
  }
}

/** The first of the test files, paths below `packages/`, that fails in the copy; its failure ends the others. */
async function firstFailure(
  copy: string,
  tests: readonly string[],
  concurrency: number,
): Promise<TestOutcome | undefined> {
  const failed = new AbortController();
  let failure: TestOutcome | undefined;
  await runTestFiles(
    tests.map((name) => [`packages/${name}`]),
    {
      cwd: copy,
      env: process.env,
      concurrency,
      signal: failed.signal,
      onEnd: (outcome) => {
        if (outcome.passed) return;
        failure = outcome;
        failed.abort();
      },
    },
  );
  return failure;
}

/** Whether the tests detected the bug. */
async function isDetected(copy: string, { file, from, to, tests }: Mutation): Promise<boolean> {
  const place = path.join(copy, 'packages', file);
  const original = readFileSync(place, 'utf8');
  if (original.split(from).length !== 2)
    throw new Error(`${file} has not exactly one ${JSON.stringify(from)}`);
  writeFileSync(
    place,
    original.replace(from, () => to),
  );
  const build = (): void => {
    if (BUILT.test(file)) execFileSync(process.execPath, ['scripts/build.ts'], { cwd: copy, stdio: 'pipe' });
  };
  build();
  const failure = await firstFailure(copy, tests, 1);
  writeFileSync(place, original);
  build();
  return failure !== undefined;
}

/** A copy for each processor that plants bugs and tests them. */
const COPIES = 2;

if (process.argv[2] === '--everyday') {
  const { share, others } = countEveryday();
  const names = others.map(({ name, tests }) => `  ${name}: ${tests.join(', ')}`).join('\n');
  process.stdout.write(
    `npm test has a test for ${(share * 100).toFixed(1)} % of the planted bugs on money, queue and access. Others:\n${names}\n`,
  );
  process.exit();
}

const filter = process.argv[2] ?? '';
const planned = mutations.filter(({ name }) => name.includes(filter));
const undetected: string[] = [];
const copies: string[] = [];
const postgres = await holdTestPostgres();
Object.assign(process.env, postgres.env);
try {
  while (copies.length < COPIES) copies.push(copySources());
  // A test that fails without a planted bug would detect every bug.
  const tests = [...new Set(planned.flatMap((mutation) => mutation.tests))];
  const failure = await firstFailure(copies[0] as string, tests, COPIES);
  if (failure) throw new Error(`${failure.group} fails without a planted bug:\n${failure.output}`);
  const waiting = [...planned];
  await Promise.all(
    copies.map(async (copy) => {
      for (let mutation = waiting.shift(); mutation !== undefined; mutation = waiting.shift()) {
        const detected = await isDetected(copy, mutation);
        if (!detected) undetected.push(mutation.name);
        const verdict = detected ? styleText('green', 'detected  ') : styleText('red', 'UNDETECTED');
        process.stdout.write(`${verdict}  ${mutation.name}\n`);
      }
    }),
  );
} finally {
  await postgres.stop();
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}
process.stdout.write(
  undetected.length === 0
    ? `The tests detect all of ${planned.length} planted bugs.\n`
    : `${undetected.length} planted bugs are not detected:\n${undetected.join('\n')}\n`,
);
process.exitCode = undetected.length === 0 ? 0 : 1;
