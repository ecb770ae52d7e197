import type { Scene } from '../prompt/scene.ts';
import { blurField, createField, type Field, mapFields } from './field.ts';
import type { SmallPhoto } from './load-photo.ts';

const WATER_WORDS = new Set(
  'water sea ocean lake river stream pond pool waves wave surf beach shore harbor harbour bay reflection reflections ripples ripple'.split(
    ' ',
  ),
);

/** Mask of water, 0 to 1; undefined when neither the prompt nor its scene mentions water. */
export function findWater(scene: Scene, photo: SmallPhoto): Field | undefined {
  const { water } = scene.ambience;
  const mentionsWater =
    scene.words.some((word) => WATER_WORDS.has(word)) ||
    water === 'still' ||
    water === 'surf' ||
    water === 'stream';
  if (!mentionsWater) return undefined;
  const { width, height } = photo.luma;
  const low = createField(width, height, (_, y) => {
    const down = (y + 0.5) / height;
    return Math.max(0, Math.min(1, (down - 0.42) / 0.14));
  });
  const bluish = mapFields([photo.red, photo.green, photo.blue, low], (...cells) => {
    const [red, green, blue, down] = cells as [number, number, number, number];
    const cool = (blue + 0.45 * Math.max(0, green - red) - red - 0.02) / 0.14;
    return Math.max(0, Math.min(1, cool)) * down;
  });
  const mask = blurField(blurField(bluish, 3), 2);
  const share = mask.values.reduce((sum, value) => sum + value, 0) / mask.values.length;
  if (share > 0.03) return mask;
  // Golden or grey water cannot be found by its blue, so the lower part of the image moves a little.
  return createField(
    width,
    height,
    (_, y) => 0.5 * Math.max(0, Math.min(1, ((y + 0.5) / height - 0.66) / 0.2)),
  );
}
