import type { Canvas } from '@napi-rs/canvas';
import { lit, mix, type Rgb, scale } from '../colour/colour.ts';
import { isDark } from '../colour/palette.ts';
import { between, type Random } from '../random/random.ts';
import type { Stage } from '../stage/stage.ts';
import { drawBroadleaf } from './broadleaf.ts';
import { drawConifer, type TreePaint } from './conifer.ts';

/** Foliage of the scene in its own light. */
export function treePaint(stage: Stage, foliage: Rgb = stage.palette.foliage): TreePaint {
  const { palette, view, scene } = stage;
  const direct = isDark(scene.time) ? 0.75 : 1.15;
  const day = mix(palette.key, palette.ambient, 0.3);
  return {
    lit: lit(mix(foliage, palette.glow, 0.16), day, direct * 1.25),
    shade: lit(scale(foliage, 0.6), palette.ambient, 1.05),
    trunk: lit([92, 70, 56], mix(palette.key, palette.ambient, 0.6), 0.85),
    ...(scene.features.includes('snowcover') && {
      snow: lit(palette.snow, mix(palette.key, palette.ambient, 0.45), 1.05),
    }),
    lightFromRight: view.light[0] > 0,
  };
}

export function coniferSprites(stage: Stage, random: Random, count: number, height: number): Canvas[] {
  const paint = treePaint(stage);
  return Array.from({ length: count }, () => drawConifer(random, height, paint));
}

export function broadleafSprites(
  stage: Stage,
  random: Random,
  count: number,
  height: number,
  foliage?: Rgb,
): Canvas[] {
  const paint = treePaint(stage, foliage);
  const leaves = stage.scene.features.includes('snowcover') ? 0 : 1;
  return Array.from({ length: count }, () =>
    drawBroadleaf(random, height, paint, {
      leaves,
      spread: between(random, 0.75, 1.05),
      fork: between(random, 0.2, 0.27),
    }),
  );
}
