import { createColumnTransform, createSpectrum, transpose } from './fourier.ts';
import { type Canvas, SIDE } from './tile.ts';

/** Places per side of the transform: more than the canvas has cells, so that it can be blended between them. */
export const GRID = 1024;
/** Places from zero, in each direction, that are kept; no mark is beyond. */
export const REACH = 384;
/** Places per side that are kept. */
export const WINDOW = 2 * REACH;

/**
 * The low frequencies of a canvas, column by column, zero in the middle. The phases are relative to the middle of the
 * canvas, so that they change slowly from place to place.
 */
export interface CanvasSpectrum {
  readonly re: Float32Array;
  readonly im: Float32Array;
}

const transformColumns = createColumnTransform(GRID);

/** Skips the columns beside the canvas and the frequencies beyond reach: half of a whole transform. */
export function transformCanvas(canvas: Canvas): CanvasSpectrum {
  const { re, im } = createSpectrum(GRID * GRID);
  for (let y = 0; y < SIDE; y++) {
    const row = ((y - SIDE / 2) & (GRID - 1)) * GRID;
    for (let x = 0; x < SIDE; x++) {
      re[row + ((x - SIDE / 2) & (GRID - 1))] = canvas[y * SIDE + x] as number;
    }
  }
  transformColumns({ re, im }, 0, SIDE / 2);
  transformColumns({ re, im }, GRID - SIDE / 2, GRID);
  transpose(re, GRID);
  transpose(im, GRID);
  transformColumns({ re, im }, 0, REACH);
  transformColumns({ re, im }, GRID - REACH, GRID);
  return { re: keepLow(re), im: keepLow(im) };
}

function keepLow(values: Float64Array): Float32Array {
  const low = new Float32Array(WINDOW * WINDOW);
  for (let x = -REACH; x < REACH; x++) {
    const from = (x & (GRID - 1)) * GRID;
    const to = (x + REACH) * WINDOW;
    low.set(values.subarray(from + GRID - REACH, from + GRID), to);
    low.set(values.subarray(from, from + REACH), to + REACH);
  }
  return low;
}
