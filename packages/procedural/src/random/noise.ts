import { createRandom } from './random.ts';

/** Smooth random fields over the plane. All return about -1 to 1 unless stated otherwise. */
export interface Noise {
  at(x: number, y: number): number;
  /** Fractal sum of `octaves`, each with twice the frequency and half the amplitude. */
  fbm(x: number, y: number, octaves: number): number;
  /** Ridged noise with sharp crests, as of eroded mountains; 0 to 1. */
  ridged(x: number, y: number, octaves: number): number;
}

const GRADIENTS = Float32Array.from({ length: 512 }, (_, index) => {
  const angle = ((index >> 1) / 256) * Math.PI * 2;
  return index % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
});
/** Rotates each octave against the previous one, so that their lattices do not align visibly. */
const TURN_COS = 0.8;
const TURN_SIN = 0.6;

function permutation(seed: number): Uint8Array {
  const random = createRandom(seed, 'noise');
  const table = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let index = 255; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    const swapped = table[index] as number;
    table[index] = table[other] as number;
    table[other] = swapped;
  }
  const doubled = new Uint8Array(512);
  doubled.set(table, 0);
  doubled.set(table, 256);
  return doubled;
}

/** Gradient noise over a permutation drawn from the seed. */
export function createNoise(seed: number): Noise {
  const table = permutation(seed);
  const at = (x: number, y: number): number => {
    const cellX = Math.floor(x);
    const cellY = Math.floor(y);
    const fx = x - cellX;
    const fy = y - cellY;
    const ix = cellX & 255;
    const iy = cellY & 255;
    const rowA = table[ix] as number;
    const rowB = table[ix + 1] as number;
    const aa = (table[rowA + iy] as number) << 1;
    const ba = (table[rowB + iy] as number) << 1;
    const ab = (table[rowA + iy + 1] as number) << 1;
    const bb = (table[rowB + iy + 1] as number) << 1;
    const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
    const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
    const n00 = (GRADIENTS[aa] as number) * fx + (GRADIENTS[aa + 1] as number) * fy;
    const n10 = (GRADIENTS[ba] as number) * (fx - 1) + (GRADIENTS[ba + 1] as number) * fy;
    const n01 = (GRADIENTS[ab] as number) * fx + (GRADIENTS[ab + 1] as number) * (fy - 1);
    const n11 = (GRADIENTS[bb] as number) * (fx - 1) + (GRADIENTS[bb + 1] as number) * (fy - 1);
    const top = n00 + u * (n10 - n00);
    return (top + v * (n01 + u * (n11 - n01) - top)) * 1.5;
  };
  const fbm = (x: number, y: number, octaves: number): number => {
    let sum = 0;
    let strength = 0.5;
    let px = x;
    let py = y;
    for (let octave = 0; octave < octaves; octave++) {
      sum += strength * at(px, py);
      const turned = (px * TURN_COS - py * TURN_SIN) * 2.03 + 17.1;
      py = (px * TURN_SIN + py * TURN_COS) * 2.03 + 5.7;
      px = turned;
      strength *= 0.5;
    }
    return sum;
  };
  const ridged = (x: number, y: number, octaves: number): number => {
    let sum = 0;
    let strength = 0.5;
    let weight = 1;
    let px = x;
    let py = y;
    for (let octave = 0; octave < octaves; octave++) {
      const value = at(px, py);
      // The small constant rounds the crest: a mathematically sharp edge would shimmer between samples.
      const crest = 1 - Math.sqrt(value * value + 0.0012);
      const signal = crest * crest * weight;
      sum += signal * strength;
      weight = Math.min(1, signal * 1.6);
      const turned = (px * TURN_COS - py * TURN_SIN) * 2.07 + 31.7;
      py = (px * TURN_SIN + py * TURN_COS) * 2.07 + 11.3;
      px = turned;
      strength *= 0.5;
    }
    return sum;
  };
  return { at, fbm, ridged };
}

/** White noise from 0 to 1 at a lattice point, for grain and scattering. */
export function latticeHash(x: number, y: number, seed: number): number {
  let bits = Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ seed;
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) / 4294967296;
}
