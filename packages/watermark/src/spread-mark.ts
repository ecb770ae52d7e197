import type { Pixels } from './draw-canvas.ts';
import { type Canvas, SIDE } from './tile.ts';

/** Scales `mark` up to the image's size and adds it to all colour channels alike; returns new bytes. */
export function spreadMark({ width, height, channels, data }: Pixels, mark: Canvas): Uint8Array {
  // A clamped array rounds, and stays within 0 and 255.
  const marked = new Uint8ClampedArray(data);
  const isGrey = channels < 3;
  const { cells, weights } = cubicTaps(width);
  const down = cubicTaps(height);
  const row = new Float32Array(SIDE);
  for (let y = 0; y < height; y++) {
    blendRow(mark, down, y, row);
    let at = y * width * channels;
    for (let tap = 0; tap < 4 * width; tap += 4, at += channels) {
      const change =
        (weights[tap] as number) * (row[cells[tap] as number] as number) +
        (weights[tap + 1] as number) * (row[cells[tap + 1] as number] as number) +
        (weights[tap + 2] as number) * (row[cells[tap + 2] as number] as number) +
        (weights[tap + 3] as number) * (row[cells[tap + 3] as number] as number);
      marked[at] = (data[at] as number) + change;
      if (isGrey) continue;
      marked[at + 1] = (data[at + 1] as number) + change;
      marked[at + 2] = (data[at + 2] as number) + change;
    }
  }
  return new Uint8Array(marked.buffer);
}

/** The canvas between its rows, at row `y` of the image. */
function blendRow(mark: Canvas, { cells, weights }: CubicTaps, y: number, row: Float32Array): void {
  row.fill(0);
  for (let tap = 4 * y; tap < 4 * y + 4; tap++) {
    const from = (cells[tap] as number) * SIDE;
    const weight = weights[tap] as number;
    for (let x = 0; x < SIDE; x++) row[x] = (row[x] as number) + weight * (mark[from + x] as number);
  }
}

/** Four cells and their weights for each place in a line of the image. */
interface CubicTaps {
  readonly cells: Int32Array;
  readonly weights: Float32Array;
}

/** Catmull-Rom: passes through the cells' own values, so the reader finds in each cell what was written. */
function cubicTaps(length: number): CubicTaps {
  const cells = new Int32Array(4 * length);
  const weights = new Float32Array(4 * length);
  for (let at = 0; at < length; at++) {
    const place = ((at + 0.5) * SIDE) / length - 0.5;
    const left = Math.floor(place);
    const t = place - left;
    weights[4 * at] = (((2 - t) * t - 1) * t) / 2;
    weights[4 * at + 1] = ((3 * t - 5) * t * t + 2) / 2;
    weights[4 * at + 2] = (((4 - 3 * t) * t + 1) * t) / 2;
    weights[4 * at + 3] = ((t - 1) * t * t) / 2;
    for (let tap = 0; tap < 4; tap++) {
      cells[4 * at + tap] = Math.max(0, Math.min(SIDE - 1, left + tap - 1));
    }
  }
  return { cells, weights };
}
