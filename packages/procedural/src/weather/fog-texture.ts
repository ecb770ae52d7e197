import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { latticeHash } from '../random/noise.ts';

export type FogColour = readonly [red: number, green: number, blue: number];

/** Width of one period in pixels. The texture is stretched over the frame, which makes it soft. */
export const FOG_PERIOD = 256;
const HEIGHT = 96;

/**
 * A fog bank that is two periods wide, so that any window of one period is a single seamless draw. It fades
 * out at the top and bottom.
 */
export function createFogTexture(seed: number, rgb: FogColour): Canvas {
  const canvas = createCanvas(FOG_PERIOD * 2, HEIGHT);
  const context = canvas.getContext('2d');
  const image = context.createImageData(FOG_PERIOD, HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    const height = y / (HEIGHT - 1);
    const band = Math.sin(Math.PI * height) ** 1.3;
    for (let x = 0; x < FOG_PERIOD; x++) {
      const noise = layeredNoise(seed, x / FOG_PERIOD, height);
      const density = smooth((noise - 0.3) / 0.45) * band;
      const at = (y * FOG_PERIOD + x) * 4;
      image.data[at] = rgb[0];
      image.data[at + 1] = rgb[1];
      image.data[at + 2] = rgb[2];
      image.data[at + 3] = Math.round(density * 255);
    }
  }
  context.putImageData(image, 0, 0);
  context.putImageData(image, FOG_PERIOD, 0);
  return canvas;
}

function layeredNoise(seed: number, x: number, y: number): number {
  const broad = valueNoise(seed, x, y, 4, 2);
  const middle = valueNoise(seed ^ 0x51ed27, x, y, 9, 4);
  const fine = valueNoise(seed ^ 0x2f8a91b, x, y, 22, 9);
  return broad * 0.52 + middle * 0.31 + fine * 0.17;
}

function valueNoise(seed: number, x: number, y: number, columns: number, rows: number): number {
  const left = Math.floor(x * columns);
  const top = Math.floor(y * rows);
  const across = smooth(x * columns - left);
  const down = smooth(y * rows - top);
  const at = (column: number, row: number) => latticeHash(column % columns, row, seed);
  const upper = at(left, top) + (at(left + 1, top) - at(left, top)) * across;
  const lower = at(left, top + 1) + (at(left + 1, top + 1) - at(left, top + 1)) * across;
  return upper + (lower - upper) * down;
}

function smooth(value: number): number {
  const clamped = Math.min(1, Math.max(0, value));
  return clamped * clamped * (3 - 2 * clamped);
}
