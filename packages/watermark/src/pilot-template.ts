import { type Carriers, PILOT, RINGS } from './carriers.ts';
import type { Spectrum } from './fourier.ts';
import type { Frequencies } from './lattice.ts';
import { type Orientation, orient } from './orientation.ts';
import { signedFrequency, TILE } from './tile.ts';

/** Its unit is the ring's root mean square, as in `demodulate.ts`. */
const MAX_AMPLITUDE = 2;

/** The rings that an imprecise placement still meets. */
export const LOWER_RINGS = 5;

/** The pilot's frequencies with the signs of their two parts, and where they are in an image with an orientation. */
export interface PilotTemplate extends Frequencies {
  readonly orientation: Orientation;
  readonly ring: Uint8Array;
  readonly re: Int8Array;
  readonly im: Int8Array;
  readonly oriented: Frequencies;
}

/** The template of the pilot's lowest `rings`. */
export function templateOf(
  { count, cell, sign, ring, bit }: Carriers,
  rings: number,
  orientation: Orientation,
): PilotTemplate {
  const realParts: number[] = [];
  for (let at = 0; at < count; at += 2) {
    if (bit[at] === PILOT && (ring[at] as number) < rings) realParts.push(at);
  }
  const u = Int8Array.from(realParts, (at) => signedFrequency((cell[at] as number) % TILE));
  const v = Int8Array.from(realParts, (at) => signedFrequency(Math.floor((cell[at] as number) / TILE)));
  return {
    orientation,
    u,
    v,
    ring: Uint8Array.from(realParts, (at) => ring[at] as number),
    re: Int8Array.from(realParts, (at) => sign[at] as number),
    im: Int8Array.from(realParts, (at) => sign[at + 1] as number),
    oriented: orientFrequencies({ u, v }, orientation),
  };
}

export function orientFrequencies({ u, v }: Frequencies, orientation: Orientation): Frequencies {
  const places = Array.from(u, (_, at) => orient(orientation, u[at] as number, v[at] as number));
  return { u: Int8Array.from(places, ([x]) => x), v: Int8Array.from(places, ([, y]) => y) };
}

/**
 * Multiplies each frequency by the pilot's conjugate there, in units of its ring's root mean square: in an image without
 * a watermark the sum of the real parts, at any shift, has a standard deviation of 1.
 */
export function matchPilot({ re, im }: Spectrum, { ring, re: signRe, im: signIm }: PilotTemplate): void {
  const count = ring.length;
  const power = new Float64Array(RINGS);
  const members = new Float64Array(RINGS);
  for (let at = 0; at < count; at++) {
    const ringIndex = ring[at] as number;
    power[ringIndex] = (power[ringIndex] as number) + (re[at] as number) ** 2 + (im[at] as number) ** 2;
    members[ringIndex] = (members[ringIndex] as number) + 1;
  }
  const usual = power.map((sum, at) => Math.sqrt(sum / (members[at] as number)) || 1);
  const deviation = 1 / Math.sqrt(count);
  for (let at = 0; at < count; at++) {
    const a = re[at] as number;
    const b = im[at] as number;
    const expected = usual[ring[at] as number] as number;
    const scale = deviation / Math.max(expected, Math.hypot(a, b) / MAX_AMPLITUDE);
    const c = signRe[at] as number;
    const d = signIm[at] as number;
    re[at] = (c * a + d * b) * scale;
    im[at] = (c * b - d * a) * scale;
  }
}
