import { availableParallelism } from 'node:os';
import { workerSlotsMax } from '@kinora/contract';
import { warnOfUnknownSettings } from '@kinora/program/known-settings';
import {
  type AllowableContent,
  ConfigError,
  type Reader,
  readAllowedContent,
  readerOf,
  readLogLevel,
  readUrl,
  readWhole,
  readWorkerToken,
} from '@kinora/program/setting';
import { type EngineConfig, readEngine } from './engine-settings.ts';

/** The only reader of the worker's environment. Everything else gets the frozen result. */

export interface WorkerConfig {
  readonly serverUrl: string;
  readonly workerToken: string | undefined;
  readonly engine: EngineConfig;
  /** How many jobs it renders at once. */
  readonly slots: number;
  readonly allowedContent: readonly AllowableContent[];
  readonly logLevel: string;
  /** Whether its server started it: then it has a channel to it. */
  readonly isEmbedded: boolean;
}

const DEFAULT_PORT = 8787;

export function readWorkerConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): WorkerConfig {
  warnOfUnknownSettings(environment);
  const get: Reader = readerOf(environment);
  const engine = readEngine(get);
  return Object.freeze({
    serverUrl:
      readUrl('KINORA_SERVER_URL', get('KINORA_SERVER_URL')) ??
      `http://127.0.0.1:${get('KINORA_PORT') ?? DEFAULT_PORT}`,
    workerToken: readWorkerToken(get),
    engine,
    slots: readSlots(get, engine),
    allowedContent: readAllowedContent(get),
    logLevel: readLogLevel(get),
    isEmbedded: process.send !== undefined,
  });
}

function readSlots(get: Reader, engine: EngineConfig): number {
  const name = 'KINORA_WORKER_SLOTS';
  const slots = readWhole(get, name, 1, 1, workerSlotsMax);
  if (engine.name === 'comfyui' && slots > 1) {
    throw new ConfigError(
      `${name} must be 1: a ComfyUI renders one job after the other; start a worker for each`,
    );
  }
  const processors = availableParallelism();
  if (engine.name === 'procedural' && slots > processors) {
    throw new ConfigError(
      `${name} must be at most ${processors}, the processors of this machine, not ${slots}`,
    );
  }
  return slots;
}
