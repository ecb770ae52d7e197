import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { type Pool, poolNames, poolOfOperation } from '@kinora/contract';
import { createThreadClassifier } from '@kinora/media/classifier/thread-classifier';
import { type Command, UsageError } from '@kinora/program/command';
import { keepHeapSmall, limitGarbage } from '@kinora/program/heap';
import { createLogger } from '@kinora/program/logger';
import { untilStopped } from '@kinora/program/until-stopped';
import { hasCodecs } from '@kinora/video/codecs';
import type { Logger } from 'pino';
import { untilDeliverable } from './check-delivery.ts';
import { readEnvironment, readWorkerConfig } from './config.ts';
import { createEngine } from './create-engine.ts';
import { createFinisher } from './finish-media.ts';
import { createLeaseClient } from './lease-client.ts';
import { runWorker, type WorkerEvent, type WorkerOptions } from './run-worker.ts';
import { createServerCalls } from './server-calls.ts';
import { readSettingsFile, type Settings } from './setup/settings-file.ts';

const help = `Usage: kinora worker [--name NAME] [--pools image,video] [--gpu LABEL] [--settings FILE]
       kinora worker setup [OPTIONS]

Renders jobs for a server. It polls the server for jobs, so it needs no inbound port and no database, and can
run behind NAT. Run any number of workers, each on the machine with its GPU.

  --name    The name of the worker, unique on its server. Default: host name and a random suffix.
  --pools   The pools to render jobs of. Default: image,video.
  --gpu     The name of its GPU, returned by GET /health. Default: none.
  --settings  A file with settings that are not in the environment. "kinora worker setup" writes one, and finds out
              what this machine can render and earn; see "kinora worker setup --help".

Settings (environment):
  KINORA_SERVER_URL        the server's URL, such as https://media.example.com (default http://127.0.0.1:8787)
  KINORA_WORKER_TOKEN      the worker's token, from "kinora worker-token create" on the server's machine
  KINORA_ENGINE            procedural (default), comfyui (docs/comfyui.md) or openai (docs/openai.md)
  KINORA_WORKER_MODELS     models to render, such as image,fast,draft:video (default those of a new catalogue)
  KINORA_WORKER_SLOTS      jobs to render at once (default 1)
  KINORA_WORKER_COSTS      US cents of an image or of a second of a video, such as image=0.4,fast=0.12
  KINORA_WORKER_PREFERENCE 0 to 9: workers with the lowest number are filled first (default 0), then the cheapest
  KINORA_ALLOWED_CONTENT   categories of content to allow, as on the server: sexual, gore
  KINORA_LOG_LEVEL         default info

SIGTERM finishes the current jobs, or releases them after 20 seconds, and stops.
`;

async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      name: { type: 'string' },
      pools: { type: 'string' },
      gpu: { type: 'string' },
      settings: { type: 'string' },
    },
    strict: true,
  });
  const config = readWorkerConfig(readEnvironment(readSettings(values.settings)));
  if (config.workerToken === undefined)
    throw new UsageError('set KINORA_WORKER_TOKEN to a token from "kinora worker-token create"');
  // Threads get it when they start.
  limitGarbage();
  const logger = createLogger(config.logLevel);
  const stop = new AbortController();
  const name = values.name ?? defaultName();
  const pools = poolsOfPlatform(readPools(values.pools), logger);
  const engine = await createEngine(config.engine, logger);
  if (!engine.capabilities.some(({ operation }) => pools.includes(poolOfOperation[operation])))
    throw new UsageError(`the engine ${engine.name} renders nothing of the pools ${pools.join(',')}`);
  const isAllAllowed = config.allowedContent.includes('sexual');
  const finisher = createFinisher(engine, isAllAllowed ? undefined : createThreadClassifier());
  const { checkUpload } = createServerCalls(config.serverUrl, config.workerToken);
  const client = createLeaseClient(config.serverUrl, config.workerToken, (unfit) =>
    logger.warn({ worker: name, unfit }, 'nobody can order what this worker renders'),
  );
  // Nothing is between a worker and the server that started it.
  const ready = config.isEmbedded
    ? Promise.resolve()
    : untilDeliverable(checkUpload, stop.signal, (warning) => logger.error({ worker: name }, warning));
  const options: WorkerOptions = {
    name,
    pools,
    gpu: values.gpu ?? 'none',
    slots: config.slots,
    preference: config.preference,
    costs: config.costs,
    engine,
    finish: finisher.finish,
    client,
    log: (event) => logger[levels[event.event]]({ worker: name, ...describe(event) }, 'worker'),
    stop: stop.signal,
  };
  keepHeapSmall();
  const done = ready.then(() => runWorker(options));
  await untilStopped();
  stop.abort();
  await done;
  await finisher.close();
  await engine.close?.();
  return 0;
}

function readSettings(file: string | undefined): Settings {
  const settings = file === undefined ? {} : readSettingsFile(file);
  if (settings === undefined) throw new UsageError(`--settings: there is no file ${file}`);
  return settings;
}

/**
 * Workers on one machine need different names. A process id would be public in GET /health and repeats in containers.
 */
function defaultName(): string {
  return `${hostname().replace(/[^\w.-]/g, '-')}-${randomBytes(3).toString('hex')}`;
}

function readPools(value: string | undefined): Pool[] {
  const names = (value ?? poolNames.join(',')).split(',');
  return names.map((name) => {
    const pool = poolNames.find((candidate) => candidate === name.trim());
    if (pool === undefined)
      throw new UsageError(`--pools must be one or more of ${poolNames.join(',')}, not "${value}"`);
    return pool;
  });
}

/** Without codecs it would take videos that it cannot render. The server refuses their orders, unless another worker renders them. */
function poolsOfPlatform(pools: Pool[], logger: Logger): Pool[] {
  if (!pools.includes('video') || hasCodecs()) return pools;
  const platform = `${process.platform} ${process.arch}`;
  logger.error(`no video is rendered here: npm has installed no build of @napi-rs/webcodecs for ${platform}`);
  return pools.filter((pool) => pool !== 'video');
}

const levels = {
  started: 'info',
  progress: 'debug',
  completed: 'info',
  abandoned: 'warn',
  failed: 'error',
  cooling_down: 'warn',
  server_unreachable: 'warn',
} as const satisfies Record<WorkerEvent['event'], string>;

function describe(event: WorkerEvent): object {
  return 'error' in event ? { ...event, error: undefined, err: event.error } : event;
}

export const worker: Command = {
  help,
  run,
  parts: { setup: async () => (await import('./setup/setup-command.ts')).setup },
};
