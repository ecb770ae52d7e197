import { type Carriers, PILOT, RINGS } from './carriers.ts';
import { CODE_BITS } from './extended-bch.ts';
import type { Spectrum } from './fourier.ts';

/** In units of the ring's usual loudness: no stripe or grid of the picture may shout the others down. */
const LOUDEST = 2.5;
/** Bounds of what a ring's pilot is believed: silence may be chance, and certainty is never complete. */
const LEAST_TRUST = 0.03;
const MOST_TRUST = 0.95;

/** What each carrier says, in units of its ring; a positive number agrees with the carrier's sign. */
export function hear(spectrum: Spectrum, { count, cell, part, sign, ring }: Carriers): Float64Array {
  const heard = new Float64Array(count);
  const power = new Float64Array(RINGS);
  const members = new Float64Array(RINGS);
  for (let at = 0; at < count; at++) {
    const values = part[at] === 0 ? spectrum.re : spectrum.im;
    const value = (values[cell[at] as number] as number) * (sign[at] as number);
    const own = ring[at] as number;
    heard[at] = value;
    power[own] = (power[own] as number) + value * value;
    members[own] = (members[own] as number) + 1;
  }
  const usual = power.map((sum, at) => Math.sqrt(sum / (members[at] as number)) || 1);
  return heard.map((value, at) => {
    const relative = value / (usual[ring[at] as number] as number);
    return Math.max(-LOUDEST, Math.min(LOUDEST, relative));
  });
}

export interface Heard {
  /** How far the pilot stands out, in standard deviations of what it says in pictures without a mark. */
  readonly pilot: number;
  /** For each bit of the code word how much speaks for a 1 rather than a 0. */
  readonly evidence: Float64Array;
}

/** Sums up the carriers, each ring for as much as its pilot shows to have survived. */
export function sumUp(heard: Float64Array, { count, ring, bit }: Carriers): Heard {
  const sums = new Float64Array(RINGS);
  const members = new Float64Array(RINGS);
  let squares = 0;
  for (let at = 0; at < count; at++) {
    if (bit[at] !== PILOT) continue;
    const own = ring[at] as number;
    const value = heard[at] as number;
    sums[own] = (sums[own] as number) + value;
    members[own] = (members[own] as number) + 1;
    squares += value * value;
  }
  const trust = sums.map((sum, at) => {
    const mean = Math.max(LEAST_TRUST, Math.min(MOST_TRUST, sum / (members[at] as number)));
    return mean / (1 - mean * mean);
  });
  const evidence = new Float64Array(CODE_BITS);
  for (let at = 0; at < count; at++) {
    const to = bit[at] as number;
    if (to === PILOT) continue;
    const said = (trust[ring[at] as number] as number) * (heard[at] as number);
    evidence[to] = (evidence[to] as number) + said;
  }
  const sum = sums.reduce((all, one) => all + one, 0);
  return { pilot: squares === 0 ? 0 : sum / Math.sqrt(squares), evidence };
}
