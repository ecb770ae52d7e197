import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnvironment } from '../../config.ts';

/** The service as an operator runs it: the same commands, as child processes. */

export interface DemoService {
  readonly url: string;
  /** Runs `kinora <args>` with the same data directory. Returns its standard output. */
  kinora(...args: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const STOP_TIMEOUT_MS = 60_000;
const READY = /Kinora is ready at (\S+)/;

export async function startDemoService(dataDir: string): Promise<DemoService> {
  const env = childEnvironment({ KINORA_DATA_DIR: dataDir, KINORA_PORT: '0' });
  const server = spawn(process.execPath, [MAIN, 'serve'], {
    env,
    // The IPC channel closes when this process ends, even by SIGKILL; the service then stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const log: string[] = [];
  if (server.stderr === null) throw new Error('the standard error of the service is not a pipe');
  createInterface({ input: server.stderr }).on('line', (line) => log.push(line));
  const url = await readyUrl(server, log);
  return {
    url,
    async kinora(...args) {
      const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args], { env });
      return stdout;
    },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGTERM');
        const deadline = setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS);
        await ended;
        clearTimeout(deadline);
      }
    },
  };
}

function readyUrl(server: ChildProcess, log: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) =>
      reject(
        new Error(
          `the service exited with status ${code} before it was ready:\n${log.slice(-20).join('\n')}`,
        ),
      ),
    );
    if (server.stdout === null) throw new Error('the standard output of the service is not a pipe');
    createInterface({ input: server.stdout }).on('line', (line) => {
      const url = READY.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}
