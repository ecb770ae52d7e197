import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Ambience } from './ambience.ts';

/** What a video is made of: something that draws any moment of itself, and what that sounds like. */
export interface MovingScene {
  readonly ambience: Ambience;
  /** Fills the whole context, opaque. */
  drawFrame(context: SKRSContext2D, tSeconds: number, durationSeconds: number): void;
}
