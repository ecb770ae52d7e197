import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { gustAt } from '../ambience.ts';
import { css, mix, scale } from '../colour/colour.ts';
import { between, createRandom, type Random } from '../random/random.ts';
import { createPlate, type Stage } from '../stage/stage.ts';
import { airOf } from '../terrain/air.ts';
import type { Land } from '../terrain/paint-land.ts';
import type { TreePaint } from './conifer.ts';
import { plant } from './scatter.ts';
import { treePaint } from './tree-sprites.ts';

/** Draws a coconut palm: a curved, ringed trunk and a crown of feathered fronds. */
function drawPalm(random: Random, treeHeight: number, paint: TreePaint): Canvas {
  const width = Math.ceil(treeHeight * 1.15);
  const canvas = createCanvas(width, Math.ceil(treeHeight * 1.05));
  const brush = canvas.getContext('2d');
  const lean = between(random, 0.08, 0.22) * treeHeight;
  const footX = width * 0.42;
  const headX = footX + lean;
  const headY = treeHeight * 0.26;
  brush.lineCap = 'round';
  for (let step = 0; step < 40; step++) {
    const up = step / 39;
    const x = footX + lean * up * up;
    const y = treeHeight * 1.05 - (treeHeight * 1.05 - headY) * up;
    brush.fillStyle = css(scale(paint.trunk, 0.8 + 0.45 * ((step * 7) % 3) * 0.3));
    const half = treeHeight * (0.02 - 0.009 * up);
    brush.fillRect(x - half, y - treeHeight * 0.012, half * 2, treeHeight * 0.026);
  }
  const fronds = 13;
  for (let frond = 0; frond < fronds; frond++) {
    const angle = -Math.PI * 1.12 + (frond / (fronds - 1)) * Math.PI * 1.24 + between(random, -0.1, 0.1);
    drawFrond(brush, random, headX, headY, angle, treeHeight * between(random, 0.34, 0.46), paint);
  }
  return canvas;
}

function drawFrond(
  brush: ReturnType<Canvas['getContext']>,
  random: Random,
  x: number,
  y: number,
  angle: number,
  length: number,
  paint: TreePaint,
): void {
  const droop = length * between(random, 0.45, 0.75);
  const right = Math.cos(angle) > 0;
  const light = right === paint.lightFromRight ? 0.75 : 0.25;
  for (let step = 0; step <= 26; step++) {
    const along = step / 26;
    const px = x + Math.cos(angle) * length * along;
    const py = y + Math.sin(angle) * length * along + droop * along * along;
    const leaf = length * 0.34 * Math.sin(Math.PI * Math.min(1, along * 0.86 + 0.12));
    for (const side of [-1, 1]) {
      brush.strokeStyle = css(mix(paint.shade, paint.lit, Math.min(1, light * between(random, 0.5, 1.3))));
      brush.lineWidth = Math.max(0.6, length * 0.017);
      brush.beginPath();
      brush.moveTo(px, py);
      brush.lineTo(
        px + Math.cos(angle + side * 0.7) * leaf * 0.7,
        py + Math.sin(angle + side * 0.7) * leaf * 0.45 + leaf * 0.5,
      );
      brush.stroke();
    }
  }
}

/**
 * Paints palms on the island's `land`; without it, large ones on the given side that lean into the image
 * from the beach.
 */
export function paintPalms(stage: Stage, side: number, land?: Land): void {
  const { view, scene } = stage;
  const random = createRandom(scene.root, 'palms');
  const paint = treePaint(stage);
  if (land !== undefined) {
    const sprites = Array.from({ length: 4 }, () => drawPalm(random, 90, paint));
    plant(stage, land, airOf(stage, 4200), random, {
      sprites,
      count: 520,
      near: 430,
      far: 760,
      heights: [13, 24],
      grows: (x, z) => {
        const height = view.horizon - land.groundAt(view.width / 2 + (x * view.focal) / z, z);
        const metres = (height * z) / view.focal + view.cameraHeight;
        return metres > 3 && metres < 34 ? 0.75 : 0;
      },
    });
    return;
  }
  for (let index = 0; index < 3; index++) {
    const treeHeight = view.unit * between(random, 0.62, 0.92);
    const sprite = drawPalm(random, treeHeight, {
      ...paint,
      lit: scale(paint.lit, 0.75),
      shade: scale(paint.shade, 0.6),
    });
    const x = view.width * (0.5 + side * (0.3 + 0.1 * index));
    const base = view.height * (0.84 + 0.09 * index);
    const depth = 0.66 + 0.08 * index;
    const { plate, brush } = createPlate(view, depth, 0, view.height);
    brush.translate(x, base);
    brush.scale(-side, 1);
    brush.drawImage(sprite, -sprite.width * 0.42, -sprite.height);
    stage.items.push({
      depth,
      plate,
      draw(context, tSeconds) {
        const lean =
          0.05 * (gustAt(scene.ambience, tSeconds) - scene.ambience.wind) +
          0.008 * Math.sin(tSeconds * 1.4 + index);
        context.transform(1, 0, -lean, 1, lean * base, 0);
        context.drawImage(plate.canvas, plate.x, plate.y);
      },
    });
  }
}
