/** Complex numbers; of a square of them, row by row. */
export interface Spectrum {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Divides the side of every square that is transformed. */
const BLOCK = 16;

export function createSpectrum(count: number): Spectrum {
  return { re: new Float64Array(count), im: new Float64Array(count) };
}

/** Replaces a square by its discrete Fourier transform, unscaled. */
export type Transform = (square: Spectrum) => void;

/** Replaces the columns from `first` to before `end` of a square by their transforms. */
export type ColumnTransform = (square: Spectrum, first: number, end: number) => void;

/**
 * The transform of squares whose side is a power of two, with its tables computed once. Swapping the two parts of
 * the argument gives the inverse, times the number of cells. All columns are transformed at once and the square is
 * transposed in between, so that memory is read in its order: twice as fast as line by line.
 */
export function createTransform(side: number): Transform {
  const transformColumns = createColumnTransform(side);
  return (square) => {
    for (let dimension = 0; dimension < 2; dimension++) {
      transformColumns(square, 0, side);
      transpose(square.re, side);
      transpose(square.im, side);
    }
  };
}

export function createColumnTransform(side: number): ColumnTransform {
  const cos = Float64Array.from({ length: side / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / side));
  const sin = Float64Array.from({ length: side / 2 }, (_, at) => -Math.sin((2 * Math.PI * at) / side));
  return ({ re, im }, first, end) => {
    const width = end - first;
    reverseRows(re, side, first, width);
    reverseRows(im, side, first, width);
    for (let half = 1; half < side; half *= 2) {
      const turn = side / (2 * half);
      for (let at = 0; at < half; at++) {
        const [c, s] = [cos[at * turn] as number, sin[at * turn] as number];
        for (let upper = at; upper < side; upper += 2 * half) {
          combineRows(re, im, upper * side + first, (upper + half) * side + first, width, c, s);
        }
      }
    }
  };
}

/** Replaces two rows of `width` numbers by their sum and difference, the lower one rotated by the angle of `c` and `s`. */
function combineRows(
  re: Float64Array,
  im: Float64Array,
  upper: number,
  lower: number,
  width: number,
  c: number,
  s: number,
): void {
  for (let x = 0; x < width; x++) {
    const a = re[lower + x] as number;
    const b = im[lower + x] as number;
    const turnedRe = a * c - b * s;
    const turnedIm = a * s + b * c;
    const upperRe = re[upper + x] as number;
    const upperIm = im[upper + x] as number;
    re[lower + x] = upperRe - turnedRe;
    im[lower + x] = upperIm - turnedIm;
    re[upper + x] = upperRe + turnedRe;
    im[upper + x] = upperIm + turnedIm;
  }
}

/** Moves each row, from `first` on, to the index with its bits in reverse order. */
function reverseRows(values: Float64Array, side: number, first: number, width: number): void {
  let reversed = 0;
  for (let row = 0; row < side; row++) {
    if (reversed > row) swapRows(values, row * side + first, reversed * side + first, width);
    let bit = side >> 1;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed |= bit;
  }
}

function swapRows(values: Float64Array, one: number, other: number, width: number): void {
  for (let x = 0; x < width; x++) {
    const held = values[one + x] as number;
    values[one + x] = values[other + x] as number;
    values[other + x] = held;
  }
}

/** Transposes squares of `BLOCK` cells a side, so that large ones stay in the processor's cache. */
export function transpose(values: Float64Array, side: number): void {
  for (let top = 0; top < side; top += BLOCK) {
    for (let left = top; left < side; left += BLOCK) {
      for (let y = top; y < top + BLOCK; y++) {
        for (let x = left === top ? y + 1 : left; x < left + BLOCK; x++) {
          const held = values[y * side + x] as number;
          values[y * side + x] = values[x * side + y] as number;
          values[x * side + y] = held;
        }
      }
    }
  }
}
