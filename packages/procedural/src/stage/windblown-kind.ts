import type { Scene } from '../prompt/scene.ts';

/** What the wind carries: petals in spring, leaves in autumn, dust in dry country. */
export function windblownKindOfScene(scene: Scene): 'leaves' | 'petals' | 'dust' | undefined {
  if (scene.features.includes('sakura')) return 'petals';
  if (scene.features.includes('autumn')) return 'leaves';
  return scene.backdrop === 'desert' || scene.backdrop === 'canyon' ? 'dust' : undefined;
}
