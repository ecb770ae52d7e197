import { luma, type Rgb, rgb, smoothstep } from '../colour/colour.ts';
import { sampleCoarsely } from '../medium/coarse-field.ts';
import type { Scene } from '../prompt/scene.ts';
import { createNoise } from '../random/noise.ts';
import type { RgbaImage } from './find-sky.ts';

/** Foliage colours of a season: two colours that alternate in patches. */
const LEAVES: Partial<Record<Scene['features'][number], readonly [Rgb, Rgb]>> = {
  autumn: [rgb('#c8641c'), rgb('#d9a032')],
  sakura: [rgb('#f0a8c4'), rgb('#f7cfe0')],
};
const SNOW = rgb('#eef3fb');

/**
 * Recolours foliage and adds snow to bright and low areas, in place. Pixels of the `sky` mask are left
 * alone.
 */
export function applySeason(image: RgbaImage, scene: Scene, sky: Float32Array | undefined): void {
  const leaves = scene.features.map((feature) => LEAVES[feature]).find((colours) => colours !== undefined);
  const hasSnow = scene.features.includes('snowcover');
  if (leaves === undefined && !hasSnow) return;
  const { data, width, height } = image;
  const noise = createNoise(scene.root);
  const unit = Math.min(width, height);
  const patches = sampleCoarsely(width, height, (x, y) => noise.fbm((x / unit) * 14, (y / unit) * 14, 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      const land = 1 - (sky?.[pixel] ?? 0);
      if (land < 0.02) continue;
      const at = pixel * 4;
      const colour: Rgb = [data[at] as number, data[at + 1] as number, data[at + 2] as number];
      const patch = patches.at(x, y);
      const level = luma(colour);
      const green = greenness(colour);
      if (leaves !== undefined) blend(data, at, leafColour(leaves, level, patch), green * land * 0.92);
      if (hasSnow) {
        const low = smoothstep(0.25, 0.95, y / height);
        const snowCover = smoothstep(0.16, 0.5, level + patch * 0.22 + low * 0.22);
        blend(
          data,
          at,
          shaded(SNOW, 0.42 + level * 0.85),
          snowCover * land * (0.55 + 0.4 * Math.max(green, low)),
        );
      }
    }
  }
}

function greenness([red, green, blue]: Rgb): number {
  return smoothstep(0.0, 0.16, (green - Math.max(red * 0.94, blue)) / (green + 24));
}

function leafColour([one, other]: readonly [Rgb, Rgb], level: number, patch: number): Rgb {
  const share = smoothstep(-0.3, 0.3, patch);
  const gain = 0.3 + level * 1.9;
  return [0, 1, 2].map((channel) => {
    const at = channel as 0 | 1 | 2;
    return (one[at] + (other[at] - one[at]) * share) * gain;
  }) as unknown as Rgb;
}

function shaded(colour: Rgb, by: number): Rgb {
  const gain = Math.min(1.04, by);
  // Snow in the shade is bluer than snow in the sun.
  return [colour[0] * gain * (0.86 + 0.14 * gain), colour[1] * gain * (0.92 + 0.08 * gain), colour[2] * gain];
}

function blend(data: Uint8ClampedArray, at: number, colour: Rgb, amount: number): void {
  for (let channel = 0; channel < 3; channel++) {
    const value = data[at + channel] as number;
    data[at + channel] = value + ((colour[channel as 0 | 1 | 2] as number) - value) * amount;
  }
}
