import { mix, rgb, smoothstep } from '../colour/colour.ts';
import { between } from '../random/random.ts';
import type { SurfaceTools } from './land-surfaces.ts';
import { octavesFor, type Surface } from './surface.ts';

export interface CliffShape {
  readonly height: number;
  /** 1 if the land is on the right, -1 if on the left. */
  readonly side: number;
  /** Position of the edge in metres sideways per metre of depth, and the amplitude of its variation. */
  readonly edge: number;
  readonly sway: number;
  /**
   * Distance in metres at which the land ends towards the viewer. Without it, the land ends at the slab's near
   * edge.
   */
  readonly front?: number;
}

/** A grassy plateau that drops to the sea in layered rock; parts below the water are holes. */
export function cliffSurface({ noise, palette, random }: SurfaceTools, shape: CliffShape): Surface {
  const shift = between(random, -40, 40);
  const beforeViewer = (x: number, z: number, front: number): number => {
    const coves = noise.at(x / 44 + shift, 5.5) * 0.15 + noise.at(x / 13, 8.1 + shift) * 0.05;
    return (z - front * (1.12 + coves)) / front;
  };
  return {
    height(x, z, footprint) {
      const bays =
        noise.at(z / 190 + shift, 2.2) * shape.sway + noise.at(z / 60 + shift, 7) * shape.sway * 0.35;
      const across = (x * shape.side) / z - shape.edge - bays;
      const inland = shape.front === undefined ? across : Math.min(across, beforeViewer(x, z, shape.front));
      const broken = noise.fbm(x / 26, z / 26 + shift, octavesFor(26, footprint, 6));
      const wall = smoothstep(-0.03, 0.085, inland + broken * 0.05);
      const stepped = wall * 3 - Math.floor(wall * 3);
      const steps = (Math.floor(wall * 3) + smoothstep(0.3, 0.8, stepped)) / 3;
      const top = shape.height * (0.72 + 0.35 * smoothstep(0, 0.5, inland));
      const body = (wall * 0.45 + steps * 0.55) * top + broken * shape.height * 0.09 * wall - 5 * (1 - wall);
      if (shape.front === undefined || inland > 0.06 || inland < -0.16) return body;
      // Boulders in the surf below the cliff.
      const boulder = noise.at(x / 10 + shift, z / 24) + noise.at(x / 3.6, z / 9 + shift) * 0.22;
      return Math.max(body, (boulder - 0.5 + 0.3 * smoothstep(-0.16, 0.02, inland)) * shape.height * 0.22);
    },
    colour(out, x, z, height, up, footprint) {
      if (height < -0.3) {
        out[0] = -1;
        return;
      }
      const fine = noise.fbm(x / 9, (z + height * 3) / 9, octavesFor(9, footprint, 5));
      const strata = Math.sin(height * 0.9 + fine * 3) * 0.1;
      const grassy =
        smoothstep(0.62, 0.86, up + fine * 0.15) * smoothstep(shape.height * 0.3, shape.height * 0.6, height);
      const wet = smoothstep(shape.height * 0.2, 0, height + fine * 2);
      const meadow = mix(palette.grass, palette.dry, 0.5 + fine * 0.6);
      for (let channel = 0; channel < 3; channel++) {
        const index = channel as 0 | 1 | 2;
        const rock = palette.rock[index] * (0.88 + fine * 0.5 + strata) * (1 - 0.58 * wet);
        out[channel] = rock + (meadow[index] * (0.9 + fine * 0.4) - rock) * grassy;
      }
    },
  };
}

/** A beach that slopes into the water on one side. */
export function beachSurface({ noise, palette, random }: SurfaceTools, side: number): Surface {
  const shift = between(random, -40, 40);
  return {
    height(x, z, footprint) {
      const bay = noise.at(z / 90 + shift, 1.1) * 0.12 + noise.at(z / 24 + shift, 4.1) * 0.02;
      const inland = (x * side) / z + 0.08 + bay - z * 0.00075;
      const dune = smoothstep(0.3, 0.75, inland) * 5 * (0.7 + 0.5 * noise.at(x / 14, z / 18));
      return inland * 4.6 + dune + noise.fbm(x / 3, z / 3, octavesFor(3, footprint, 4)) * 0.09;
    },
    colour(out, x, z, height, _up, footprint) {
      if (height < -0.12) {
        out[0] = -1;
        return;
      }
      const fine = noise.fbm(x / 1.7, z / 1.7, octavesFor(1.7, footprint, 4));
      const wet = smoothstep(0.5, 0, height);
      const green = smoothstep(3.2, 5, height + fine);
      for (let channel = 0; channel < 3; channel++) {
        const index = channel as 0 | 1 | 2;
        const sand = palette.sand[index] * (0.96 + fine * 0.16) * (1 - 0.42 * wet);
        out[channel] = sand + (palette.grass[index] * (0.85 + fine * 0.4) - sand) * green;
      }
    },
  };
}

export interface IslandShape {
  readonly x: number;
  readonly z: number;
  readonly radius: number;
  readonly height: number;
}

/** An island: a green summit with a sandy shore. */
export function islandSurface({ noise, palette, random }: SurfaceTools, shape: IslandShape): Surface {
  const shift = between(random, -40, 40);
  const summitX = between(random, -0.3, 0.3) * shape.radius;
  return {
    height(x, z, footprint) {
      const px = (x - shape.x) / shape.radius;
      const pz = (z - shape.z) / shape.radius;
      const coast = noise.fbm(px * 1.6 + shift, pz * 1.6, 4) * 0.3;
      const out = Math.hypot(px, pz * 1.1) + coast;
      const base = 1 - out;
      const summit = Math.exp(-(((px - summitX / shape.radius) ** 2 + pz * pz) / 0.12));
      const ridges = noise.ridged(px * 1.7 + shift, pz * 1.7, octavesFor(shape.radius * 0.6, footprint, 7));
      return smoothstep(0, 0.5, base) * shape.height * (summit * 0.8 + 0.34) * (0.4 + ridges) + base * 10;
    },
    colour(out, x, z, height, up, footprint) {
      if (height < -0.5) {
        out[0] = -1;
        return;
      }
      const fine = noise.fbm(x / 14, z / 14, octavesFor(14, footprint, 5));
      const rocky = smoothstep(0.62, 0.42, up + fine * 0.1);
      const sandy = smoothstep(6, 2, height + fine * 3);
      const green = mix(palette.foliage, palette.grass, 0.5 + fine);
      const sand = mix(palette.sand, rgb('#fff2d6'), 0.25);
      for (let channel = 0; channel < 3; channel++) {
        const index = channel as 0 | 1 | 2;
        let value = green[index] * (0.9 + fine * 0.6);
        value += (palette.rock[index] * (0.8 + fine * 0.5) - value) * rocky;
        out[channel] = value + (sand[index] - value) * sandy;
      }
    },
  };
}
