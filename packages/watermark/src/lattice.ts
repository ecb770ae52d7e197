import { type CanvasSpectrum, GRID, REACH, WINDOW } from './canvas-spectrum.ts';
import type { Spectrum } from './fourier.ts';
import { TILE } from './tile.ts';

/**
 * The mark repeats, so its spectrum is not spread but sits on the points of a lattice. How an image was cropped, framed,
 * stretched or rotated shows in the lattice alone, whatever the shift and the payload.
 */
export interface Lattice {
  /** The image's width and height as shares of the original's: below 1 after a crop, above with a border. */
  readonly scaleX: number;
  readonly scaleY: number;
  /** The angle by which the image was rotated, in radians. */
  readonly angle: number;
}

/** The steps on the grid of the canvas's spectrum from one point of the lattice to the next. */
export interface Axes {
  readonly ux: number;
  readonly uy: number;
  readonly vx: number;
  readonly vy: number;
}

/** `aspect` is the image's width by its height; the canvas is square, so a rotation of the image is not one of the canvas. */
export function axesOf({ scaleX, scaleY, angle }: Lattice, aspect: number): Axes {
  const [cos, sin] = [(Math.cos(angle) * GRID) / TILE, (Math.sin(angle) * GRID) / TILE];
  return { ux: scaleX * cos, uy: (scaleX * sin) / aspect, vx: -scaleY * sin * aspect, vy: scaleY * cos };
}

/** Frequencies in cycles per tile: points of the lattice. */
export interface Frequencies {
  readonly u: Int8Array;
  readonly v: Int8Array;
}

/** The spectrum at points of the lattice, blended between the four nearest places. */
export function sampleLattice(
  { re, im }: CanvasSpectrum,
  { u, v }: Frequencies,
  axes: Axes,
  to: Spectrum,
): void {
  const { ux, uy, vx, vy } = axes;
  for (let at = 0; at < u.length; at++) {
    const x = (u[at] as number) * ux + (v[at] as number) * vx + REACH;
    const y = (u[at] as number) * uy + (v[at] as number) * vy + REACH;
    const left = Math.floor(x);
    const upper = Math.floor(y);
    const right = x - left;
    const lower = y - upper;
    const place = left * WINDOW + upper;
    const a = (1 - right) * (1 - lower);
    const b = (1 - right) * lower;
    const c = right * (1 - lower);
    const d = right * lower;
    to.re[at] = blend(re, place, a, b, c, d);
    to.im[at] = blend(im, place, a, b, c, d);
  }
}

function blend(values: Float32Array, place: number, a: number, b: number, c: number, d: number): number {
  return (
    a * (values[place] as number) +
    b * (values[place + 1] as number) +
    c * (values[place + WINDOW] as number) +
    d * (values[place + WINDOW + 1] as number)
  );
}
