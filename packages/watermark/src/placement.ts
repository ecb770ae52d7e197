import type { CanvasSpectrum } from './canvas-spectrum.ts';
import type { Carriers } from './carriers.ts';
import { createSpectrum, type Spectrum } from './fourier.ts';
import { axesOf, type Frequencies, type Lattice, sampleLattice } from './lattice.ts';
import type { Orientation } from './orientation.ts';
import { matchPilot, orientFrequencies, type PilotTemplate } from './pilot-template.ts';
import { signedFrequency, TILE } from './tile.ts';

/** Where an image is on the canvas that it was watermarked on. */
export interface Placement extends Lattice {
  readonly orientation: Orientation;
  /** The position of the image's middle, in cells of its tile; which tile it is cannot be determined, and does not matter. */
  readonly shiftX: number;
  readonly shiftY: number;
}

/** What is searched: the spectrum of the canvas of an image, and the image's width by its height. */
export interface Searched {
  readonly spectrum: CanvasSpectrum;
  readonly aspect: number;
}

/** The pilot's frequencies at a placement, its shift aside, multiplied as `matchPilot` does. */
export function matchAt({ spectrum, aspect }: Searched, lattice: Lattice, template: PilotTemplate): Spectrum {
  const matched = createSpectrum(template.ring.length);
  sampleLattice(spectrum, template.oriented, axesOf(lattice, aspect), matched);
  matchPilot(matched, template);
  return matched;
}

/** The strength of the pilot at a placement, in standard deviations. */
export function pilotAt(searched: Searched, placement: Placement, template: PilotTemplate): number {
  const matched = matchAt(searched, placement, template);
  shiftBack(matched, template, placement);
  return matched.re.reduce((sum, one) => sum + one, 0);
}

/** The spectrum of the tile, at the carriers. */
export function tileAt({ spectrum, aspect }: Searched, placement: Placement, { cell }: Carriers): Spectrum {
  const u = Int8Array.from(cell, (at) => signedFrequency(at % TILE));
  const v = Int8Array.from(cell, (at) => signedFrequency(Math.floor(at / TILE)));
  const found = createSpectrum(cell.length);
  const oriented = orientFrequencies({ u, v }, placement.orientation);
  sampleLattice(spectrum, oriented, axesOf(placement, aspect), found);
  shiftBack(found, { u, v }, placement);
  const tile = createSpectrum(TILE * TILE);
  for (const [carrier, at] of cell.entries()) {
    tile.re[at] = found.re[carrier] as number;
    tile.im[at] = found.im[carrier] as number;
  }
  return tile;
}

function shiftBack({ re, im }: Spectrum, { u, v }: Frequencies, { shiftX, shiftY }: Placement): void {
  for (let at = 0; at < re.length; at++) {
    const angle = (-2 * Math.PI * ((u[at] as number) * shiftX + (v[at] as number) * shiftY)) / TILE;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const value = re[at] as number;
    re[at] = value * cos - (im[at] as number) * sin;
    im[at] = value * sin + (im[at] as number) * cos;
  }
}
