import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { poolNames } from '@kinora/contract';
import { proceduralCapabilities } from '@kinora/procedural/capabilities';
import { describeWorker } from '@kinora/worker/describe-worker';
import type { FastifyBaseLogger } from 'fastify';
import { type Config, childEnvironment } from './config.ts';
import type { Database } from './db/database.ts';
import { recordWorker } from './jobs/worker-health.ts';

/** The worker `serve` starts beside itself: a process of its own, because rendering would block the server. */
export interface EmbeddedWorker {
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const NAME = `embedded-${process.pid}`;
const RESTART_MS = 1000;
/** Longer than a worker's own grace for the job under way. */
const STOP_TIMEOUT_MS = 30_000;

/** Makes the worker known before it can ask for work, so that whoever posts meanwhile is not told that nobody is there. */
export async function announceEmbeddedWorker(database: Database): Promise<void> {
  const engine = {
    name: 'procedural',
    version: 'starting',
    capabilities: proceduralCapabilities,
    supportsZeroRetention: true,
  };
  await recordWorker(database, describeWorker({ name: NAME, pools: poolNames, gpu: 'none', engine }));
}

export function startEmbeddedWorker(
  app: { readonly url: string; readonly workerToken: string },
  config: Config,
  logger: FastifyBaseLogger,
): EmbeddedWorker {
  let child: ChildProcess | undefined;
  let stopping = false;

  function start(): void {
    // The channel tells the worker when this process dies, however it dies.
    child = spawn(process.execPath, [MAIN, 'worker', '--name', NAME], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: childEnvironment({
        ...config.workerEnvironment,
        KINORA_SERVER_URL: app.url,
        KINORA_WORKER_TOKEN: app.workerToken,
        KINORA_LOG_LEVEL: config.logLevel,
      }),
      // Ctrl-C reaches the server alone, which stops its worker in order.
      detached: true,
    });
    let ended = false;
    const restart = (how: object) => {
      if (stopping || ended) return;
      ended = true;
      logger.warn(how, 'the worker ended; starting it again');
      setTimeout(() => {
        if (!stopping) start();
      }, RESTART_MS);
    };
    child.once('exit', (code, signal) => restart({ code, signal }));
    // It could not even be started, as when the machine is out of processes.
    child.once('error', (err) => restart({ err }));
  }

  start();
  return {
    async stop() {
      stopping = true;
      const running = child;
      if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGTERM');
      const giveUp = setTimeout(() => running.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(giveUp);
    },
  };
}
