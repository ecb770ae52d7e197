import type { Canvas } from '@napi-rs/canvas';
import { gustAt } from '../ambience.ts';
import { css, mix, scale } from '../colour/colour.ts';
import { isDark } from '../colour/palette.ts';
import { drawBamboo } from '../flora/bamboo.ts';
import { drawBroadleaf } from '../flora/broadleaf.ts';
import { drawConifer } from '../flora/conifer.ts';
import { paintGrass } from '../flora/grass.ts';
import { treePaint } from '../flora/tree-sprites.ts';
import { between, createRandom, type Random } from '../random/random.ts';
import { paintLightShafts } from '../sky/light-shafts.ts';
import { paintSky } from '../sky/paint-sky.ts';
import { createPlate, plateItem, type Stage } from '../stage/stage.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { airOf } from '../terrain/air.ts';
import { rollingSurface } from '../terrain/land-surfaces.ts';
import { paintLand } from '../terrain/paint-land.ts';
import { paintFarRange, surfaceTools } from './shared-land.ts';
import { siteOn } from './site.ts';

const PLANES = 7;

/**
 * Paints a forest in planes, darker and clearer towards the viewer, with mist and light shafts between
 * them.
 */
export function paintForest(stage: Stage): void {
  const { view, palette, scene } = stage;
  const random = createRandom(scene.root, 'forest');
  paintSky(stage);
  const deciduous =
    scene.features.includes('autumn') ||
    scene.features.includes('sakura') ||
    ['jungle', 'rainforest', 'bamboo', 'oak', 'maple', 'birch'].some((word) => scene.words.includes(word)) ||
    (scene.mood === 'joyful' && scene.time === 'day');
  if (!deciduous && scene.weather !== 'fog') paintFarRange(stage, 0.7);
  const clearing = view.sunX * 0.5 + view.focusX * 0.5;
  for (let plane = 0; plane < PLANES - 2; plane++) {
    paintRow(stage, random, plane, deciduous, clearing);
    if (plane === 2) paintLightShafts(stage, isDark(scene.time) ? 0.2 : 0.5);
  }
  const floor = rollingSurface(surfaceTools(stage, 'floor'), {
    height: 3,
    wavelength: 30,
    roughness: 0.25,
    ground: mix(palette.earth, palette.grass, 0.4),
    other: scene.features.includes('autumn') ? palette.foliage : palette.grass,
    fields: 0,
    flatUntil: 4,
  });
  const land = paintLand(
    stage,
    floor,
    { near: 7, far: 90, depth: 0.6, steps: 190, headroom: 2 },
    airOf(stage, 420),
  );
  paintSubjects(stage, { ground: siteOn(stage, land, 11, 32, view.unit * 0.28) });
  paintRow(stage, random, PLANES - 1, deciduous, clearing);
  paintGrass(stage, {
    base: view.height * 0.93,
    height: 0.06,
    count: 500,
    depth: 0.8,
    colour: palette.grass,
    dark: 0.45,
  });
  paintGrass(stage, {
    base: view.height + view.unit * 0.03,
    height: 0.13,
    count: 620,
    depth: 0.97,
    colour: palette.grass,
    dark: 0.65,
    seedHeads: true,
  });
}

/** One plane of trees: an uneven row with a clearing towards the light. */
function paintRow(stage: Stage, random: Random, plane: number, deciduous: boolean, clearing: number): void {
  const { view, palette, scene } = stage;
  const near = plane / (PLANES - 1);
  const depth = 0.14 + 0.8 * near;
  const foggy = scene.weather === 'fog' ? 1 : 0.78;
  const hazeAmount = (1 - near) ** 0.85 * foggy * 0.95;
  const front = plane === PLANES - 1;
  const sprites = treesFor(stage, random, near, deciduous);
  const base = view.horizon + view.height * (0.05 + 0.36 * near * near);
  const highest = sprites.at(-1)?.height ?? 0;
  const { plate, brush } = createPlate(
    view,
    depth,
    Math.max(0, base - highest - view.unit * 0.06),
    view.height,
  );
  const gap = view.width * (0.05 + (deciduous ? 0.36 : 0.26) * near);
  const step = view.unit * (0.022 + 0.1 * near);
  for (let x = -0.1 * view.width; x < 1.1 * view.width; x += step * between(random, 0.5, 1.5)) {
    const away = Math.abs(x - clearing) / gap;
    if (away < 1 && random() < (front ? 1 : 0.9)) continue;
    // Taller trees grow further from the clearing. Sprites are not scaled here: scaling costs more than
    // painting them.
    const size = between(random, 0, 0.72) + 0.28 * Math.min(1.4, away * 0.7);
    const sprite = sprites[Math.min(sprites.length - 1, Math.floor(size * sprites.length))] as Canvas;
    const foot =
      base +
      view.unit * 0.05 * stage.noise.at((x / view.unit) * 2.4, plane * 3.7) +
      (front ? view.unit * 0.08 : 0);
    brush.drawImage(sprite, Math.round(x - sprite.width / 2), Math.round(foot - sprite.height));
  }
  brush.globalCompositeOperation = 'source-atop';
  brush.fillStyle = css(palette.haze, hazeAmount);
  brush.fillRect(-view.width, -view.height, view.width * 3, view.height * 3);
  brush.globalCompositeOperation = 'source-over';
  const mist = brush.createLinearGradient(0, base - view.unit * 0.2, 0, base + view.unit * 0.06);
  mist.addColorStop(0, css(palette.haze, 0));
  mist.addColorStop(0.75, css(mix(palette.haze, palette.glow, 0.2), (front ? 0.05 : 0.75) * foggy));
  mist.addColorStop(1, css(palette.haze, front ? 0 : 0.85 * foggy));
  brush.fillStyle = mist;
  if (!front) brush.fillRect(-view.width, base - view.unit * 0.2, view.width * 3, view.height);
  const phase = random() * 6;
  stage.items.push({
    ...plateItem(plate, depth),
    draw(context, tSeconds) {
      const gust = gustAt(scene.ambience, tSeconds) - scene.ambience.wind * 0.9;
      const lean = near * (0.005 * gust + 0.0016 * (Math.sin(tSeconds * 1.4 + phase) - Math.sin(phase)));
      context.transform(1, 0, -lean, 1, lean * base, 0);
      context.drawImage(plate.canvas, plate.x, plate.y, plate.width, plate.height);
    },
  });
}

/** The trees of one plane, from the shortest to the tallest. */
function treesFor(stage: Stage, random: Random, near: number, deciduous: boolean): Canvas[] {
  const { view, palette } = stage;
  const paint = treePaint(stage, mix(palette.foliage, scale(palette.foliage, 0.6), near));
  const dark = {
    ...paint,
    lit: mix(paint.lit, scale(paint.lit, 0.66), near),
    shade: mix(paint.shade, scale(paint.shade, 0.45), near),
  };
  const height = Math.round(Math.min(view.height * 1.15, view.unit * (0.2 + 1.0 * near ** 1.5)));
  const variants = 3;
  return Array.from({ length: variants }, (_, rank) => {
    const treeHeight = Math.round(height * (0.66 + (0.5 * rank) / (variants - 1)));
    if (stage.scene.words.includes('bamboo')) return drawBamboo(random, treeHeight, dark);
    return deciduous
      ? drawBroadleaf(random, treeHeight, dark, {
          leaves: stage.scene.features.includes('snowcover') ? 0 : 1,
          spread: between(random, 0.6, 0.85),
          fork: between(random, 0.2, 0.25),
        })
      : drawConifer(random, treeHeight, dark);
  });
}
