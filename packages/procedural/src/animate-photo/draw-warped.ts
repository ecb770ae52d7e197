import type { Photo } from './load-photo.ts';
import { CELL_HEIGHT, CELL_WIDTH, type WarpGrid } from './warp-grid.ts';

/** Red and blue of a pixel word share one multiplication; green takes another. */
const RED_BLUE = 0x00ff00ff;
const HALF_RED_BLUE = 0x00800080;
const OPAQUE = 0xff000000;

/**
 * Draws the photo through the warp grid with bilinear sampling and brightness. It touches every pixel of
 * every frame, so it uses integers only and multiplies two channels at once.
 */
export function drawWarped(
  photo: Photo,
  grid: WarpGrid,
  target: Uint32Array,
  width: number,
  height: number,
): void {
  const row = {
    x: new Int32Array(grid.columns),
    y: new Int32Array(grid.columns),
    light: new Int32Array(grid.columns),
  };
  for (let y = 0; y < height; y++) {
    const cell = Math.floor(y / CELL_HEIGHT);
    const share = (y - cell * CELL_HEIGHT) / CELL_HEIGHT;
    for (let column = 0; column < grid.columns; column++) {
      const upper = cell * grid.columns + column;
      const lower = upper + grid.columns;
      row.x[column] = blend(grid.sourceX, upper, lower, share);
      row.y[column] = blend(grid.sourceY, upper, lower, share);
      row.light[column] = blend(grid.light, upper, lower, share);
    }
    paintRow(photo, row, target, y * width, width);
  }
}

function blend(values: Int32Array, upper: number, lower: number, share: number): number {
  const from = values[upper] as number;
  return from + ((values[lower] as number) - from) * share;
}

interface WarpRow {
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly light: Int32Array;
}

function paintRow(photo: Photo, row: WarpRow, target: Uint32Array, start: number, width: number): void {
  const { pixels, width: stride } = photo;
  for (let column = 0, left = 0; left < width; column++, left += CELL_WIDTH) {
    let x = row.x[column] as number;
    let y = row.y[column] as number;
    let light = row.light[column] as number;
    const stepX = (((row.x[column + 1] as number) - x) / CELL_WIDTH) | 0;
    const stepY = (((row.y[column + 1] as number) - y) / CELL_WIDTH) | 0;
    const stepLight = (((row.light[column + 1] as number) - light) / CELL_WIDTH) | 0;
    const end = start + Math.min(width, left + CELL_WIDTH);
    for (let at = start + left; at < end; at++) {
      const from = (y >> 16) * stride + (x >> 16);
      const fx = (x >> 8) & 255;
      const fy = (y >> 8) & 255;
      const a = pixels[from] as number;
      const b = pixels[from + 1] as number;
      const c = pixels[from + stride] as number;
      const d = pixels[from + stride + 1] as number;
      const gx = 256 - fx;
      const gy = 256 - fy;
      const upper = ((Math.imul(a & RED_BLUE, gx) + Math.imul(b & RED_BLUE, fx)) >>> 8) & RED_BLUE;
      const lower = ((Math.imul(c & RED_BLUE, gx) + Math.imul(d & RED_BLUE, fx)) >>> 8) & RED_BLUE;
      const redBlue = ((Math.imul(upper, gy) + Math.imul(lower, fy)) >>> 8) & RED_BLUE;
      const upperGreen = ((a >>> 8) & 255) * gx + ((b >>> 8) & 255) * fx;
      const lowerGreen = ((c >>> 8) & 255) * gx + ((d >>> 8) & 255) * fx;
      const green = (upperGreen * gy + lowerGreen * fy) >>> 16;
      const gain = light >> 8;
      const litRedBlue = ((Math.imul(redBlue, gain) + HALF_RED_BLUE) >>> 8) & RED_BLUE;
      const litGreen = (green * gain + 128) & 0xff00;
      target[at] = OPAQUE | litRedBlue | litGreen;
      x += stepX;
      y += stepY;
      light += stepLight;
    }
  }
}
