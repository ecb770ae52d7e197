import {
  type WorkerCapability as DeclaredCapability,
  type Problem,
  poolOfOperation,
  problem,
  type RenderOperation,
  type VideoMode,
} from '@kinora/contract';

/** A capability that a worker had when it was last seen. */
export interface WorkerCapability extends Pick<DeclaredCapability, 'operation' | 'mode'> {
  /** Pixels. */
  readonly longestSide: number;
  readonly zeroRetention: boolean;
  /** Last seen within a minute and not stopped; the others were seen within `RECENT_MINUTES`. */
  readonly isLive: boolean;
}

/** What a job requires of its worker. */
export interface JobRequirements {
  readonly operation: RenderOperation;
  readonly mode: VideoMode | null;
  /** Delivered size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly zeroRetention: boolean;
}

/**
 * The capacity problem of a job; undefined when a live worker meets its requirements. Problems: `workers_unavailable`,
 * `mode_unavailable`, `mode_temporarily_unavailable`, `mode_input_unsupported`.
 */
export function decideCapacity(
  required: JobRequirements,
  capabilities: readonly WorkerCapability[],
): Problem | undefined {
  const fitting = capabilities.filter((capability) => meets(capability, required));
  if (fitting.some(({ isLive }) => isLive)) return undefined;
  const isExpectedBack = fitting.length > 0;
  const { mode } = required;
  const livePool = capabilities.filter(
    ({ isLive, operation }) => isLive && poolOfOperation[operation] === poolOfOperation[required.operation],
  );
  if (mode === null || livePool.length === 0) return noWorker(required, livePool);

  const sameMode = livePool.filter((capability) => capability.mode === mode);
  if (
    required.operation === 'i2v' &&
    !isExpectedBack &&
    sameMode.length > 0 &&
    sameMode.every(({ operation }) => operation === 'video')
  ) {
    return problem(
      'mode_input_unsupported',
      `The ${mode} mode of this service accepts no uploaded image. Send the prompt alone, or use another mode.`,
      { video_mode: mode, supported_inputs: ['prompt'] },
    );
  }
  if (mode === 'fast' || sameMode.length > 0) return noWorker(required, livePool);
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

function meets(capability: WorkerCapability, required: JobRequirements): boolean {
  return (
    capability.operation === required.operation &&
    capability.mode === required.mode &&
    capability.longestSide >= Math.max(required.width, required.height) &&
    (capability.zeroRetention || !required.zeroRetention)
  );
}

/** Names the size or the zero retention when that is the only requirement that no live worker meets. */
function noWorker(required: JobRequirements, live: readonly WorkerCapability[]): Problem {
  const alike = live.filter(
    ({ operation, mode }) => operation === required.operation && mode === required.mode,
  );
  const longest = Math.max(0, ...alike.map(({ longestSide }) => longestSide));
  const side = Math.max(required.width, required.height);
  if (alike.length > 0 && longest < side) {
    return problem(
      'workers_unavailable',
      `No worker renders ${required.width}x${required.height} now; the longer side may have up to ${longest} pixels. Nothing was charged.`,
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
