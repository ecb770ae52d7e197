import { gustAt } from '../ambience.ts';
import { mix, scale } from '../colour/colour.ts';
import { between, createRandom } from '../random/random.ts';
import { createPlate, type Stage } from '../stage/stage.ts';
import { drawBamboo } from './bamboo.ts';
import { drawBroadleaf } from './broadleaf.ts';
import { drawConifer } from './conifer.ts';
import { treePaint } from './tree-sprites.ts';

/** Paints large dark trees at the edge opposite the focus: they frame the image and add depth. */
export function paintFramingTrees(stage: Stage, conifers: boolean, amount = 1): void {
  const { view, palette, scene } = stage;
  const random = createRandom(scene.root, 'framing');
  const paint = treePaint(stage, mix(palette.foliage, scale(palette.zenith, 0.4), 0.3));
  const dark = {
    ...paint,
    lit: scale(paint.lit, 0.62),
    shade: scale(paint.shade, 0.5),
    trunk: scale(paint.trunk, 0.5),
  };
  const side = view.focusX > view.width / 2 ? -1 : 1;
  const edge = side < 0 ? 0 : view.width;
  const count = Math.max(1, Math.round((scene.words.includes('bamboo') ? 7 : 3) * amount));
  for (let tree = 0; tree < count; tree++) {
    const depth = 0.86 + 0.05 * tree;
    const height = Math.min(
      view.height * 1.02,
      view.unit * between(random, 0.55, 0.95) * (0.8 + 0.25 * tree),
    );
    const bamboo = scene.words.includes('bamboo');
    const sprite = bamboo
      ? drawBamboo(random, height * 1.25, dark)
      : conifers
        ? drawConifer(random, height, dark)
        : drawBroadleaf(random, height, dark, {
            leaves: scene.features.includes('snowcover') ? 0 : 1.6,
            spread: 0.95,
            fork: 0.22,
          });
    const x = edge - side * view.unit * (between(random, -0.03, 0.06) + 0.075 * (count - 1 - tree));
    const base = view.height + view.unit * between(random, 0.02, 0.07);
    const { plate, brush } = createPlate(view, depth, 0, view.height);
    brush.drawImage(sprite, x - sprite.width / 2, base - sprite.height);
    const phase = random() * 6;
    stage.items.push({
      depth,
      plate,
      draw(context, tSeconds) {
        const lean =
          0.022 * (gustAt(scene.ambience, tSeconds) - scene.ambience.wind * 0.9) +
          0.003 * Math.sin(tSeconds * 1.3 + phase);
        context.transform(1, 0, -lean, 1, lean * base, 0);
        context.drawImage(plate.canvas, plate.x, plate.y);
      },
    });
  }
}

/** Paints a bough that hangs into the image from above. */
export function paintHangingBough(stage: Stage): void {
  const { view, scene } = stage;
  const random = createRandom(scene.root, 'bough');
  const side = view.focusX > view.width / 2 ? -1 : 1;
  const paint = treePaint(stage);
  const height = view.unit * 0.82;
  const bough = drawBroadleaf(random, height, paint, { leaves: 1.3, spread: 1.15, fork: 0.25 });
  const { plate, brush } = createPlate(view, 0.95, 0, view.height * 0.75);
  brush.save();
  brush.translate(side < 0 ? -view.unit * 0.1 : view.width + view.unit * 0.1, view.unit * 0.02);
  brush.rotate(side < 0 ? Math.PI * 0.62 : -Math.PI * 0.62);
  brush.drawImage(bough, -bough.width / 2, -bough.height);
  brush.restore();
  stage.items.push({
    depth: 0.95,
    plate,
    draw(context, tSeconds) {
      const lean =
        0.02 * Math.sin(tSeconds * 1.1) + 0.03 * (gustAt(scene.ambience, tSeconds) - scene.ambience.wind);
      context.transform(1, 0, lean, 1, 0, 0);
      context.drawImage(plate.canvas, plate.x, plate.y);
    },
  });
}
