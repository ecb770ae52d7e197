import { createTransform, type Spectrum } from './fourier.ts';
import { type Orientation, orient, UPRIGHT } from './orientation.ts';

/** The mark is one square pattern of `TILE` cells per side, repeated `REPEATS` times across and down every image. */
export const TILE = 128;
export const REPEATS = 3;
/** Cells per side of the canvas that any image is stretched to before it is watermarked or read. */
export const SIDE = TILE * REPEATS;

/** `SIDE` x `SIDE` numbers, row by row. */
export type Canvas = Float32Array;

/** The Fourier transform of one tile, in place. */
export const transformTile = createTransform(TILE);

/** The sum of all tiles. */
export function foldTiles(canvas: Canvas): Float64Array {
  const tile = new Float64Array(TILE * TILE);
  for (let y = 0; y < SIDE; y++) {
    const row = (y % TILE) * TILE;
    for (let x = 0; x < SIDE; x++) {
      const to = row + (x % TILE);
      tile[to] = (tile[to] as number) + (canvas[y * SIDE + x] as number);
    }
  }
  return tile;
}

/** The spectrum of a tile that has `orientation`, as it was before. */
export function spectrumOf(tile: Float64Array, orientation: Orientation): Spectrum {
  const re = orientation === UPRIGHT ? new Float64Array(tile) : reorient(tile, orientation);
  const spectrum = { re, im: new Float64Array(re.length) };
  transformTile(spectrum);
  return spectrum;
}

function reorient(tile: Float64Array, orientation: Orientation): Float64Array {
  const middle = (TILE - 1) / 2;
  return tile.map((_, at) => {
    const [x, y] = orient(orientation, (at % TILE) - middle, Math.floor(at / TILE) - middle);
    return tile[(y + middle) * TILE + x + middle] as number;
  });
}

/** The upper half of a transform's frequencies are the negative ones. */
export function signedFrequency(frequency: number): number {
  return frequency < TILE / 2 ? frequency : frequency - TILE;
}
