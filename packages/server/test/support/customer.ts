import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../src/config.ts';
import { SLOW_MS, until, within } from './deadline.ts';

/** A customer at a terminal, with a home directory, a working directory and the customer commands. */
export interface Customer {
  readonly folder: string;
  readonly credentialsFile: string;
  /** Runs `kinora` with these arguments to its end. */
  run(args: readonly string[], more?: RunOptions): Promise<Ended>;
  /** Starts it, to be interrupted or observed. */
  start(args: readonly string[], more?: RunOptions): Running;
  leave(): Promise<void>;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly bytes: Buffer;
}

interface Running {
  readonly child: ChildProcess;
  /** Resolves with the first match in what was printed to standard error. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
}

const MAIN = fileURLToPath(import.meta.resolve('@kinora/cli/main'));

/** `entry` is the program: that of the customers' package, or the server's, which has the commands too. */
export async function createCustomer(server: string, entry = MAIN): Promise<Customer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-customer-'));
  const config = path.join(folder, 'config');
  const start: Customer['start'] = (args, { env = {}, input = '' } = {}) => {
    const settings = { XDG_CONFIG_HOME: config, KINORA_SERVER: server, ...env };
    const child = spawn(process.execPath, [entry, ...args], { cwd: folder, env: childEnvironment(settings) });
    // A command that reads no input may have ended.
    child.stdin.on('error', () => {}).end(input);
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => err.push(chunk));
    const stderr = () => Buffer.concat(err).toString();
    const closed = (once(child, 'close') as Promise<[number | null]>).then(([code]) => {
      const bytes = Buffer.concat(out);
      return { code, stdout: bytes.toString(), stderr: stderr(), bytes };
    });
    return {
      child,
      async says(pattern) {
        await until(() => pattern.test(stderr()) || child.exitCode !== null, SLOW_MS);
        const found = pattern.exec(stderr());
        if (found === null)
          throw new Error(`kinora ${args.join(' ')} ended without ${pattern}:\n${stderr()}`);
        return found;
      },
      ended: within(() => `the end of kinora ${args.join(' ')}:\n${stderr()}`, closed, SLOW_MS),
    };
  };
  return {
    folder,
    credentialsFile: path.join(config, 'kinora/credentials.json'),
    start,
    run: (args, more) => start(args, more).ended,
    leave: () => rm(folder, { recursive: true, force: true }),
  };
}

export const SERVER_MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
