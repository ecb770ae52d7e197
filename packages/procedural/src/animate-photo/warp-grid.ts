import { type Field, sampleField } from './field.ts';
import { MARGIN, type Photo } from './load-photo.ts';
import type { PhotoPose } from './photo-camera.ts';
import type { LightAt } from './photo-light.ts';

/** Pixels between the grid points at which the warp is computed; in between it is interpolated linearly. */
export const CELL_WIDTH = 16;
export const CELL_HEIGHT = 4;

/**
 * For each grid point over the frame: its source position in the photo (16.16 fixed point) and its
 * brightness.
 */
export interface WarpGrid {
  readonly columns: number;
  readonly rows: number;
  readonly sourceX: Int32Array;
  readonly sourceY: Int32Array;
  /** 0 to 256. */
  readonly light: Int32Array;
}

export interface WarpSource {
  readonly photo: Photo;
  readonly depth: Field;
  readonly water: Field | undefined;
  readonly frameWidth: number;
  readonly frameHeight: number;
}

export function createWarpGrid(frameWidth: number, frameHeight: number): WarpGrid {
  const columns = Math.ceil(frameWidth / CELL_WIDTH) + 1;
  const rows = Math.ceil(frameHeight / CELL_HEIGHT) + 1;
  const points = columns * rows;
  return {
    columns,
    rows,
    sourceX: new Int32Array(points),
    sourceY: new Int32Array(points),
    light: new Int32Array(points),
  };
}

/** The depth that stays still under parallax; a little behind the middle, where a viewer would focus. */
const FOCUS = 0.45;
/**
 * Which photo point lands on a frame point depends on the depth of that photo point, so it is found by
 * fixed-point iteration. Depth is smooth and shifts are small: three rounds are enough.
 */
const ITERATIONS = 3;

/** Fills the grid for one moment. */
export function updateWarpGrid(
  source: WarpSource,
  pose: PhotoPose,
  light: LightAt,
  tSeconds: number,
  grid: WarpGrid,
): void {
  const { frameWidth, frameHeight, photo, depth, water } = source;
  const unit = Math.min(frameWidth, frameHeight);
  const maxX = photo.width - 1.01;
  const maxY = photo.height - 1.01;
  const span = 1 + 2 * MARGIN;
  for (let row = 0; row < grid.rows; row++) {
    const v = (row * CELL_HEIGHT) / frameHeight - 0.5;
    for (let column = 0; column < grid.columns; column++) {
      const u = (column * CELL_WIDTH) / frameWidth - 0.5;
      let x = u;
      let y = v;
      for (let round = 0; round < ITERATIONS; round++) {
        const near = sampleField(depth, x / span + 0.5, y / span + 0.5) - FOCUS;
        const zoom = pose.zoom * (1 + pose.parallaxZoom * near);
        x = (u - pose.shiftX - pose.parallaxX * near) / zoom;
        y = (v - ((pose.shiftY + pose.parallaxY * near) * frameWidth) / frameHeight) / zoom;
      }
      let px = (x / span + 0.5) * photo.width;
      let py = (y / span + 0.5) * photo.height;
      if (water) {
        const wet = sampleField(water, x / span + 0.5, y / span + 0.5);
        if (wet > 0.02) {
          // Ripples become denser towards the horizon.
          const along = 34 / (0.32 + Math.max(0, y + 0.5));
          px += wet * unit * 0.0034 * Math.sin(along * y * 7 + x * 9 + tSeconds * 3.1);
          py += wet * unit * 0.0026 * Math.sin(along * y * 5.3 - x * 14 + tSeconds * 2.3);
        }
      }
      const at = row * grid.columns + column;
      grid.sourceX[at] = Math.max(0, Math.min(maxX, px)) * 65536;
      grid.sourceY[at] = Math.max(0, Math.min(maxY, py)) * 65536;
      grid.light[at] = light(u + 0.5, v + 0.5) * 256 * 256;
    }
  }
}
