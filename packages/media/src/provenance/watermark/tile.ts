import { createTransform, type Spectrum } from './fourier.ts';

/** The mark is one square pattern of `TILE` cells per side, repeated `REPEATS` times across and down every image. */
export const TILE = 128;
export const REPEATS = 3;
/** Cells per side of the canvas that any image is stretched to before it is watermarked or read. */
export const SIDE = TILE * REPEATS;

/** Crops are searched on a canvas of half the side, a fifth of the work; it holds the lower half of the frequencies. */
export const COARSE_TILE = TILE / 2;

/** `SIDE` x `SIDE` numbers, row by row; the coarse one has half the side. */
export type Canvas = Float32Array;

const transform = createTransform(TILE);
const transformCoarse = createTransform(COARSE_TILE);

/** The Fourier transform of one tile, fine or coarse, in place. */
export function transformTile(tile: Spectrum): void {
  if (tile.re.length === TILE * TILE) transform(tile);
  else transformCoarse(tile);
}

export function halve(canvas: Canvas): Canvas {
  const side = SIDE / 2;
  return Float32Array.from({ length: side * side }, (_, at) => {
    const from = 2 * (at - (at % side)) * 2 + 2 * (at % side);
    const upper = (canvas[from] as number) + (canvas[from + 1] as number);
    return (upper + (canvas[from + SIDE] as number) + (canvas[from + SIDE + 1] as number)) / 4;
  });
}

/** The upper half of a transform's frequencies are the negative ones. */
export function signedFrequency(frequency: number): number {
  return frequency < TILE / 2 ? frequency : frequency - TILE;
}
