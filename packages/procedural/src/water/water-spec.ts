import type { Rgb } from '../colour/colour.ts';

/** What a sheet of water is like and where it lies. */
export interface WaterSpec {
  /** Frame y of the far shore; the water fills everything below. */
  readonly top: number;
  /** Height of the eye over the water in metres. */
  readonly eyeHeight: number;
  /** 0 a mirror, 0.3 a lake in a breeze, 1 open sea. */
  readonly roughness: number;
  /** Share of white water on the crests. */
  readonly foam: number;
  readonly depth: number;
  readonly colour?: Rgb;
  /** False for wet ground and floors, where no sun glints. */
  readonly glitter?: boolean;
  /** How far down the mirror image keeps its strength; lower values show more of the water itself. */
  readonly clarity?: number;
}
