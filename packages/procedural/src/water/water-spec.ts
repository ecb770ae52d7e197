import type { Rgb } from '../colour/colour.ts';

/** Position and appearance of a water surface. */
export interface WaterSpec {
  /** Frame y of the far shore; the water fills everything below. */
  readonly top: number;
  /** Height of the eye above the water in metres. */
  readonly eyeHeight: number;
  /** 0 for a mirror, 0.3 for a lake in a breeze, 1 for open sea. */
  readonly roughness: number;
  /** Amount of foam on the crests. */
  readonly foam: number;
  readonly depth: number;
  readonly colour?: Rgb;
  /** False for wet ground and floors, which have no sun glitter. */
  readonly glitter?: boolean;
  /** Strength of the reflection; lower values show more of the water itself. */
  readonly clarity?: number;
}
