import { type Rgb, smoothstep } from '../colour/colour.ts';
import type { Palette } from '../colour/palette.ts';
import type { Noise } from '../random/noise.ts';
import { between, type Random } from '../random/random.ts';
import { octavesFor, type Surface } from './surface.ts';

export interface SurfaceTools {
  readonly noise: Noise;
  readonly palette: Palette;
  readonly random: Random;
}

function writeMix(out: Float32Array, from: Rgb, to: Rgb, amount: number, bright: number): void {
  for (let channel = 0; channel < 3; channel++) {
    const index = channel as 0 | 1 | 2;
    out[channel] = (from[index] + (to[index] - from[index]) * amount) * bright;
  }
}

function blend(out: Float32Array, to: Rgb, amount: number): void {
  for (let channel = 0; channel < 3; channel++) {
    const value = out[channel] as number;
    out[channel] = value + (to[channel as 0 | 1 | 2] - value) * amount;
  }
}

export interface MountainShape {
  /** Approximate height of the crests in metres. */
  readonly height: number;
  /** Distances at which the mountains begin to rise and reach full height. */
  readonly rise: readonly [from: number, to: number];
  readonly wavelength: number;
  readonly snowLine: number;
  readonly focusX: number;
}

/** Ridged, eroded mountains with snow on high flat areas, rock on steep ones and woods below. */
export function mountainSurface({ noise, palette, random }: SurfaceTools, shape: MountainShape): Surface {
  const shiftX = between(random, -40, 40);
  const shiftZ = between(random, -40, 40);
  const base = 1 / shape.wavelength;
  return {
    height(x, z, footprint) {
      const full = smoothstep(shape.rise[0], shape.rise[1], z);
      const px = x * base + shiftX;
      const pz = z * base + shiftZ;
      const warp = noise.at(px * 0.8, pz * 0.8) * 0.35;
      const ridges = noise.ridged(px + warp, pz + warp, octavesFor(shape.wavelength, footprint, 8));
      const broad = 0.55 + 0.45 * noise.at(px * 0.35 + 7, pz * 0.35);
      // One dominant peak near the focus.
      const away = (x - shape.focusX * z) / (shape.wavelength * 0.62);
      const peak = 1 + 0.55 * Math.exp(-away * away);
      return full * shape.height * (ridges * 1.15) ** 1.5 * broad * peak - (1 - full) * 6;
    },
    colour(out, x, z, height, up, footprint) {
      const fine = noise.fbm(x * base * 9, z * base * 9, octavesFor(shape.wavelength / 9, footprint, 4));
      const wood = smoothstep(0.3, 0.12, height / shape.height + fine * 0.12);
      writeMix(out, palette.rock, palette.earth, smoothstep(-0.4, 0.5, fine), 0.82 + fine * 0.5);
      blend(out, palette.foliage, wood * smoothstep(0.3, 0.55, up) * 0.9);
      const snow =
        smoothstep(shape.snowLine - 0.08, shape.snowLine + 0.1, height / shape.height + fine * 0.22) *
        smoothstep(0.28, 0.56, up + fine * 0.2);
      blend(out, palette.snow, snow);
    },
  };
}

export interface RollingShape {
  readonly height: number;
  readonly wavelength: number;
  readonly roughness: number;
  readonly ground: Rgb;
  readonly other: Rgb;
  /** Contrast of the ground cover: 1 for grass, less for snow. */
  readonly texture?: number;
  /** Contrast of the field strips; 0 for open land. */
  readonly fields: number;
  /** Distance in metres up to which the ground near the viewer is kept flat. */
  readonly flatUntil: number;
}

/** Rolling ground in two colours: soft hills, meadows or snow. */
export function rollingSurface({ noise, random }: SurfaceTools, shape: RollingShape): Surface {
  const shiftX = between(random, -40, 40);
  const shiftZ = between(random, -40, 40);
  const base = 1 / shape.wavelength;
  return {
    height(x, z, footprint) {
      const px = x * base + shiftX;
      const pz = z * base + shiftZ;
      const open = smoothstep(shape.flatUntil * 0.5, shape.flatUntil * 3, z);
      const swell =
        noise.at(px, pz) * 0.7 +
        noise.at(px * 2.1 + 5, pz * 2.1) * 0.28 +
        noise.at(px * 0.4, pz * 0.4 + 3) * 0.8;
      const rough =
        noise.fbm(px * 5, pz * 5, octavesFor(shape.wavelength / 5, footprint, 5)) * shape.roughness;
      return shape.height * (swell * open + rough * (0.15 + 0.85 * open) + 0.12 * open);
    },
    colour(out, x, z, _height, up, footprint) {
      const broad = noise.fbm(x * base * 2.2 + 9, z * base * 2.2, 3);
      const fine = noise.fbm(x * base * 26, z * base * 11, octavesFor(shape.wavelength / 20, footprint, 4));
      const tuft =
        noise.at(x * base * 160, z * base * 60) *
        smoothstep(shape.wavelength / 60, shape.wavelength / 400, footprint);
      writeMix(
        out,
        shape.ground,
        shape.other,
        smoothstep(-0.35, 0.45, broad + fine * 0.5),
        0.92 + (fine * 0.3 + tuft * 0.16) * (shape.texture ?? 1),
      );
      if (shape.fields > 0) {
        const turn = noise.at(x * base * 0.9, z * base * 0.9 + 40) * 2.4;
        const patch = Math.floor(x * base * 2.6 + turn) * 7 + Math.floor(z * base * 2.2 - turn) * 13;
        const shade = ((Math.imul(patch, 2654435761) >>> 24) / 255 - 0.5) * shape.fields;
        for (let channel = 0; channel < 3; channel++)
          out[channel] =
            (out[channel] as number) * (1 + shade * (channel === 2 ? 0.5 : channel === 0 ? 1.2 : 0.8));
      }
      const steep = smoothstep(0.7, 0.45, up) * 0.25;
      for (let channel = 0; channel < 3; channel++) out[channel] = (out[channel] as number) * (1 - steep);
    },
  };
}

/** Dunes with long windward slopes, sharp crests and ripples near the viewer. */
export function duneSurface({ noise, palette, random }: SurfaceTools, maxHeight: number): Surface {
  const shift = between(random, -40, 40);
  const heading = between(random, -0.5, 0.5);
  return {
    height(x, z, footprint) {
      const px = x / 260 + shift + heading * (z / 260);
      const pz = z / 420 + shift;
      const bend = noise.at(px * 0.7, pz * 0.7) * 0.9 + noise.at(px * 0.25, pz * 0.3) * 0.9;
      const edge = noise.at(px * 0.9 + bend * 0.6, pz * 1.1 + bend);
      const crest = 1.03 - Math.sqrt(edge * edge + 0.0025);
      const second = 1 - Math.abs(noise.at(px * 2.3 + bend, pz * 2.1));
      const open = smoothstep(20, 240, z);
      const ripple = footprint < 0.12 ? 0.05 * Math.sin(z * 1.9 + 5 * noise.at(x / 9, z / 7) + x * 0.35) : 0;
      return maxHeight * open * (crest ** 2.2 * 0.95 + second ** 2 * 0.2 - 0.35) + ripple;
    },
    colour(out, x, z, height, _up, footprint) {
      const fine = noise.fbm(x / 22, z / 9, octavesFor(22, footprint, 5));
      writeMix(
        out,
        palette.sand,
        palette.dry,
        smoothstep(maxHeight * 0.7, -maxHeight * 0.3, height) * 0.45,
        1 + fine * 0.13,
      );
    },
  };
}

/** Mesas and stepped walls with layered strata. */
export function canyonSurface({ noise, palette, random }: SurfaceTools, maxHeight: number): Surface {
  const shift = between(random, -40, 40);
  return {
    height(x, z, footprint) {
      const px = x / 900 + shift;
      const pz = z / 900 + shift;
      const mass =
        noise.fbm(px, pz, octavesFor(900, footprint, 6)) +
        0.5 * Math.min(1, Math.abs(x) / (z * 0.5 + 60)) -
        0.14;
      const terraces = 5;
      const level = Math.max(0, Math.min(1.1, mass * 1.7)) * terraces;
      const step = Math.floor(level) + smoothstep(0.55, 0.95, level - Math.floor(level));
      return (
        smoothstep(120, 700, z) * maxHeight * (step / terraces) +
        noise.fbm(x / 60, z / 60, octavesFor(60, footprint, 4)) * maxHeight * 0.03
      );
    },
    colour(out, x, z, height, up, footprint) {
      const fine = noise.fbm(x / 50, z / 50, octavesFor(50, footprint, 4));
      const band =
        Math.sin((height / maxHeight) * 46 + fine * 2.4) * 0.5 + Math.sin((height / maxHeight) * 17) * 0.5;
      writeMix(out, palette.sand, palette.accent, 0.35 + band * 0.2, 0.86 + fine * 0.25);
      blend(out, palette.dry, smoothstep(0.8, 0.97, up) * 0.55);
    },
  };
}

/** A barren world of dust, stones and craters with raised rims. */
export function craterSurface({ noise, palette, random }: SurfaceTools, ground: Rgb): Surface {
  const shift = between(random, 0, 900);
  const craters = (x: number, z: number, cell: number, deep: number): number => {
    const cellX = Math.floor(x / cell);
    const cellZ = Math.floor(z / cell);
    const hash = Math.imul(cellX * 374761 + cellZ * 668265 + Math.floor(shift), 1274126177) >>> 0;
    const cx = (cellX + 0.3 + ((hash & 255) / 255) * 0.4) * cell;
    const cz = (cellZ + 0.3 + (((hash >> 8) & 255) / 255) * 0.4) * cell;
    const radius = cell * (0.12 + (((hash >> 16) & 255) / 255) * 0.16);
    const away = Math.hypot(x - cx, z - cz) / radius;
    if (away > 1.9) return 0;
    const bowl = away < 1 ? (away * away - 1) * 0.8 : 0;
    return deep * radius * (bowl + 0.42 * Math.exp(-(((away - 1) / 0.24) ** 2)));
  };
  return {
    height(x, z, footprint) {
      const swell =
        noise.fbm(x / 420 + shift, z / 420, octavesFor(420, footprint, 7)) * 34 * smoothstep(20, 400, z);
      const far =
        noise.ridged(x / 1900 + shift, z / 1900, octavesFor(1900, footprint, 7)) *
        420 *
        smoothstep(900, 3600, z);
      return (
        swell +
        far +
        craters(x, z, 300, 0.3) +
        craters(x + 90, z + 40, 90, 0.3) +
        craters(x + 11, z + 7, 22, 0.24) * smoothstep(0.5, 0.05, footprint)
      );
    },
    colour(out, x, z, _height, _up, footprint) {
      const fine = noise.fbm(x / 34, z / 34, octavesFor(34, footprint, 6));
      writeMix(out, ground, palette.rock, 0.3 + fine * 0.4, 0.95 + fine * 0.5);
    },
  };
}
