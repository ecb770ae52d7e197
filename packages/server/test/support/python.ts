import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Python 3.10 or newer with venv and pip, by its names; `KINORA_TEST_PYTHON` names another one. */
const NAMES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];
const PROBE = 'import sys, venv, ensurepip; print(sys.version_info >= (3, 10))';

export function findPython(): string | undefined {
  const { KINORA_TEST_PYTHON: chosen } = process.env;
  return (chosen === undefined ? NAMES : [chosen]).find((name) => {
    const { stdout } = spawnSync(name, ['-c', PROBE], { encoding: 'utf8' });
    return stdout?.trim() === 'True';
  });
}

/** An environment of its own: its programs, and what is installed into it. */
export interface PythonEnvironment {
  /** The folder of its programs, to be the first of `PATH`. */
  readonly programs: string;
  /** Runs a program of the environment, and rejects with what it printed if it fails. */
  run(name: string, args: readonly string[], options?: RunOptions): Promise<string>;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export async function createEnvironment(python: string, folder: string): Promise<PythonEnvironment> {
  await run(python, ['-m', 'venv', folder]);
  const programs = path.join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  return {
    programs,
    async run(name, args, { cwd, env = process.env } = {}) {
      const options = { cwd, env: { ...env, VIRTUAL_ENV: folder, PYTHONDONTWRITEBYTECODE: '1' } };
      try {
        const { stdout } = await run(path.join(programs, name), args, options);
        return stdout;
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        throw new Error(`${name} ${args.join(' ')}:\n${stdout}\n${stderr}`);
      }
    },
  };
}
