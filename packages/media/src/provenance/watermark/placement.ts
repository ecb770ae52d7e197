import { createSpectrum, type Spectrum } from './fourier.ts';
import { type Canvas, REPEATS, signedFrequency, TILE, transformTile } from './tile.ts';

/**
 * The placement of a cropped image on the canvas it was watermarked on: the shares of its width and height that remain,
 * and its shift in cells. Only the shift within a tile can be determined, and no more is needed.
 */
export interface Placement {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly shiftX: number;
  readonly shiftY: number;
}

/** An image that was not cropped. Resizing keeps it so, because every image fills the canvas. */
export const WHOLE: Placement = { scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0 };

/** The spectrum of the sum of all tiles. */
export function foldTiles(canvas: Canvas, { scaleX, scaleY, shiftX, shiftY }: Placement): Spectrum {
  const tile = createSpectrum(TILE * TILE);
  foldDown(foldAcross(canvas, scaleX, TILE), scaleY, tile.re);
  transformTile(tile);
  if (shiftX !== 0 || shiftY !== 0) shiftBack(tile, shiftX, shiftY);
  return tile;
}

/** Rows of `tile` cells, the sums of the tiles across. Separate from the fold down, because many of those share it. */
export function foldAcross(canvas: Canvas, scale: number, tile: number): Float32Array {
  const side = REPEATS * tile;
  const folded = new Float32Array(side * tile);
  const cells = Math.floor((side - 1) * scale);
  for (let cell = 0; cell <= cells; cell++) {
    const { before, share } = sourceOf(cell, scale, side);
    let from = before;
    let to = cell % tile;
    for (let y = 0; y < side; y++, from += side, to += tile) {
      const value = (canvas[from] as number) * (1 - share) + (canvas[from + 1] as number) * share;
      folded[to] = (folded[to] as number) + value;
    }
  }
  return folded;
}

/** Sums the tiles of folded rows down into `square`. */
export function foldDown(rows: Float32Array, scale: number, square: Float64Array): void {
  const tile = Math.sqrt(square.length);
  const side = REPEATS * tile;
  const cells = Math.floor((side - 1) * scale);
  square.fill(0);
  for (let cell = 0; cell <= cells; cell++) {
    const { before, share } = sourceOf(cell, scale, side);
    const from = before * tile;
    const to = (cell % tile) * tile;
    for (let x = 0; x < tile; x++) {
      const value = (rows[from + x] as number) * (1 - share) + (rows[from + tile + x] as number) * share;
      square[to + x] = (square[to + x] as number) + value;
    }
  }
}

/** The two cells of the image's canvas between which a cell of the original canvas is. */
function sourceOf(cell: number, scale: number, side: number): { before: number; share: number } {
  const place = cell / scale;
  const before = Math.min(side - 2, Math.floor(place));
  return { before, share: place - before };
}

function shiftBack({ re, im }: Spectrum, shiftX: number, shiftY: number): void {
  for (let v = 0; v < TILE; v++) {
    for (let u = 0; u < TILE; u++) {
      const angle = (-2 * Math.PI * (signedFrequency(u) * shiftX + signedFrequency(v) * shiftY)) / TILE;
      const cos = Math.cos(angle);
      const sin = Math.sin(angle);
      const at = v * TILE + u;
      const value = re[at] as number;
      re[at] = value * cos - (im[at] as number) * sin;
      im[at] = value * sin + (im[at] as number) * cos;
    }
  }
}
