import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Ambience } from '../ambience.ts';
import { hashText, mixBits } from '../random/random.ts';
import type { WindTravel } from './wind-travel.ts';

/** The frame that a weather layer draws over. */
export interface WeatherStage {
  readonly ambience: Ambience;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  /** The shorter side in pixels: every size is a fraction of it, so that all resolutions look alike. */
  readonly unit: number;
  readonly windTravel: WindTravel;
  /** Where the sky ends, as a fraction of the height. */
  readonly horizon: number;
  readonly skyline?: Float32Array;
}

/** Draws one effect at a time in seconds; restores alpha, blending and transform. */
export type WeatherLayer = (context: SKRSContext2D, tSeconds: number) => void;

/** Scales `count`, the number of particles for a square frame, to this one. */
export function particleCount(stage: WeatherStage, count: number): number {
  const squares = (stage.width * stage.height) / (stage.unit * stage.unit);
  return Math.round(count * Math.min(squares, 3));
}

/** A separate seed for each effect, so that one more snowflake does not move every leaf. */
export function effectSeed(stage: WeatherStage, effect: string): number {
  return mixBits(stage.seed ^ hashText(effect));
}
