import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../src/config.ts';
import { SLOW_MS, within } from './deadline.ts';

/** Kinora commands as real processes, which can be killed. */

/** Those that run; whichever a failed test leaves behind ends with its file. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface KinoraProcess {
  readonly child: ChildProcess;
  /** What it printed so far, standard output and error. */
  readonly output: () => string;
  /** Resolves with the first line that matches. */
  lineMatching(pattern: RegExp): Promise<string>;
  /** Sends `signal` and resolves when it has ended, with its exit code, or null after a signal. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  ended(limitMs?: number): Promise<number | null>;
}

export function startKinora(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  cwd = process.cwd(),
): KinoraProcess {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: childEnvironment({ KINORA_LOG_LEVEL: 'debug', ...settings }),
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

/** `kinora serve` on a free port, ready. */
export async function startService(
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<ServiceProcess> {
  const service = startKinora(['serve', ...args], { KINORA_PORT: '0', ...settings });
  const line = await service.lineMatching(/Kinora is ready at/);
  return { ...service, url: /ready at (\S+)/.exec(line)?.[1] ?? '' };
}

/** Runs a command to its end. */
export async function kinora(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const run = startKinora(args, settings);
  const code = await run.ended();
  return { code, output: run.output() };
}
