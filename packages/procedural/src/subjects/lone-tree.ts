import { gustAt } from '../ambience.ts';
import type { Site } from '../backdrops/site.ts';
import { drawBroadleaf } from '../flora/broadleaf.ts';
import { drawConifer } from '../flora/conifer.ts';
import { treePaint } from '../flora/tree-sprites.ts';
import type { Random } from '../random/random.ts';
import type { Stage } from '../stage/stage.ts';

/** Paints one large tree that sways in the wind. */
export function paintLoneTree(stage: Stage, site: Site, random: Random): void {
  const { scene, view } = stage;
  const height = Math.min(view.height * 0.7, Math.max(site.size * 1.6, view.unit * 0.42));
  const paint = treePaint(stage);
  const conifer = scene.words.includes('pine') || scene.words.includes('spruce');
  const leaves =
    scene.features.includes('snowcover') || scene.words.includes('dead') || scene.words.includes('bare')
      ? 0
      : 1.3;
  const tree = conifer
    ? drawConifer(random, height, paint)
    : drawBroadleaf(random, height, paint, { leaves, spread: 1, fork: 0.2 });
  stage.items.push({
    depth: site.depth,
    draw(context, tSeconds) {
      const lean =
        0.02 * (gustAt(scene.ambience, tSeconds) - scene.ambience.wind * 0.9) +
        0.003 * Math.sin(tSeconds * 1.5);
      context.transform(1, 0, -lean, 1, lean * site.y, 0);
      context.drawImage(tree, site.x - tree.width / 2, site.y - tree.height + height * 0.01);
    },
  });
}
