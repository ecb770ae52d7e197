import { type ChildProcess, spawn } from 'node:child_process';
import type { LeaseRequest } from '@kinora/contract';
import type { FastifyBaseLogger } from 'fastify';
import { type Config, childEnvironment } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { recordWorker } from '../../jobs/capacity/worker-health.ts';
import { loadOptional } from '../optional-package.ts';

/** The worker `serve` starts beside itself: a process of its own, because rendering would block the server. */
export interface EmbeddedWorker {
  stop(): Promise<void>;
}

const NAME = `embedded-${process.pid}`;
const RESTART_MS = 1000;
/** Longer than a worker's own grace for the job under way. */
const STOP_TIMEOUT_MS = 30_000;

/** What is known of the worker before the server starts. */
export interface PreparedWorker {
  readonly main: string;
  readonly announcement: LeaseRequest | undefined;
}

/**
 * Checks the worker's settings. Throws a `ConfigError` for those it could not start with, and `NotInstalled` where
 * only the server is installed.
 */
export async function prepareEmbeddedWorker({ workerEnvironment }: Config): Promise<PreparedWorker> {
  const { describeEmbeddedWorker } = await loadOptional(
    'The worker beside the server',
    () => import('@kinora/worker/embedded'),
  );
  return describeEmbeddedWorker(NAME, workerEnvironment);
}

/** Starts the worker, restarts it when it ends, and stops it in order. */
export async function startEmbeddedWorker(
  { main, announcement }: PreparedWorker,
  app: { readonly url: string; readonly workerToken: string; readonly database: Database },
  config: Config,
  logger: FastifyBaseLogger,
): Promise<EmbeddedWorker> {
  // Recorded before it can ask for work, so that an order that arrives meanwhile is not refused.
  if (announcement !== undefined) await recordWorker(app.database, announcement);
  return superviseWorker(main, app, config, logger);
}

export function superviseWorker(
  main: string,
  app: { readonly url: string; readonly workerToken: string },
  config: Config,
  logger: FastifyBaseLogger,
): EmbeddedWorker {
  let child: ChildProcess | undefined;
  let stopping = false;

  function start(): void {
    // The channel tells the worker when this process dies, however it dies.
    child = spawn(process.execPath, [main, '--name', NAME], {
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
