import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { LeaseRequest } from '@kinora/contract';
import type { FastifyBaseLogger } from 'fastify';
import { type Config, childEnvironment } from '../config.ts';
import type { Database } from '../db/database.ts';
import { recordWorker } from '../workers/record-worker.ts';
import { loadOptional } from './optional-package.ts';

/** The worker that `serve` starts as a separate process, because rendering would block the server. */
export interface EmbeddedWorker {
  stop(): Promise<void>;
}

const NAME = `embedded-${randomBytes(3).toString('hex')}`;
const RESTART_MS = 1000;
/** Longer than the time a worker gives its current job when it stops. */
const STOP_TIMEOUT_MS = 30_000;

/** The worker's entry point, and its capabilities if they are known before it runs. */
export interface PreparedWorker {
  readonly main: string;
  readonly announcement: LeaseRequest | undefined;
}

/**
 * Checks the worker's settings. Throws a `ConfigError` for settings that it could not start with, and `NotInstalled` if
 * only the server is installed.
 */
export async function prepareEmbeddedWorker({ workerEnvironment }: Config): Promise<PreparedWorker> {
  const { describeEmbeddedWorker } = await loadOptional(
    'the worker',
    () => import('@kinora/worker/embedded'),
    'run "kinora serve --no-worker" to start the server alone, or ',
  );
  return describeEmbeddedWorker(NAME, workerEnvironment);
}

/** Starts the worker, restarts it if it exits, and stops it with SIGTERM. */
export async function startEmbeddedWorker(
  { main, announcement }: PreparedWorker,
  app: { readonly url: string; readonly workerToken: string; readonly database: Database },
  config: Config,
  logger: FastifyBaseLogger,
): Promise<EmbeddedWorker> {
  // Recorded before it first requests work, so that an order that arrives in between is not rejected.
  if (announcement !== undefined) await recordWorker(app.database, announcement);
  return superviseWorker(main, app, config, logger);
}

/** What a worker renders is not in the heap: with 4 MB instead of 16 it takes 100 MB less and is as fast. */
const YOUNG_GENERATION = '--max-semi-space-size=4';

/** Runs the worker process and restarts it if it exits, until stopped. */
export function superviseWorker(
  main: string,
  app: { readonly url: string; readonly workerToken: string },
  config: Config,
  logger: FastifyBaseLogger,
): EmbeddedWorker {
  let child: ChildProcess | undefined;
  let stopping = false;

  function start(): void {
    // The IPC channel closes when this process ends, even by SIGKILL; the worker then stops.
    child = spawn(process.execPath, [YOUNG_GENERATION, main, '--name', NAME], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: childEnvironment({
        ...config.workerEnvironment,
        KINORA_SERVER_URL: app.url,
        KINORA_WORKER_TOKEN: app.workerToken,
        KINORA_LOG_LEVEL: config.logLevel,
      }),
      // Ctrl-C then reaches only the server, which stops its worker itself.
      detached: true,
    });
    let ended = false;
    const restart = (cause: object) => {
      if (stopping || ended) return;
      ended = true;
      logger.warn(cause, 'the worker exited; restarting it');
      setTimeout(() => {
        if (!stopping) start();
      }, RESTART_MS);
    };
    child.once('exit', (code, signal) => restart({ code, signal }));
    // The process could not be started, for example because the process limit is reached.
    child.once('error', (err) => restart({ err }));
  }

  start();
  return {
    async stop() {
      stopping = true;
      const running = child;
      if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return;
      const exited = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGTERM');
      const deadline = setTimeout(() => running.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(deadline);
    },
  };
}
