/** Resampling of one number a pixel, axis by axis, from tables of weights. */

/** The first source position that each target position reads and the weights from there; source positions are clamped. */
export interface Taps {
  readonly count: number;
  readonly first: Int32Array;
  /** `count` weights for each target position; they sum to 1. */
  readonly weights: Float32Array;
}

/** How far the kernel reaches to each side, in samples of the coarser grid. */
const REACH = 2;

/** The kernel, Catmull and Rom's cubic: passes through the samples, rings little. */
function cubic(distance: number): number {
  const x = Math.abs(distance);
  if (x >= REACH) return 0;
  return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2;
}

/** Weights that take a line of `from` samples to one of `to`, pixel centres on pixel centres. */
export function createTaps(from: number, to: number): Taps {
  const step = from / to;
  // When shrinking, the kernel widens to the target's pixels, or fine detail would alias.
  const widen = Math.max(1, step);
  const count = Math.ceil(REACH * widen) * 2 + 1;
  const first = new Int32Array(to);
  const weights = new Float32Array(to * count);
  for (let target = 0; target < to; target++) {
    const centre = (target + 0.5) * step - 0.5;
    const start = Math.ceil(centre - REACH * widen);
    first[target] = start;
    let sum = 0;
    for (let tap = 0; tap < count; tap++) {
      const weight = cubic((start + tap - centre) / widen);
      weights[target * count + tap] = weight;
      sum += weight;
    }
    for (let tap = 0; tap < count; tap++) {
      weights[target * count + tap] = (weights[target * count + tap] as number) / sum;
    }
  }
  return { count, first, weights };
}

/** Resamples every row of `source` (rows of `width`) into rows of `targetWidth`. */
export function resampleAcross(
  source: Float32Array,
  width: number,
  rows: number,
  taps: Taps,
  targetWidth: number,
): Float32Array {
  const target = new Float32Array(rows * targetWidth);
  const { count, first, weights } = taps;
  for (let row = 0; row < rows; row++) {
    const base = row * width;
    for (let x = 0; x < targetWidth; x++) {
      const start = first[x] as number;
      const at = x * count;
      let sum = 0;
      if (start >= 0 && start + count <= width) {
        for (let tap = 0; tap < count; tap++)
          sum += (source[base + start + tap] as number) * (weights[at + tap] as number);
      } else {
        for (let tap = 0; tap < count; tap++) {
          const from = Math.max(0, Math.min(width - 1, start + tap));
          sum += (source[base + from] as number) * (weights[at + tap] as number);
        }
      }
      target[row * targetWidth + x] = sum;
    }
  }
  return target;
}

/**
 * Rows `top` to before `bottom` of the target, from a source of which only the rows from `sourceTop` on are
 * given; rows beyond what is given repeat its border.
 */
export function resampleDown(
  source: Float32Array,
  width: number,
  sourceTop: number,
  taps: Taps,
  top: number,
  bottom: number,
): Float32Array {
  const rows = source.length / width;
  const target = new Float32Array((bottom - top) * width);
  const { count, first, weights } = taps;
  for (let y = top; y < bottom; y++) {
    const into = (y - top) * width;
    for (let tap = 0; tap < count; tap++) {
      const weight = weights[y * count + tap] as number;
      if (weight === 0) continue;
      const row = Math.max(0, Math.min(rows - 1, (first[y] as number) + tap - sourceTop));
      const from = row * width;
      for (let x = 0; x < width; x++)
        target[into + x] = (target[into + x] as number) + (source[from + x] as number) * weight;
    }
  }
  return target;
}
