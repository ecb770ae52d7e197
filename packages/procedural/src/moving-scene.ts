import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Ambience } from './ambience.ts';

/**
 * What a video is rendered from: a scene that can draw any of its moments, and the ambience its soundtrack
 * is made of.
 */
export interface MovingScene {
  readonly ambience: Ambience;
  /** Fills the whole context with opaque pixels. */
  drawFrame(context: SKRSContext2D, tSeconds: number, durationSeconds: number): void;
}
