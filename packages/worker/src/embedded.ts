import { fileURLToPath } from 'node:url';
import { type LeaseRequest, type ModelsByMedium, poolNames } from '@kinora/contract';
import { proceduralCapabilities } from '@kinora/procedural/capabilities';
import { readWorkerConfig } from './config.ts';
import { describeWorker } from './describe-worker.ts';

/** What a server needs to start a worker as a child process. Loads no engine. */
export interface EmbeddedWorker {
  /** The program to start as a child process. */
  readonly main: string;
  /** What the worker will announce, if that is known before its engine starts. */
  readonly announcement: LeaseRequest | undefined;
}

/** Throws a `ConfigError` for settings that the worker could not start with. */
export function describeEmbeddedWorker(
  name: string,
  environment: Readonly<Record<string, string>>,
): EmbeddedWorker {
  const { engine, slots } = readWorkerConfig(environment);
  return {
    main: fileURLToPath(new URL('./main.ts', import.meta.url)),
    announcement:
      engine.name === 'procedural'
        ? describeWorker({ name, pools: poolNames, gpu: 'none', slots, engine: procedural(engine.models) })
        : undefined,
  };
}

const procedural = (models: ModelsByMedium) => ({
  name: 'procedural',
  version: 'starting',
  capabilities: proceduralCapabilities(models),
  zeroRetention: true,
});
