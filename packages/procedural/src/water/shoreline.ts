import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { surfPhaseAt } from '../ambience.ts';
import { css, mix } from '../colour/colour.ts';
import { createNoise } from '../random/noise.ts';
import type { Brush, Stage } from '../stage/stage.ts';
import type { Land } from '../terrain/paint-land.ts';

/** Columns per stroke of foam. */
const STRIDE = 5;

/**
 * Joins land in the sea to its water: a broken reflection, a dark wet edge, and foam that moves with the
 * surf. The reflection is behind the land, so the land's item is removed from the stage and added again
 * after it.
 */
export function paintShoreline(stage: Stage, land: Land): void {
  const { plate } = land;
  const index = stage.items.findIndex((item) => item.plate === plate);
  const [sheet] = stage.items.splice(index, 1);
  const foot = lowestRows(plate.canvas);
  paintMirror(stage, land, foot);
  if (sheet !== undefined) stage.items.push(sheet);
  addFoam(stage, land, foot);
}

/** The lowest painted row of each column, or -1 where the plate is empty. */
function lowestRows(canvas: Land['plate']['canvas']): Int32Array {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const foot = new Int32Array(width).fill(-1);
  for (let column = 0; column < width; column++) {
    for (let row = height - 1; row >= 0; row--) {
      if ((data[(row * width + column) * 4 + 3] as number) > 128) {
        foot[column] = row;
        break;
      }
    }
  }
  return foot;
}

function paintMirror(stage: Stage, land: Land, foot: Int32Array): void {
  const { view, palette, scene } = stage;
  const { plate, depth } = land;
  const { width, height } = plate.canvas;
  const reach = Math.ceil(view.unit * 0.16);
  const low = Math.max(...foot);
  const mirror = createCanvas(width, height + reach);
  const brush = mirror.getContext('2d');
  const noise = createNoise(scene.root ^ 0x2f7);
  const source = plate.canvas.getContext('2d').getImageData(0, 0, width, height).data;
  const image = brush.createImageData(width, height + reach);
  const dark = mix(palette.water, palette.zenith, 0.55);
  for (let column = 0; column < width; column++) {
    const edge = foot[column] as number;
    if (edge < 0) continue;
    for (let below = -4; below < reach; below++) {
      const near = Math.max(0, below) / reach;
      const wave = noise.at(column / 34, below / 3.2) * (1 + 9 * near);
      const from = Math.max(0, Math.min(width - 1, Math.round(column + wave)));
      const start = foot[from] as number;
      const row = start - Math.round(Math.abs(below) * 1.15);
      if (start < 0 || row < 0) continue;
      const at = (row * width + from) * 4;
      const to = ((edge + below) * width + column) * 4;
      if (edge + below < 0) continue;
      for (let channel = 0; channel < 3; channel++) {
        const index = source[at + channel] as number;
        image.data[to + channel] = index * 0.55 + dark[channel as 0 | 1 | 2] * 0.45;
      }
      const broken = 0.82 + 0.5 * noise.at(column / 22 + 9, below / 2.1);
      image.data[to + 3] = 225 * (1 - near) ** 1.3 * Math.min(1, broken) * ((source[at + 3] as number) / 255);
    }
  }
  brush.putImageData(image, 0, 0);
  stage.items.push({
    depth,
    draw(context, tSeconds) {
      drawSwaying(
        context,
        mirror,
        plate.x,
        plate.y,
        Math.min(mirror.height, low + reach),
        tSeconds,
        view.unit,
      );
    },
  });
}

/** Draws the mirror in strips that shift with the ripples of the water around it. */
function drawSwaying(
  context: Brush,
  mirror: Canvas,
  x: number,
  y: number,
  height: number,
  tSeconds: number,
  unit: number,
): void {
  const stripHeight = Math.max(2, Math.round(unit / 180));
  for (let row = 0; row < height; row += stripHeight) {
    const strip = Math.min(stripHeight, height - row);
    const sway = Math.sin(tSeconds * 1.9 + row * 0.41) - Math.sin(row * 0.41);
    context.drawImage(
      mirror,
      0,
      row,
      mirror.width,
      strip,
      x + sway * unit * 0.0014,
      y + row,
      mirror.width,
      strip,
    );
  }
}

function addFoam(stage: Stage, land: Land, foot: Int32Array): void {
  const { view, palette, scene } = stage;
  const { plate, depth } = land;
  const noise = createNoise(scene.root ^ 0x51b);
  const foam = mix(mix(palette.key, palette.ambient, 0.4), [255, 255, 255], 0.35);
  const wet = mix(palette.water, palette.zenith, 0.75);
  const stormFactor = scene.weather === 'storm' ? 2.2 : scene.weather === 'wind' ? 1.6 : 1;
  const thickness = Math.max(1, view.unit * 0.0032);
  stage.items.push({
    depth,
    draw(context, tSeconds) {
      const breath = 0.5 - 0.5 * Math.cos(surfPhaseAt(scene.ambience, tSeconds) * Math.PI * 2);
      context.lineCap = 'round';
      for (let column = STRIDE; column < foot.length; column += STRIDE) {
        const from = foot[column - STRIDE] as number;
        const to = foot[column] as number;
        if (from < 0 || to < 0 || Math.abs(to - from) > STRIDE * 1.4) continue;
        const rough = noise.at(column / 31, tSeconds * 0.25);
        const lift = (0.4 + rough) * thickness * (0.6 + breath) * stormFactor;
        const stroke = (drop: number, lineWidth: number, style: string) => {
          context.strokeStyle = style;
          context.lineWidth = Math.max(0.6, lineWidth);
          context.beginPath();
          context.moveTo(plate.x + column - STRIDE, plate.y + from + drop);
          context.lineTo(plate.x + column, plate.y + to + drop);
          context.stroke();
        };
        stroke(-thickness * 1.4, thickness * 2.2, css(wet, 0.32));
        const strength = Math.max(0, 0.35 + rough * 0.8 + breath * 0.25);
        stroke(
          thickness * 0.4 - lift * 0.5,
          thickness * (0.5 + Math.max(0, rough)) * stormFactor,
          css(foam, Math.min(0.95, strength)),
        );
        stroke(
          thickness * (1.9 + breath) + lift,
          thickness * 0.45,
          css(foam, 0.4 * Math.max(0, 0.5 - rough)),
        );
      }
    },
  });
}
