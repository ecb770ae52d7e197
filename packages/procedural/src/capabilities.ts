import { maxResultSide, videoModeNames } from '@kinora/contract';
import type { EngineCapability } from '@kinora/engine/engine';

/** The capabilities of the built-in engine, in a file of their own: the server uses them without loading the engine. */
export const proceduralCapabilities: readonly EngineCapability[] = [
  ...(['image', 'i2i', 'upscale', 'upscale_pro'] as const).map((operation) => ({
    operation,
    mode: null,
    longestSide: maxResultSide,
  })),
  ...(['video', 'i2v'] as const).flatMap((operation) =>
    videoModeNames.map((mode) => ({ operation, mode, longestSide: maxResultSide })),
  ),
];
