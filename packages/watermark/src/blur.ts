import { type Canvas, SIDE } from './tile.ts';

/** The mean over a square of `reach` cells each way, applied twice for a smooth fall-off; edges repeat. */
export function blur(canvas: Canvas, reach: number): Canvas {
  const one = new Float32Array(canvas.length);
  const other = new Float32Array(canvas.length);
  blurAcross(canvas, reach, one);
  blurDown(one, reach, other);
  blurAcross(other, reach, one);
  blurDown(one, reach, other);
  return other;
}

function blurAcross(from: Canvas, reach: number, to: Canvas): void {
  const share = 1 / (2 * reach + 1);
  for (let start = 0; start < from.length; start += SIDE) {
    let sum = reach * (from[start] as number);
    for (let x = 0; x < reach; x++) sum += from[start + x] as number;
    for (let x = 0; x < SIDE; x++) {
      sum += from[start + Math.min(SIDE - 1, x + reach)] as number;
      to[start + x] = sum * share;
      sum -= from[start + Math.max(0, x - reach)] as number;
    }
  }
}

/** Keeps a sum for every column, so that memory is read in its order. */
function blurDown(from: Canvas, reach: number, to: Canvas): void {
  const share = 1 / (2 * reach + 1);
  const sums = new Float64Array(SIDE);
  const startOf = (y: number): number => Math.max(0, Math.min(SIDE - 1, y)) * SIDE;
  for (let y = -reach - 1; y < reach; y++) {
    const start = startOf(y);
    for (let x = 0; x < SIDE; x++) sums[x] = (sums[x] as number) + (from[start + x] as number);
  }
  for (let y = 0; y < SIDE; y++) {
    const entering = startOf(y + reach);
    const leaving = startOf(y - reach - 1);
    for (let x = 0; x < SIDE; x++) {
      const sum = (sums[x] as number) + (from[entering + x] as number) - (from[leaving + x] as number);
      sums[x] = sum;
      to[y * SIDE + x] = sum * share;
    }
  }
}
