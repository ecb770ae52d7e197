import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';

/** Raw RGBA pixels that painters fill directly, four bytes each, alpha not premultiplied. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

export function createPixels(width: number, height: number): Pixels {
  return { data: new Uint8ClampedArray(width * height * 4), width, height };
}

export function toCanvas(pixels: Pixels): Canvas {
  const canvas = createCanvas(pixels.width, pixels.height);
  canvas.getContext('2d').putImageData(new ImageData(pixels.data, pixels.width, pixels.height), 0, 0);
  return canvas;
}

/** Copies only the rows from `top` to `bottom`: smaller plates are cheaper to draw. */
export function rowsToCanvas(pixels: Pixels, top: number, bottom: number): Canvas {
  const rows = Math.max(1, bottom - top);
  const data = pixels.data.subarray(top * pixels.width * 4, (top + rows) * pixels.width * 4);
  return toCanvas({ data, width: pixels.width, height: rows });
}
