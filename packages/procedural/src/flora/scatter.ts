import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { css, type Rgb } from '../colour/colour.ts';
import type { Random } from '../random/random.ts';
import type { Brush, Stage } from '../stage/stage.ts';
import type { Air } from '../terrain/light-grid.ts';
import type { Land } from '../terrain/paint-land.ts';

export interface Planting {
  readonly sprites: readonly Canvas[];
  readonly count: number;
  readonly near: number;
  readonly far: number;
  /** Smallest and largest height in metres. */
  readonly heights: readonly [number, number];
  /** Probability from 0 to 1 that something grows at this position. */
  grows(x: number, z: number): number;
}

interface Plant {
  readonly x: number;
  readonly z: number;
  readonly sprite: number;
  readonly heightMetres: number;
  readonly flipped: boolean;
}

const HAZE_STEPS = 7;

/**
 * Plants sprites on a land: each stands on the ground, fades with distance and is hidden by nearer ground.
 */
export function plant(stage: Stage, land: Land, air: Air, random: Random, planting: Planting): void {
  const { view, palette } = stage;
  const brush = land.plate.canvas.getContext('2d');
  brush.save();
  brush.setTransform(1, 0, 0, 1, -land.plate.x, -land.plate.y);
  const plants = choosePlants(stage, random, planting).sort((a, b) => b.z - a.z);
  const hazy = hazeSprites(planting.sprites, palette.haze);
  for (const { x, z, sprite, heightMetres, flipped } of plants) {
    const frameX = view.width / 2 + (x * view.focal) / z;
    const base = land.groundAt(frameX, z);
    const height = (heightMetres * view.focal) / z;
    if (height < 1.2) continue;
    const clear = land.clearAbove(frameX, z);
    const hazeAmount = Math.min(
      0.95,
      1 -
        Math.exp(-z / air.reach) +
        (air.mistHeight > 0 ? air.mist * 0.5 * (1 - Math.exp((-2 * z) / air.reach)) : 0),
    );
    const image = hazy(sprite, hazeAmount);
    drawPlant(brush, image, frameX, base, height, Math.min(base, clear + height * 0.02), flipped);
  }
  brush.restore();
}

function drawPlant(
  brush: Brush,
  image: Canvas,
  x: number,
  base: number,
  height: number,
  cut: number,
  flipped: boolean,
): void {
  const top = base - height;
  const seen = (cut - top) / height;
  if (seen <= 0.02) return;
  const width = (height * image.width) / image.height;
  const source = image.height * Math.min(1, seen);
  brush.save();
  brush.translate(x, 0);
  if (flipped) brush.scale(-1, 1);
  brush.drawImage(image, 0, 0, image.width, source, -width / 2, top, width, height * Math.min(1, seen));
  brush.restore();
}

function choosePlants(stage: Stage, random: Random, planting: Planting): Plant[] {
  const { view } = stage;
  const plants: Plant[] = [];
  const half = (view.width * 0.56) / view.focal;
  for (let trial = 0; trial < planting.count; trial++) {
    const share = random();
    const z = planting.near * (planting.far / planting.near) ** share;
    const x = (random() * 2 - 1) * half * z;
    const sprite = Math.floor(random() * planting.sprites.length);
    const heightMetres = planting.heights[0] + (planting.heights[1] - planting.heights[0]) * random();
    const flipped = random() < 0.5;
    if (random() < planting.grows(x, z)) plants.push({ x, z, sprite, heightMetres, flipped });
  }
  return plants;
}

/** Copies of the sprites behind different amounts of haze, created on demand. */
function hazeSprites(sprites: readonly Canvas[], haze: Rgb): (sprite: number, hazeAmount: number) => Canvas {
  const cache = new Map<number, Canvas>();
  return (sprite, hazeAmount) => {
    const step = Math.round(hazeAmount * HAZE_STEPS);
    const key = step * sprites.length + sprite;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const image = sprites[sprite] as Canvas;
    const copy = createCanvas(image.width, image.height);
    const brush = copy.getContext('2d');
    brush.drawImage(image, 0, 0);
    brush.globalCompositeOperation = 'source-atop';
    brush.fillStyle = css(haze, step / HAZE_STEPS);
    brush.fillRect(0, 0, copy.width, copy.height);
    cache.set(key, copy);
    return copy;
  };
}
