import { mix, smoothstep } from '../colour/colour.ts';
import { between } from '../random/random.ts';
import type { SurfaceTools } from '../terrain/land-surfaces.ts';
import { octavesFor, type Surface } from '../terrain/surface.ts';

/** A running sea as a surface: peaked crests, translucent below the lip, with foam behind. */
export function waveSurface(
  { noise, palette, random }: SurfaceTools,
  waveHeight: number,
  wavelength: number,
): Surface {
  const shift = between(random, -90, 90);
  const bodyDeep = mix(palette.water, palette.zenith, 0.3);
  const glass = mix(palette.water, [70, 190, 175], 0.4);
  const field = (x: number, z: number): number => {
    const px = x / wavelength / 1.9 + shift;
    const pz = z / wavelength;
    const bend = noise.at(px * 0.6, pz * 0.4) * 0.7;
    const value = noise.at(px * 0.7, pz + bend);
    const crest = 1.05 - Math.sqrt(value * value * 2.2 + 0.008);
    const second = noise.at(px * 2.1 + 7, pz * 2.3);
    return crest * crest * 0.85 + second * 0.16;
  };
  return {
    height(x, z, footprint) {
      const chop = noise.fbm(
        x / (wavelength * 0.12),
        z / (wavelength * 0.09) + shift,
        octavesFor(wavelength * 0.1, footprint, 5),
      );
      return waveHeight * (field(x, z) + chop * 0.075 - 0.42);
    },
    colour(out, x, z, height, up, footprint) {
      const level = height / waveHeight + 0.42;
      const lace = noise.fbm(
        x / (wavelength * 0.055),
        z / (wavelength * 0.075) + shift,
        octavesFor(wavelength * 0.06, footprint, 5),
      );
      const streak = noise.fbm(x / (wavelength * 0.5), z / (wavelength * 0.07), 3);
      const foam =
        smoothstep(0.62, 0.9, level + lace * 0.42) +
        0.55 * smoothstep(0.14, 0.4, streak + lace * 0.5) * smoothstep(0.1, 0.5, level);
      const thin = smoothstep(0.3, 0.85, level) * smoothstep(1, 0.6, up + 0.12);
      for (let channel = 0; channel < 3; channel++) {
        const index = channel as 0 | 1 | 2;
        const sky = palette.upper[index] * 0.62;
        let value = bodyDeep[index] * 1.15 + (sky - bodyDeep[index]) * smoothstep(0.75, 1, up) * 0.55;
        value += (glass[index] * 1.25 - value) * thin * 0.7;
        out[channel] = value + (248 - value) * Math.min(1, foam);
      }
    },
  };
}
