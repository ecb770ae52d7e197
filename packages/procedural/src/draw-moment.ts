import type { SKRSContext2D } from '@napi-rs/canvas';

/**
 * Fills the whole context with opaque pixels: the frame at `tSeconds` of a video of `durationSeconds`. Frames may be drawn in
 * any order.
 */
export type DrawMoment = (context: SKRSContext2D, tSeconds: number, durationSeconds: number) => void;
