/**
 * Pixels between samples: smooth noise has no finer detail, and sampling every pixel would be the largest
 * part of the cost.
 */
const STEP = 4;

/** A smooth field over an image, sampled on a coarse grid and interpolated; `at` expects whole pixels. */
export interface CoarseField {
  at(x: number, y: number): number;
}

export function sampleCoarsely(
  width: number,
  height: number,
  value: (x: number, y: number) => number,
): CoarseField {
  const columns = Math.ceil(width / STEP) + 2;
  const rows = Math.ceil(height / STEP) + 2;
  const samples = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      samples[row * columns + column] = value(column * STEP, row * STEP);
  return {
    at(x, y) {
      const column = Math.floor(x / STEP);
      const row = Math.floor(y / STEP);
      const right = x / STEP - column;
      const down = y / STEP - row;
      const from = row * columns + column;
      const upper = (samples[from] as number) * (1 - right) + (samples[from + 1] as number) * right;
      const below = from + columns;
      const lower = (samples[below] as number) * (1 - right) + (samples[below + 1] as number) * right;
      return upper * (1 - down) + lower * down;
    },
  };
}
