import type { Ambience } from '../ambience.ts';
import type { Scene } from '../prompt/scene.ts';

/**
 * What a moved image sounds like. The words of a motion prompt often name no place; what the scene
 * then makes up for itself (a drone of space, say) would not belong to the image.
 */
export function photoAmbience(scene: Scene): Ambience {
  const { ambience } = scene;
  if (scene.backdrop !== 'abstract') return ambience;
  return Object.freeze({ ...ambience, space: 0, wind: Math.max(0.12, ambience.wind) });
}
