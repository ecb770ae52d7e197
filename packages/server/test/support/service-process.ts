import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../src/config.ts';
import { SLOW_MS, within } from './deadline.ts';

/** Kinora commands as child processes, which tests can kill. */

/** Running processes; those that a failed test leaves behind are killed at the end of its file. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface KinoraProcess {
  readonly child: ChildProcess;
  /** The standard output and error so far. */
  readonly output: () => string;
  /** Resolves with the first line that matches. */
  lineMatching(pattern: RegExp): Promise<string>;
  /** Sends `signal` and resolves after the exit, with the exit code, or null if a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  ended(limitMs?: number): Promise<number | null>;
}

/** A Node and the entry point that it runs: that of this checkout, or of another version. */
export type Program = readonly [node: string, main: string];
export const PROGRAM: Program = [process.execPath, MAIN];

export function startKinora(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  cwd = process.cwd(),
  [node, main] = PROGRAM,
): KinoraProcess {
  const child = spawn(node, [main, ...args], {
    cwd,
    env: childEnvironment({ KINORA_LOG_LEVEL: 'debug', KINORA_STOP_LINGER_SECONDS: '0', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const watchers = new Set<(line: string) => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const watcher of watchers) watcher(line);
    });
  }
  running.add(child);
  const exit = (once(child, 'exit') as Promise<[number | null]>).finally(() => running.delete(child));
  const output = () => lines.join('\n');
  const ended = async (limitMs = SLOW_MS) => {
    const [code] = await within(() => `the end of kinora ${args.join(' ')}:\n${output()}`, exit, limitMs);
    return code;
  };
  return {
    child,
    output,
    lineMatching(pattern) {
      const line = new Promise<string>((resolve, reject) => {
        const seen = lines.find((line) => pattern.test(line));
        if (seen !== undefined) return resolve(seen);
        watchers.add((line) => {
          if (pattern.test(line)) resolve(line);
        });
        void exit.then(() => reject(new Error(`ended before a line matched ${pattern}:\n${output()}`)));
      });
      return within(() => `a line like ${pattern}:\n${output()}`, line, SLOW_MS);
    },
    async end(signal) {
      child.kill(signal);
      return ended();
    },
    ended,
  };
}

export interface ServiceProcess extends KinoraProcess {
  readonly url: string;
}

/** Starts `kinora serve` on a free port and waits until it is ready. */
export async function startService(
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<ServiceProcess> {
  const service = startKinora(['serve', ...args], { KINORA_PORT: '0', ...settings });
  const line = await service.lineMatching(/Kinora is ready at/);
  return { ...service, url: /ready at (\S+)/.exec(line)?.[1] ?? '' };
}

/** Runs a command and waits for its exit. */
export async function kinora(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const run = startKinora(args, settings);
  const code = await run.ended();
  return { code, output: run.output() };
}
