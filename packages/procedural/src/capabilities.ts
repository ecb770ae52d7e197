import { type ModelsByMedium, maxResultSide, poolOfOperation, renderOperations } from '@kinora/contract';
import type { EngineCapability } from '@kinora/engine/engine';

/**
 * The capabilities of the built-in engine, in a file of their own: the server uses them without loading the engine. It renders
 * every operation of a model alike.
 */
export function proceduralCapabilities(models: ModelsByMedium): readonly EngineCapability[] {
  return renderOperations.flatMap((operation) =>
    models[poolOfOperation[operation]].map((model) => ({ operation, model, longestSide: maxResultSide })),
  );
}
