import type { Site } from '../backdrops/site.ts';
import { between, createRandom } from '../random/random.ts';
import type { Stage } from '../stage/stage.ts';
import { drawBuildingSubject } from './buildings.ts';
import { addEffects } from './effects.ts';
import { createSprite } from './sprite.ts';

/** Paints a cluster of houses around a steeple. */
export function paintVillage(stage: Stage, site: Site): void {
  const { scene, view } = stage;
  const random = createRandom(scene.root, 'village');
  const lamps = scene.time !== 'day' && scene.time !== 'golden';
  for (let index = 0; index < 15; index++) {
    const row = Math.floor(index / 5);
    const x = site.x + view.unit * ((index % 5) - 2) * 0.115 + between(random, -0.03, 0.03) * view.unit;
    const y = site.y - view.unit * (0.06 - row * 0.035) + between(random, -0.008, 0.008) * view.unit;
    const size = site.size * (0.5 + 0.16 * row) * between(random, 0.85, 1.15);
    const church = index === 2;
    const kind = church ? 'tower' : 'cottage';
    const scale = church ? size * 2.2 : size;
    const sprite = createSprite(
      stage,
      {
        size: scale,
        left: 0.75,
        right: 0.75,
        up: 1.06,
        down: 0.02,
        hazeAmount: 0.28 - 0.07 * row,
        flipped: random() < 0.5,
      },
      (brush) => drawBuildingSubject(brush, kind, { requestedColour: undefined, lamps }),
    );
    stage.items.push({
      depth: site.depth,
      draw: (context) => context.drawImage(sprite.canvas, x - sprite.footX, y - sprite.footY),
    });
    if (index % 6 === 1) addEffects(stage, 'cottage', { ...site, x, y }, size, false, 'front');
  }
}
