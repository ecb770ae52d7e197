import type { Ambience } from '../ambience.ts';
import type { Scene } from '../prompt/scene.ts';

/**
 * The ambience of an animated photo. A motion prompt often names no place, and the ambience of the
 * resulting abstract scene (a space drone, for example) would not fit the photo.
 */
export function photoAmbience(scene: Scene): Ambience {
  const { ambience } = scene;
  if (scene.backdrop !== 'abstract') return ambience;
  return Object.freeze({ ...ambience, space: 0, wind: Math.max(0.12, ambience.wind) });
}
