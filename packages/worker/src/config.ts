import { BlockList, isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { preferenceMax, workerSlotsMax } from '@kinora/contract';
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
import { type Costs, readCosts } from './costs.ts';
import { type EngineConfig, readEngine } from './engine-settings.ts';

/** The only reader of the worker's environment. Everything else gets the frozen result. */

export interface WorkerConfig {
  readonly serverUrl: string;
  readonly workerToken: string | undefined;
  readonly engine: EngineConfig;
  /** How many jobs it renders at once. */
  readonly slots: number;
  /** Workers with the lowest number are filled first. */
  readonly preference: number;
  readonly costs: Costs;
  readonly allowedContent: readonly AllowableContent[];
  readonly logLevel: string;
  /** Whether its server started it: then it has a channel to it. */
  readonly isEmbedded: boolean;
}

const DEFAULT_PORT = 8787;

/** What is in the environment, and else in a file of settings. */
export function readEnvironment(inFile: Environment = {}): Environment {
  return { ...inFile, ...process.env };
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readWorkerConfig(environment: Environment = process.env): WorkerConfig {
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
    preference: readWhole(get, 'KINORA_WORKER_PREFERENCE', 0, 0, preferenceMax),
    costs: readCosts(get),
    allowedContent: readAllowedContent(get),
    logLevel: readLogLevel(get),
    isEmbedded: process.send !== undefined,
  });
}

function readSlots(get: Reader, engine: EngineConfig): number {
  const name = 'KINORA_WORKER_SLOTS';
  const slots = readWhole(get, name, defaultSlots(engine), 1, workerSlotsMax);
  if (engine.name === 'comfyui' && slots > 1) {
    throw new ConfigError(
      `${name} must be 1: a ComfyUI renders one job after the other, and has the next one waiting; start a worker for each`,
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

/**
 * An own server with the interface of OpenAI gets the next request while it works on the present one, so that it never waits. A
 * hosted vendor gets as many as the operator allows.
 */
function defaultSlots(engine: EngineConfig): number {
  return engine.name === 'openai' && isPrivateHost(new URL(engine.settings.url).hostname) ? 2 : 1;
}

const PRIVATE_NAME = /^[^.:]+$|\.(local|internal|lan|home\.arpa)$/;

export function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  if (family === 0) return PRIVATE_NAME.test(hostname);
  return privateNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4');
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
