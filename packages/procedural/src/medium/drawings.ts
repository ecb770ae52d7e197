import { smoothstep } from '../colour/colour.ts';
import { createNoise, latticeHash } from '../random/noise.ts';
import type { Pixels } from '../stage/pixels.ts';
import { sampleCoarsely } from './coarse-field.ts';
import { edgeOf, lightnessOf } from './prints.ts';

/** Graphite: hatching in three directions by tone, with contours on top. */
export function drawPencil(pixels: Pixels, seed: number): void {
  const { data, width, height } = pixels;
  const light = lightnessOf(pixels);
  const noise = createNoise(seed);
  const pitch = Math.max(2.4, Math.min(width, height) / 190);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const tone = Math.min(255, (light[at] as number) * 1.12 + 14);
      const wobble = noise.at(x / 46, y / 46) * 1.9;
      const tooth = latticeHash(x, y, seed);
      let lead = 0;
      lead += hatch(x + y, pitch, wobble) * smoothstep(205, 120, tone);
      lead += hatch(x - y * 0.8, pitch, wobble) * smoothstep(150, 70, tone);
      lead += hatch(x * 0.2 + y, pitch * 0.85, wobble) * smoothstep(100, 35, tone);
      lead += smoothstep(236, 20, tone) * 0.3;
      lead += smoothstep(20, 64, edgeOf(light, width, height, x, y, 1)) * 0.85;
      const dark = Math.min(0.93, lead * 0.46 * (0.62 + 0.62 * tooth));
      const paper = 243 - 9 * latticeHash(x >> 1, y >> 1, seed + 2);
      for (let channel = 0; channel < 3; channel++) {
        const sheet = paper - channel * 4;
        const trace = sheet * 0.93 + (data[at * 4 + channel] as number) * 0.07;
        data[at * 4 + channel] = trace + (42 + channel * 4 - trace) * dark;
      }
    }
  }
}

function hatch(place: number, pitch: number, wobble: number): number {
  const phase = place / pitch + wobble;
  return Math.abs(phase - Math.floor(phase) - 0.5) < 0.21 ? 1 : 0;
}

/** Ink on rice paper: a few grey washes that bleed, dry dark edges, and much bare paper. */
export function paintInkWash(pixels: Pixels, seed: number): void {
  const { data, width, height } = pixels;
  const light = lightnessOf(pixels);
  const noise = createNoise(seed);
  const unit = Math.min(width, height);
  const bleeds = sampleCoarsely(width, height, (x, y) => noise.fbm((x / unit) * 9, (y / unit) * 9, 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const bleed = bleeds.at(x, y) * 30;
      const tone = (light[at] as number) + bleed;
      const wash =
        0.2 * smoothstep(196, 176, tone) +
        0.24 * smoothstep(146, 122, tone) +
        0.3 * smoothstep(96, 72, tone) +
        0.24 * smoothstep(52, 24, tone);
      const rim = smoothstep(18, 60, edgeOf(light, width, height, x, y, 2)) * 0.42;
      const dry = smoothstep(0.3, 0.75, latticeHash(x, y >> 1, seed));
      const ink = Math.min(0.96, wash * (0.92 + 0.14 * dry) + rim * (0.4 + 0.6 * dry));
      const fibre = 6 * latticeHash(x >> 2, y >> 1, seed + 3);
      const colour = 0.16;
      data[at * 4] = (240 - fibre) * (1 - ink) + ink * (26 + colour * ((data[at * 4] as number) - 26));
      data[at * 4 + 1] =
        (232 - fibre) * (1 - ink) + ink * (27 + colour * ((data[at * 4 + 1] as number) - 27));
      data[at * 4 + 2] =
        (214 - fibre) * (1 - ink) + ink * (32 + colour * ((data[at * 4 + 2] as number) - 32));
    }
  }
}

/**
 * Watercolour. `soft` is the same image blurred; pigment pools at edges and grains in the paper, and the
 * margin stays white.
 */
export function paintWatercolour(pixels: Pixels, soft: Pixels, seed: number): void {
  const { data, width, height } = pixels;
  const noise = createNoise(seed);
  const unit = Math.min(width, height);
  const light = lightnessOf(soft);
  const sharp = lightnessOf(pixels);
  const source = new Uint8ClampedArray(data);
  const waves = sampleCoarsely(width, height, (x, y) => noise.fbm((x / unit) * 12, (y / unit) * 12, 3));
  const blooms = sampleCoarsely(width, height, (x, y) =>
    noise.fbm((x / unit) * 3.2 + 9, (y / unit) * 3.2, 4),
  );
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const wave = waves.at(x, y);
      const shift = Math.round(wave * unit * 0.016);
      const fromX = Math.max(0, Math.min(width - 1, x + shift));
      const fromY = Math.max(0, Math.min(height - 1, y - shift));
      const from = (fromY * width + fromX) * 4;
      const pool = Math.max(
        -0.3,
        Math.min(0.5, ((light[at] as number) - (sharp[fromY * width + fromX] as number)) / 105),
      );
      const bloom = blooms.at(x, y) * 0.24;
      const grain =
        (latticeHash(x >> 1, y >> 1, seed) - 0.5) * 0.1 + (latticeHash(x, y, seed + 4) - 0.5) * 0.06;
      const edge = Math.min(x, y, width - 1 - x, height - 1 - y) / unit;
      const margin = smoothstep(0.008, 0.034, edge + wave * 0.03);
      for (let channel = 0; channel < 3; channel++) {
        const blur = soft.data[from + channel] as number;
        const value = blur * 0.55 + (source[from + channel] as number) * 0.45;
        // Transparent pigment over white paper: thinner where the image is light.
        const thin = 255 - (255 - value) * (0.84 + bloom + pool * 0.8 + grain);
        const paper = 250 - channel * 4 - 7 * latticeHash(x >> 1, y >> 1, seed + 8);
        data[at * 4 + channel] = paper + (thin - paper) * margin;
      }
    }
  }
}
