import {
  type AllowableContent,
  type Reader,
  readAllowedContent,
  readerOf,
  readLogLevel,
  readUrl,
  readWorkerToken,
} from '@kinora/program/setting';
import { type EngineConfig, readEngine } from './engine-settings.ts';

/** The only reader of the worker's environment. Everything else gets the frozen result. */

export interface WorkerConfig {
  readonly serverUrl: string;
  readonly workerToken: string | undefined;
  readonly engine: EngineConfig;
  readonly allowedContent: readonly AllowableContent[];
  readonly logLevel: string;
  /** Whether its server started it: then it has a channel to it. */
  readonly isEmbedded: boolean;
}

const DEFAULT_PORT = 8787;

export function readWorkerConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): WorkerConfig {
  const get: Reader = readerOf(environment);
  return Object.freeze({
    serverUrl:
      readUrl('KINORA_SERVER_URL', get('KINORA_SERVER_URL')) ??
      `http://127.0.0.1:${get('KINORA_PORT') ?? DEFAULT_PORT}`,
    workerToken: readWorkerToken(get),
    engine: readEngine(get),
    allowedContent: readAllowedContent(get),
    logLevel: readLogLevel(get),
    isEmbedded: process.send !== undefined,
  });
}
