import { mix, smoothstep } from '../colour/colour.ts';
import { between } from '../random/random.ts';
import type { SurfaceTools } from './land-surfaces.ts';
import { octavesFor, type Surface } from './surface.ts';

export interface RockShape {
  /** Position, half width and height in metres. */
  readonly x: number;
  readonly z: number;
  readonly radius: number;
  readonly height: number;
}

/** A bare rock in the sea: steep broken sides, a level top and a few smaller stones beside it. */
export function seaRockSurface({ noise, palette, random }: SurfaceTools, shape: RockShape): Surface {
  const shift = between(random, -40, 40);
  const grain = shape.radius * 0.3;
  return {
    height(x, z, footprint) {
      const px = (x - shape.x) / shape.radius;
      const pz = (z - shape.z) / (shape.radius * 0.72);
      const shore = noise.fbm(px * 1.7 + shift, pz * 1.7, octavesFor(shape.radius, footprint, 5)) * 0.34;
      const inland = 1 - Math.hypot(px, pz) - shore;
      const wall = smoothstep(-0.06, 0.42, inland);
      const ledge = wall * 3 - Math.floor(wall * 3);
      const steps = (Math.floor(wall * 3) + smoothstep(0.35, 0.85, ledge)) / 3;
      const broken = noise.fbm(x / grain, z / grain + shift, octavesFor(grain, footprint, 5));
      const body =
        shape.height * ((wall * 0.4 + steps * 0.6) * 1.06 + broken * 0.16 * wall) - 1.6 * (1 - wall);
      const stones = noise.at(px * 4.5 + shift, pz * 3.1 + 9) * smoothstep(-0.62, -0.1, inland);
      return Math.max(body, (stones - 0.26) * shape.height * 0.9);
    },
    colour(out, x, z, height, up, footprint) {
      if (height < -0.25) {
        out[0] = -1;
        return;
      }
      const fine = noise.fbm(x / 3, (z + height * 2) / 3, octavesFor(3, footprint, 5));
      const strata = Math.sin(height * (12 / shape.height) + fine * 3) * 0.09;
      const wet = smoothstep(shape.height * 0.3, 0, height + fine * 0.8);
      const green =
        smoothstep(0.7, 0.92, up + fine * 0.2) * smoothstep(shape.height * 0.55, shape.height * 0.85, height);
      const moss = mix(palette.grass, palette.dry, 0.5 + fine * 0.6);
      for (let channel = 0; channel < 3; channel++) {
        const index = channel as 0 | 1 | 2;
        const rock = palette.rock[index] * (0.9 + fine * 0.55 + strata) * (1 - 0.55 * wet);
        out[channel] = rock + (moss[index] * (0.9 + fine * 0.4) - rock) * green;
      }
    },
  };
}
