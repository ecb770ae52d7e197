import { type LeaseRequest, leaseWaitMaxMs, type Pool, poolOfOperation } from '@kinora/contract';
import type { Engine, EngineLoad } from '@kinora/engine/engine';
import type { Costs } from './costs.ts';

export interface WorkerDescription {
  readonly name: string;
  readonly pools: readonly Pool[];
  /** GPU class label; "none" for a worker without a GPU. */
  readonly gpu: string;
  /** How many jobs it renders at once; 1 if absent. */
  readonly slots?: number;
  /** Workers with the lowest number are filled first; 0 if absent. */
  readonly preference?: number;
  readonly costs?: Costs;
  readonly engine: Pick<Engine, 'name' | 'version' | 'capabilities' | 'zeroRetention'>;
}

/** The lease request of a worker: its identity, its load, and its capabilities in the pools that it serves. */
export function describeWorker(
  { name, pools, gpu, slots = 1, preference = 0, costs, engine }: WorkerDescription,
  { queueSize, vramFreeGb }: EngineLoad = { queueSize: 0, vramFreeGb: 0 },
): LeaseRequest {
  return {
    worker: name,
    pools: [...pools],
    capabilities: {
      engine: engine.name,
      engine_version: engine.version,
      operations: engine.capabilities
        .filter(({ operation }) => pools.includes(poolOfOperation[operation]))
        .map(({ operation, model, longestSide, negativePrompt }) => ({
          operation,
          model,
          longest_side: longestSide,
          // Images are enlarged for far less than they are made, and mostly here.
          ...(costs?.has(model) && !operation.startsWith('upscale') && { cost_cents: costs.get(model) }),
          ...(negativePrompt === true && { negative_prompt: true as const }),
        })),
      zero_retention: engine.zeroRetention,
    },
    gpu,
    vram_free_gb: vramFreeGb,
    queue_size: queueSize,
    wait_ms: leaseWaitMaxMs,
    slots,
    // An older server knows no preference.
    ...(preference > 0 && { preference }),
  };
}
