import { type ModelsByMedium, maxResultSide, poolOfOperation, renderOperations } from '@kinora/contract';
import type { EngineCapability } from '@kinora/engine/engine';

/** The H.264 encoder takes no larger side. */
const VIDEO_MAX_SIDE = 2560;
const MAX_SIDES = { image: maxResultSide, video: VIDEO_MAX_SIDE } as const;

/**
 * The capabilities of the built-in engine, in a file of their own: the server uses them without loading the engine. It renders
 * every operation of a model alike.
 */
export function proceduralCapabilities(models: ModelsByMedium): readonly EngineCapability[] {
  return renderOperations.flatMap((operation) => {
    const medium = poolOfOperation[operation];
    return models[medium].map((model) => ({ operation, model, longestSide: MAX_SIDES[medium] }));
  });
}
