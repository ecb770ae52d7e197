import {
  type WorkerCapability as DeclaredCapability,
  type Problem,
  poolOfOperation,
  problem,
  type RenderOperation,
} from '@kinora/contract';
import type { Model } from '../catalogue/model.ts';

/** A capability that a worker had when it was last seen. */
export interface WorkerCapability extends Pick<DeclaredCapability, 'operation' | 'model'> {
  /** Pixels. */
  readonly longestSide: number;
  readonly zeroRetention: boolean;
  readonly negativePrompt: boolean;
  /** Last seen within a minute and not stopped; the others were seen within `RECENT_MINUTES`. */
  readonly isLive: boolean;
}

/** What a job requires of its worker. */
interface Requirements {
  readonly operation: RenderOperation;
  readonly model: Pick<Model, 'id'>;
  /** Delivered size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly zeroRetention: boolean;
  /** Whether the order has a negative prompt. */
  readonly negativePrompt: boolean;
}

export interface JobRequirements extends Requirements {
  readonly model: Model;
}

/**
 * The capacity problem of a job; undefined when a live worker meets its requirements, or one would start for it. Problems: `workers_unavailable`,
 * `mode_unavailable`, `mode_temporarily_unavailable`, `mode_input_unsupported`, `model_unavailable`.
 */
export function decideCapacity(
  required: JobRequirements,
  capabilities: readonly WorkerCapability[],
): Problem | undefined {
  const { model } = required;
  if (isServed(required, capabilities)) return undefined;
  // While a worker of the model is live, it says what is rendered.
  const isAwake = capabilities.some(
    ({ isLive, operation, model: id }) => isLive && operation === required.operation && id === model.id,
  );
  const maySleep = model.startSeconds !== null && model.operations.includes(required.operation);
  if (maySleep && !isAwake) return undefined;
  const isExpectedBack = isExpected(required, capabilities);
  const livePool = capabilities.filter(
    ({ isLive, operation }) => isLive && poolOfOperation[operation] === model.medium,
  );
  if (livePool.length === 0) return noWorker(required, livePool);
  const sameModel = livePool.filter((capability) => capability.model === model.id);
  const mode = model.medium === 'video' ? model.mode : null;
  if (mode === null) {
    return sameModel.length > 0 || isExpectedBack ? noWorker(required, livePool) : modelUnavailable(model);
  }
  if (
    required.operation === 'i2v' &&
    !isExpectedBack &&
    sameModel.length > 0 &&
    sameModel.every(({ operation }) => operation === 'video')
  ) {
    return problem(
      'mode_input_unsupported',
      `The ${mode} mode of this service accepts no uploaded image. Send the prompt alone, or use another mode.`,
      { video_mode: mode, supported_inputs: ['prompt'] },
    );
  }
  if (mode === 'fast' || sameModel.length > 0) return noWorker(required, livePool);
  if (isExpectedBack) {
    return problem(
      'mode_temporarily_unavailable',
      `The workers of the ${mode} mode are temporarily disconnected. Nothing was charged; retry in a minute.`,
      { video_mode: mode },
    );
  }
  return problem(
    'mode_unavailable',
    `No worker renders the ${mode} mode at the moment. Nothing was charged; fast is still available.`,
    { video_mode: mode },
  );
}

/** Whether a live worker meets the requirements. */
export function isServed(required: Requirements, capabilities: readonly WorkerCapability[]): boolean {
  return capabilities.some((capability) => capability.isLive && meets(capability, required));
}

/** Whether a worker meets the requirements that is live or was a few minutes ago. */
export function isExpected(required: Requirements, capabilities: readonly WorkerCapability[]): boolean {
  return capabilities.some((capability) => meets(capability, required));
}

function modelUnavailable({ id }: Model): Problem {
  const message = `No worker renders the model ${id} at the moment. Nothing was charged; use another, or retry.`;
  return problem('model_unavailable', message, { model: id });
}

function meets(capability: WorkerCapability, required: Requirements): boolean {
  return (
    capability.operation === required.operation &&
    capability.model === required.model.id &&
    capability.longestSide >= Math.max(required.width, required.height) &&
    (capability.zeroRetention || !required.zeroRetention) &&
    (capability.negativePrompt || !required.negativePrompt)
  );
}

/** Names the negative prompt, the size or the zero retention when that is the only requirement that no live worker meets. */
function noWorker(required: JobRequirements, live: readonly WorkerCapability[]): Problem {
  const alike = live.filter(
    ({ operation, model }) => operation === required.operation && model === required.model.id,
  );
  const longest = Math.max(0, ...alike.map(({ longestSide }) => longestSide));
  const side = Math.max(required.width, required.height);
  if (alike.length > 0 && longest < side) {
    return problem(
      'workers_unavailable',
      `No worker renders ${required.width}x${required.height} now; the longer side may have up to ${longest} pixels. Nothing was charged.`,
    );
  }
  if (
    required.negativePrompt &&
    alike.some((capability) => meets(capability, { ...required, negativePrompt: false }))
  ) {
    return problem(
      'workers_unavailable',
      `No worker renders ${required.model.id} with a negative prompt now. Nothing was charged; leave negative_prompt out, or retry.`,
    );
  }
  if (alike.length > 0 && required.zeroRetention) {
    return problem(
      'workers_unavailable',
      'No worker with zero retention is available now. Nothing was charged; retry, or omit X-Service-Store.',
    );
  }
  return problem(
    'workers_unavailable',
    'No worker is available for this request now. Nothing was charged; retry.',
  );
}
