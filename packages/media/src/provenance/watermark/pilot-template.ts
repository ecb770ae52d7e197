import { type Carriers, PILOT, RINGS } from './carriers.ts';
import { createSpectrum, type Spectrum } from './fourier.ts';
import { signedFrequency, TILE, transformTile } from './tile.ts';

/** In units of the ring's root mean square, as in `demodulate.ts`. */
const MOST_AMPLITUDE = 2;

/** The pilot's frequencies, each with the cell of its mirror image, and the signs of its two parts. */
export interface PilotTemplate {
  readonly count: number;
  readonly cell: Uint16Array;
  readonly mirror: Uint16Array;
  readonly ring: Uint8Array;
  readonly re: Int8Array;
  readonly im: Int8Array;
}

/** Of the pilot's lowest `rings`, for tiles of `tile` cells per side. */
export function templateOf(
  { count, cell, sign, ring, bit }: Carriers,
  rings: number,
  tile: number,
): PilotTemplate {
  const realParts: number[] = [];
  for (let at = 0; at < count; at += 2) {
    if (bit[at] === PILOT && (ring[at] as number) < rings) realParts.push(at);
  }
  return {
    count: realParts.length,
    cell: Uint16Array.from(realParts, (at) => cellOf(cell[at] as number, tile, 1)),
    mirror: Uint16Array.from(realParts, (at) => cellOf(cell[at] as number, tile, -1)),
    ring: Uint8Array.from(realParts, (at) => ring[at] as number),
    re: Int8Array.from(realParts, (at) => sign[at] as number),
    im: Int8Array.from(realParts, (at) => sign[at + 1] as number),
  };
}

/** A cell of the fine tile's spectrum in that of a tile of another size; with `direction` -1, its mirror image. */
function cellOf(fine: number, tile: number, direction: 1 | -1): number {
  const u = direction * signedFrequency(fine % TILE);
  const v = direction * signedFrequency(Math.floor(fine / TILE));
  return ((v + tile) % tile) * tile + ((u + tile) % tile);
}

/**
 * Replaces two tiles, one in each part of `pair`, by the strength of the pilot at every shift, in standard
 * deviations. Two at once, because the transform of a real tile wastes half its work.
 */
export function correlate(pair: Spectrum, template: PilotTemplate): void {
  transformTile(pair);
  const first = pickReal(pair, template);
  const second = pickImaginary(pair, template);
  matchPilot(first, template);
  matchPilot(second, template);
  pair.re.fill(0);
  pair.im.fill(0);
  for (let at = 0; at < template.count; at++) {
    const a = first.re[at] as number;
    const b = first.im[at] as number;
    const c = second.re[at] as number;
    const d = second.im[at] as number;
    const cell = template.cell[at] as number;
    const mirror = template.mirror[at] as number;
    pair.re[cell] = a - d;
    pair.im[cell] = b + c;
    pair.re[mirror] = a + d;
    pair.im[mirror] = c - b;
  }
  transformTile(pair);
}

/** The spectrum of what was in the real part, at the pilot's frequencies. */
function pickReal({ re, im }: Spectrum, { count, cell, mirror }: PilotTemplate): Spectrum {
  const picked = createSpectrum(count);
  for (let at = 0; at < count; at++) {
    const here = cell[at] as number;
    const there = mirror[at] as number;
    picked.re[at] = (re[here] as number) + (re[there] as number);
    picked.im[at] = (im[here] as number) - (im[there] as number);
  }
  return picked;
}

/** The same of what was in the imaginary part. */
function pickImaginary({ re, im }: Spectrum, { count, cell, mirror }: PilotTemplate): Spectrum {
  const picked = createSpectrum(count);
  for (let at = 0; at < count; at++) {
    const here = cell[at] as number;
    const there = mirror[at] as number;
    picked.re[at] = (im[here] as number) + (im[there] as number);
    picked.im[at] = (re[there] as number) - (re[here] as number);
  }
  return picked;
}

/** Multiplies each frequency by the pilot's conjugate there, in units of its ring's root mean square. */
function matchPilot({ re, im }: Spectrum, { count, ring, re: signRe, im: signIm }: PilotTemplate): void {
  const power = new Float64Array(RINGS);
  const members = new Float64Array(RINGS);
  for (let at = 0; at < count; at++) {
    const own = ring[at] as number;
    power[own] = (power[own] as number) + (re[at] as number) ** 2 + (im[at] as number) ** 2;
    members[own] = (members[own] as number) + 1;
  }
  const usual = power.map((sum, at) => Math.sqrt(sum / (members[at] as number)) || 1);
  // A frequency and its mirror image both count, and each has two parts of half the power.
  const deviation = 1 / (2 * Math.sqrt(count));
  for (let at = 0; at < count; at++) {
    const a = re[at] as number;
    const b = im[at] as number;
    const own = usual[ring[at] as number] as number;
    const scale = deviation / Math.max(own, Math.hypot(a, b) / MOST_AMPLITUDE);
    const c = signRe[at] as number;
    const d = signIm[at] as number;
    re[at] = (c * a + d * b) * scale;
    im[at] = (c * b - d * a) * scale;
  }
}
