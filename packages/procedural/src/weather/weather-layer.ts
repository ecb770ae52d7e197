import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Ambience } from '../ambience.ts';
import { hashText, mixBits } from '../random/random.ts';
import type { WindTravel } from './wind-travel.ts';

/** What an effect knows of the frame it draws over. */
export interface WeatherStage {
  readonly ambience: Ambience;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  /** The shorter side in pixels: every size is a fraction of it, so all resolutions look alike. */
  readonly unit: number;
  readonly windTravel: WindTravel;
  /** Where the sky ends, as a share of the height. */
  readonly horizon: number;
  readonly skyline?: Float32Array;
}

/** Draws one effect at a time in seconds; leaves alpha, blending and transform as it found them. */
export type WeatherLayer = (context: SKRSContext2D, tSeconds: number) => void;

/** How many particles cover this frame when a square one needs `count`. */
export function particleCount(stage: WeatherStage, count: number): number {
  const squares = (stage.width * stage.height) / (stage.unit * stage.unit);
  return Math.round(count * Math.min(squares, 3));
}

/** A seed of its own for each effect, so that one more flake does not move every leaf. */
export function effectSeed(stage: WeatherStage, effect: string): number {
  return mixBits(stage.seed ^ hashText(effect));
}
