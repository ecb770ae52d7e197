import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Palette } from '../colour/palette.ts';
import type { Scene, SubjectKind } from '../prompt/scene.ts';
import type { Noise } from '../random/noise.ts';
import type { View } from './view.ts';

/** Largest camera travel as a fraction of the width; plates are painted wider than the frame by this much. */
export const MAX_TRAVEL = 0.045;

/** One layer of the stage. It draws in frame pixels; the camera transform for its depth is already set. */
export interface StageItem {
  /** From 0 (at infinity) to 1 (nearest plane): the fraction of the camera's travel that moves it. */
  readonly depth: number;
  draw(context: SKRSContext2D, tSeconds: number): void;
  /** True for overlays such as vignettes, which ignore the camera. */
  readonly onLens?: boolean;
  /** The plate that it draws, if it is a single one; identifies the item of a painted land. */
  readonly plate?: Plate;
}

/** A painted bitmap that covers `x`, `y`, `width`, `height` of the frame and may extend beyond it. */
export interface Plate {
  readonly canvas: Canvas;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What painters share while a scene is composed. */
export interface Stage {
  readonly scene: Scene;
  readonly view: View;
  readonly palette: Palette;
  readonly noise: Noise;
  readonly items: StageItem[];
  /** Subjects that have been placed. */
  readonly placed: Set<SubjectKind>;
  /** For each column of the frame, the row where land or buildings end and the sky begins. */
  readonly skyline: Float32Array;
  /** Position of a fire, as fractions of the frame; embers rise from it. */
  fire?: { readonly x: number; readonly y: number; readonly spread: number };
}

/** Records that land or buildings hide the sky below `top` between these columns. */
export function raiseSkyline({ skyline }: Stage, left: number, right: number, top: number): void {
  const last = Math.min(skyline.length - 1, Math.ceil(right));
  for (let x = Math.max(0, Math.floor(left)); x <= last; x++)
    if (top < (skyline[x] as number)) skyline[x] = top;
}

export type Brush = SKRSContext2D;

/** Pixels by which a plate at this depth must extend beyond the frame on each side. */
export function overscan(view: View, depth: number): number {
  return Math.ceil(view.width * MAX_TRAVEL * depth) + 2;
}

/** An empty plate for `depth`, with a context in frame coordinates. */
export function createPlate(
  view: View,
  depth: number,
  top = 0,
  bottom = view.height,
): { plate: Plate; brush: Brush } {
  const margin = overscan(view, depth);
  const y = Math.floor(top - (top <= 0 ? margin : 0));
  const height = Math.max(1, Math.ceil(bottom + (bottom >= view.height ? margin : 0)) - y);
  const width = view.width + 2 * margin;
  const canvas = createCanvas(width, height);
  const brush = canvas.getContext('2d');
  brush.translate(margin, -y);
  return { plate: { canvas, x: -margin, y, width, height }, brush };
}

export function plateItem(plate: Plate, depth: number): StageItem {
  return {
    depth,
    plate,
    draw: (context) => context.drawImage(plate.canvas, plate.x, plate.y, plate.width, plate.height),
  };
}

/** The image so far at time 0, for reflections and blurs. */
export function snapshot(stage: Stage): Canvas {
  const canvas = createCanvas(stage.view.width, stage.view.height);
  const context = canvas.getContext('2d');
  for (const item of stage.items) {
    context.save();
    item.draw(context, 0);
    context.restore();
  }
  return canvas;
}
