import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../src/config.ts';
import { SLOW_MS, until, within } from './deadline.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A Kinora command with an embedded database of its own. */
interface RunningProgram {
  readonly output: () => string;
  /** The files of the embedded database. */
  readonly files: () => readonly string[];
  /** The lock file of the database, which exists while it runs. */
  readonly lock: string;
}

export type Moment = (program: RunningProgram) => boolean;

/** The moments of every start, by name. */
export const STARTING: Readonly<Record<string, Moment>> = {
  'its database is created': ({ files }) => files().some((name) => name.startsWith('initialising-')),
  'its database starts': ({ lock }) => existsSync(lock),
};

export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

interface Stop {
  /** The folder in which its data directory is created. */
  readonly folder: string;
  /** The data directory of an installation, instead of an empty one. */
  readonly installation?: string;
  readonly command: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly isReached: Moment;
  readonly signal: (typeof STOP_SIGNALS)[number];
}

interface StoppedProgram {
  readonly code: number | null;
  readonly endedBy: NodeJS.Signals | null;
  readonly said: string;
  readonly files: readonly string[];
  readonly isDatabaseRunning: boolean;
}

/** Starts a command and sends it `signal` at the given moment. Ends its database if it has not. */
export async function stopProgram({
  folder,
  installation,
  command,
  settings,
  isReached,
  signal,
}: Stop): Promise<StoppedProgram> {
  const dataDir = installation ?? (await mkdtemp(path.join(folder, 'data-')));
  const postgres = path.join(dataDir, 'postgres');
  const lock = path.join(postgres, 'cluster', 'postmaster.pid');
  const files = () => (existsSync(postgres) ? readdirSync(postgres) : []);
  // In a group of its own, because Ctrl-C and a closed terminal reach all its processes.
  const child = spawn(process.execPath, [MAIN, ...command.split(' ')], {
    env: childEnvironment({ KINORA_DATA_DIR: dataDir, ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  try {
    await until(() => isReached({ output: () => said, files, lock }) || child.exitCode !== null);
    if (signal === 'SIGTERM') child.kill(signal);
    else process.kill(-(child.pid ?? 0), signal);
    const [code, endedBy] = await within(() => `the end of kinora ${command}:\n${said}`, exit, SLOW_MS);
    return { code, endedBy, said, files: files(), isDatabaseRunning: existsSync(lock) };
  } finally {
    child.kill('SIGKILL');
    if (existsSync(lock)) process.kill(Number(readFileSync(lock, 'utf8').split('\n')[0]), 'SIGINT');
  }
}
