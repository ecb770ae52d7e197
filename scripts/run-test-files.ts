import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Runs test files, a few in each process, and ends each process within a time limit. `node --test` does not: it waits
 * forever for a loop that never yields, for a child process that keeps the standard output open, and for a process that
 * does not exit (in Node 24 `process.exit` can deadlock: https://github.com/nodejs/node/issues/54918).
 */

/** Files that run in one process, in this order. */
export type TestGroup = readonly string[];

interface TestRun {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly concurrency: number;
  /** Called with each group's outcome as soon as it is known. */
  onEnd(outcome: TestOutcome): void;
  readonly limits?: Limits;
  /** Ends the run: no further group starts, and running ones are killed. */
  readonly signal?: AbortSignal;
}

interface Limits {
  /** From the start of the process to the end of its last test. */
  readonly testsMs: number;
  /** From the end of the last test to the end of the process and of those that it started. */
  readonly exitMs: number;
}

export interface TestOutcome {
  readonly group: TestGroup;
  readonly passed: boolean;
  /** It exited with status 0 but without the whole report of its tests, which does not pass. */
  readonly unreported: boolean;
  readonly tests: number;
  readonly seconds: number;
  /** Why the process had to be killed, if it had to. */
  readonly killed?: string;
  /** What the process printed: the report of its tests and everything beside it. */
  readonly output: string;
}

const ARGUMENTS = [
  // The limit of a test and of a whole file. What hangs while its process still runs timers fails by name, before that is killed.
  '--test-timeout=300000',
  // Resources that a failed test leaves open would keep its process running forever.
  '--test-force-exit',
  // It exits at once, and what this process has not read by then would be lost: Node calls writes to a pipe synchronous,
  // but what does not fit into the buffer of the system is written later.
  '--import=data:text/javascript,process.stdout._handle?.setBlocking?.(true)',
  '--test-reporter=spec',
];
const LIMITS: Limits = { testsMs: 15 * 60_000, exitMs: 30_000 };
/** Printed by Node's reporter after the last test. */
const LAST_LINE = /^ℹ duration_ms /m;
/** Before what failed: hooks of the file itself are there too, which Node neither counts nor exits with a status for. */
const FAILURES = /^✖ failing tests:$/m;

/** The files by package, in groups of this size at most: files of one package load the same modules. */
export function groupTestFiles(files: readonly string[], size: number): TestGroup[] {
  const groups: string[][] = [];
  for (const file of files) {
    const group = groups.at(-1);
    const isFull = group === undefined || group.length === size;
    if (isFull || packageOf(group[0] as string) !== packageOf(file)) groups.push([file]);
    else group.push(file);
  }
  return groups;
}

/** The part of a path before its first folder `test`. */
function packageOf(file: string): string {
  const folders = file.split(/[\\/]/);
  return folders.slice(0, folders.indexOf('test')).join('/');
}

export async function runTestFiles(groups: readonly TestGroup[], run: TestRun): Promise<boolean> {
  const waiting = [...groups];
  let passed = true;
  async function runNext(): Promise<void> {
    for (let group = waiting.shift(); group && !run.signal?.aborted; group = waiting.shift()) {
      const outcome = await runTestGroup(group, run);
      if (!outcome.passed) passed = false;
      if (!run.signal?.aborted) run.onEnd(outcome);
    }
  }
  await Promise.all(Array.from({ length: run.concurrency }, runNext));
  return passed;
}

function runTestGroup(
  group: TestGroup,
  { cwd, env, limits = LIMITS, signal }: TestRun,
): Promise<TestOutcome> {
  const startedAt = performance.now();
  const program = path.join(import.meta.dirname, 'run-test-group.ts');
  // In a process group of its own, so that the processes it started are killed with it.
  const child = spawn(process.execPath, [...ARGUMENTS, program, ...group], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let output = '';
  let killed: string | undefined;
  const kill = (reason: string) => {
    killed ??= reason;
    killGroup(child);
  };
  const abort = () => kill('the run ended');
  signal?.addEventListener('abort', abort);
  let limit = setTimeout(kill, limits.testsMs, `its tests did not end within ${limits.testsMs / 1000} s`);
  let reported = false;
  const read = (text: string) => {
    output += text;
    if (reported || !LAST_LINE.test(stripVTControlCharacters(output))) return;
    reported = true;
    clearTimeout(limit);
    limit = setTimeout(
      kill,
      limits.exitMs,
      `it did not exit within ${limits.exitMs / 1000} s after its last test`,
    );
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(limit);
      signal?.removeEventListener('abort', abort);
      const report = stripVTControlCharacters(output);
      const count = (name: string) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(report)?.[1] ?? 0);
      const succeeded = reported && (status === 0 || killed !== undefined);
      resolve({
        group,
        passed: succeeded && count('fail') + count('cancelled') === 0 && !FAILURES.test(report),
        unreported: status === 0 && !reported,
        tests: count('tests'),
        seconds: (performance.now() - startedAt) / 1000,
        ...(killed && { killed }),
        output,
      });
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
