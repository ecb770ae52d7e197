import { createColumnTransform, createSpectrum, type Spectrum, transpose } from './fourier.ts';
import type { Lattice } from './lattice.ts';
import type { PilotTemplate } from './pilot-template.ts';
import { matchAt, type Placement, type Searched } from './placement.ts';
import { TILE } from './tile.ts';

/** A placement, and the strength of the pilot there, in standard deviations. */
export interface Candidate extends Placement {
  readonly pilot: number;
}

/** A lattice and the pilot in one of the orientations. */
export interface Hypothesis {
  readonly lattice: Lattice;
  readonly template: PilotTemplate;
}

/** All shifts are tried at once, on a tile of half the side, which holds the lower half of the frequencies. */
const COARSE_TILE = TILE / 2;

/** The highest frequency of the pilot's lower rings, in cycles per tile. */
const HIGHEST = 24;

const transformColumns = createColumnTransform(COARSE_TILE);
const pair = createSpectrum(COARSE_TILE * COARSE_TILE);

/** Each hypothesis at its best shift. Two at once, because the transform of real numbers wastes half its work. */
export function correlateShifts(searched: Searched, hypotheses: readonly Hypothesis[]): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (let at = 0; at < hypotheses.length; at += 2) {
    const first = hypotheses[at] as Hypothesis;
    const second = hypotheses[at + 1];
    pair.re.fill(0);
    pair.im.fill(0);
    addReal(matchAt(searched, first.lattice, first.template), first.template);
    if (second !== undefined) {
      addImaginary(matchAt(searched, second.lattice, second.template), second.template);
    }
    transformPair();
    candidates.push({ ...first.lattice, orientation: first.template.orientation, ...peakOf(pair.re) });
    if (second !== undefined) {
      candidates.push({ ...second.lattice, orientation: second.template.orientation, ...peakOf(pair.im) });
    }
  }
  return candidates;
}

/** Columns beyond the pilot's are empty. Leaves the map of shifts with its rows down. */
function transformPair(): void {
  transformColumns(pair, 0, HIGHEST + 1);
  transformColumns(pair, COARSE_TILE - HIGHEST, COARSE_TILE);
  transpose(pair.re, COARSE_TILE);
  transpose(pair.im, COARSE_TILE);
  transformColumns(pair, 0, COARSE_TILE);
}

/** Adds a spectrum whose transform is real, half of it at each frequency and half at its mirror image. */
function addReal({ re, im }: Spectrum, { u, v }: PilotTemplate): void {
  for (let at = 0; at < re.length; at++) {
    add(u[at] as number, v[at] as number, re[at] as number, im[at] as number);
    add(-(u[at] as number), -(v[at] as number), re[at] as number, -(im[at] as number));
  }
}

/** The same times i. */
function addImaginary({ re, im }: Spectrum, { u, v }: PilotTemplate): void {
  for (let at = 0; at < re.length; at++) {
    add(u[at] as number, v[at] as number, -(im[at] as number), re[at] as number);
    add(-(u[at] as number), -(v[at] as number), im[at] as number, re[at] as number);
  }
}

function add(u: number, v: number, re: number, im: number): void {
  const at = (v & (COARSE_TILE - 1)) * COARSE_TILE + (u & (COARSE_TILE - 1));
  pair.re[at] = (pair.re[at] as number) + re / 2;
  pair.im[at] = (pair.im[at] as number) + im / 2;
}

/** The peak of a map with a row for each shift across, interpolated between its cells; shifts in cells of the fine tile. */
function peakOf(map: Float64Array): { shiftX: number; shiftY: number; pilot: number } {
  let peak = 0;
  for (let at = 1; at < map.length; at++) if ((map[at] as number) > (map[peak] as number)) peak = at;
  const x = Math.floor(peak / COARSE_TILE);
  const y = peak % COARSE_TILE;
  const at = (dx: number, dy: number): number =>
    map[((x + dx) & (COARSE_TILE - 1)) * COARSE_TILE + ((y + dy) & (COARSE_TILE - 1))] as number;
  const pilot = at(0, 0);
  return {
    shiftX: (x + vertexOf(at(-1, 0), pilot, at(1, 0))) * (TILE / COARSE_TILE),
    shiftY: (y + vertexOf(at(0, -1), pilot, at(0, 1))) * (TILE / COARSE_TILE),
    pilot,
  };
}

/** The vertex of the parabola through three neighbours, relative to the middle one. */
function vertexOf(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after;
  return bend === 0 ? 0 : (before - after) / (2 * bend);
}
