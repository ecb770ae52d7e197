import { type Carriers, PILOT, RINGS } from './carriers.ts';
import { CODE_BITS } from './extended-bch.ts';
import type { Spectrum } from './fourier.ts';

/** The unit is the ring's root mean square, so that no stripe or grid of the image outweighs all other carriers. */
const MAX_AMPLITUDE = 2.5;
/** Bounds of a ring's correlation with the pilot: a low one may be chance, and certainty is never complete. */
const MIN_CORRELATION = 0.03;
const MAX_CORRELATION = 0.95;

/** The amplitude of each carrier, in units of its ring; a positive number agrees with the carrier's sign. */
export function demodulate(spectrum: Spectrum, { count, cell, part, sign, ring }: Carriers): Float64Array {
  const amplitudes = new Float64Array(count);
  const power = new Float64Array(RINGS);
  const members = new Float64Array(RINGS);
  for (let at = 0; at < count; at++) {
    const values = part[at] === 0 ? spectrum.re : spectrum.im;
    const value = (values[cell[at] as number] as number) * (sign[at] as number);
    const ringIndex = ring[at] as number;
    amplitudes[at] = value;
    power[ringIndex] = (power[ringIndex] as number) + value * value;
    members[ringIndex] = (members[ringIndex] as number) + 1;
  }
  const usual = power.map((sum, at) => Math.sqrt(sum / (members[at] as number)) || 1);
  return amplitudes.map((value, at) => {
    const relative = value / (usual[ring[at] as number] as number);
    return Math.max(-MAX_AMPLITUDE, Math.min(MAX_AMPLITUDE, relative));
  });
}

export interface Evidence {
  /** The strength of the pilot, in standard deviations of its sum in images without a watermark. */
  readonly pilot: number;
  /** The evidence for a 1 rather than a 0 in each bit of the code word. */
  readonly bits: Float64Array;
}

/** Combines the carriers, each ring weighted by how much of its pilot survived. */
export function combineEvidence(amplitudes: Float64Array, { count, ring, bit }: Carriers): Evidence {
  const sums = new Float64Array(RINGS);
  const members = new Float64Array(RINGS);
  let squares = 0;
  for (let at = 0; at < count; at++) {
    if (bit[at] !== PILOT) continue;
    const ringIndex = ring[at] as number;
    const value = amplitudes[at] as number;
    sums[ringIndex] = (sums[ringIndex] as number) + value;
    members[ringIndex] = (members[ringIndex] as number) + 1;
    squares += value * value;
  }
  const weights = sums.map((sum, at) => {
    const mean = sum / (members[at] as number);
    const correlation = Math.max(MIN_CORRELATION, Math.min(MAX_CORRELATION, mean));
    return correlation / (1 - correlation * correlation);
  });
  const bits = new Float64Array(CODE_BITS);
  for (let at = 0; at < count; at++) {
    const to = bit[at] as number;
    if (to === PILOT) continue;
    const weighted = (weights[ring[at] as number] as number) * (amplitudes[at] as number);
    bits[to] = (bits[to] as number) + weighted;
  }
  const sum = sums.reduce((all, one) => all + one, 0);
  return { pilot: squares === 0 ? 0 : sum / Math.sqrt(squares), bits };
}
