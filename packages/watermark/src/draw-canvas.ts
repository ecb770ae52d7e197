import { type Canvas, SIDE } from './tile.ts';

/** Rows of pixels with 8 bits per channel: 1 (grey), 2 (grey, alpha), 3 (RGB) or 4 (RGB, alpha) channels. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
  readonly data: Uint8Array;
}

/** The first sample of a line for each cell, and the weights of it and those that follow. */
interface Taps {
  readonly first: Int32Array;
  readonly weights: Float32Array;
  readonly each: number;
}

/** A rectangle of an image, in pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function wholeOf({ width, height }: Pixels): Area {
  return { left: 0, top: 0, width, height };
}

/** The brightness of an area of an image (0 to 255, as stored), stretched to the canvas. */
export function drawCanvas(pixels: Pixels, { left, top, width, height }: Area): Canvas {
  const across = tapsOf(width);
  const down = tapsOf(height);
  const canvas = new Float32Array(SIDE * SIDE);
  const luma = new Float32Array(width);
  const rows = new Map<number, Float32Array>();
  for (let y = 0; y < SIDE; y++) {
    const first = down.first[y] as number;
    for (const row of rows.keys()) if (row < first) rows.delete(row);
    for (let tap = 0; tap < down.each; tap++) {
      const weight = down.weights[y * down.each + tap] as number;
      if (weight === 0) continue;
      const source = first + tap;
      let row = rows.get(source);
      if (row === undefined) {
        readLuma(pixels, left, top + source, luma);
        row = shrinkRow(luma, across);
        rows.set(source, row);
      }
      for (let x = 0; x < SIDE; x++) {
        canvas[y * SIDE + x] = (canvas[y * SIDE + x] as number) + weight * (row[x] as number);
      }
    }
  }
  return canvas;
}

/** Reads as many pixels of a row as `luma` takes, from `left` on. */
function readLuma({ width, channels, data }: Pixels, left: number, y: number, luma: Float32Array): void {
  let at = (y * width + left) * channels;
  if (channels < 3) {
    for (let x = 0; x < luma.length; x++, at += channels) luma[x] = data[at] as number;
    return;
  }
  for (let x = 0; x < luma.length; x++, at += channels) {
    luma[x] =
      0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number);
  }
}

function shrinkRow(luma: Float32Array, { first, weights, each }: Taps): Float32Array {
  const row = new Float32Array(SIDE);
  for (let x = 0; x < SIDE; x++) {
    const from = first[x] as number;
    let sum = 0;
    for (let tap = 0; tap < each; tap++) {
      sum += (weights[x * each + tap] as number) * ((luma[from + tap] as number) || 0);
    }
    row[x] = sum;
  }
  return row;
}

/** Large images are averaged over each cell, small ones blended between the two nearest pixels. */
function tapsOf(length: number): Taps {
  const scale = length / SIDE;
  const each = scale > 1 ? Math.ceil(scale) + 1 : 2;
  const first = new Int32Array(SIDE);
  const weights = new Float32Array(SIDE * each);
  for (let cell = 0; cell < SIDE; cell++) {
    const low = scale > 1 ? cell * scale : (cell + 0.5) * scale - 0.5;
    const start = Math.max(0, Math.floor(low));
    first[cell] = start;
    for (let tap = 0; tap < each; tap++) {
      const at = start + tap;
      const share =
        scale > 1
          ? Math.max(0, Math.min(at + 1, low + scale) - Math.max(at, low)) / scale
          : Math.max(0, 1 - Math.abs(at - Math.max(0, Math.min(length - 1, low))));
      weights[cell * each + tap] = at < length ? share : 0;
    }
  }
  return { first, weights, each };
}
