import { along } from '../colour/colour.ts';
import { between, createRandom, type Random } from '../random/random.ts';
import { createPixels, toCanvas } from '../stage/pixels.ts';
import type { Stage } from '../stage/stage.ts';
import type { AbstractPalette } from './abstract-palette.ts';

const POINTS = 1_500_000;

/**
 * Paints a strange attractor (Peter de Jong's map) as a density plot: the more often the orbit visits a
 * pixel, the brighter it is.
 */
export function paintAttractor(stage: Stage, palette: AbstractPalette): void {
  const { view, scene } = stage;
  const random = createRandom(scene.root, 'attractor');
  const size = Math.ceil(Math.min(1100, Math.max(view.width, view.height) * 0.95));
  const shape = chooseShape(random);
  const canvas = renderDensity(palette, shape, size);
  const reach = Math.max(view.width, view.height) * 1.02;
  const tilt = random() * 7;
  stage.items.push({
    depth: 0.35,
    draw(context, tSeconds) {
      context.translate(view.width / 2 + (view.focusX - view.width / 2) * 0.4, view.height * 0.5);
      context.rotate(tilt + tSeconds * 0.02);
      context.scale(1 + 0.02 * Math.sin(tSeconds * 0.4), 1 - 0.02 * Math.sin(tSeconds * 0.4));
      context.imageSmoothingQuality = 'high';
      context.drawImage(canvas, -reach / 2, -reach / 2, reach, reach);
    },
  });
}

type Shape = readonly [a: number, b: number, c: number, d: number];

/**
 * Tries random parameters and returns those whose orbit covers part of the square, neither a point nor an
 * even cloud.
 */
function chooseShape(random: Random): Shape {
  let best: Shape = [1.4, -2.3, 2.4, -2.1];
  let bestScore = -1;
  for (let trial = 0; trial < 14; trial++) {
    const shape: Shape = [
      between(random, -2.7, 2.7),
      between(random, -2.7, 2.7),
      between(random, -2.7, 2.7),
      between(random, -2.7, 2.7),
    ];
    const cells = new Set<number>();
    let x = 0.1;
    let y = 0.1;
    for (let step = 0; step < 3000; step++) {
      const next = Math.sin(shape[0] * y) - Math.cos(shape[1] * x);
      y = Math.sin(shape[2] * x) - Math.cos(shape[3] * y);
      x = next;
      cells.add(Math.floor((x + 2) * 12) * 64 + Math.floor((y + 2) * 12));
    }
    const score = 520 - Math.abs(cells.size - 620);
    if (score > bestScore) {
      best = shape;
      bestScore = score;
    }
  }
  return best;
}

/** The scale and centre that fit the orbit into the canvas with a margin. */
function frameOf([a, b, c, d]: Shape, size: number): { middleX: number; middleY: number; scale: number } {
  let [x, y, west, east, north, south] = [0.1, 0.1, 9, -9, 9, -9];
  for (let step = 0; step < 20000; step++) {
    const next = Math.sin(a * y) - Math.cos(b * x);
    y = Math.sin(c * x) - Math.cos(d * y);
    x = next;
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  return {
    middleX: (west + east) / 2,
    middleY: (north + south) / 2,
    scale: (size * 0.86) / Math.max(0.5, east - west, south - north),
  };
}

function renderDensity(
  palette: AbstractPalette,
  [a, b, c, d]: Shape,
  size: number,
): ReturnType<typeof toCanvas> {
  const density = new Float32Array(size * size);
  const drift = new Float32Array(size * size);
  let x = 0.1;
  let y = 0.1;
  const { middleX, middleY, scale } = frameOf([a, b, c, d], size);
  for (let step = 0; step < POINTS; step++) {
    const next = Math.sin(a * y) - Math.cos(b * x);
    const nextY = Math.sin(c * x) - Math.cos(d * y);
    const at =
      Math.floor((nextY - middleY) * scale + size / 2) * size +
      Math.floor((next - middleX) * scale + size / 2);
    density[at] = (density[at] as number) + 1;
    drift[at] = (drift[at] as number) + Math.abs(next - x) * 0.25;
    x = next;
    y = nextY;
  }
  const pixels = createPixels(size, size);
  const stops = palette.darkGround
    ? [palette.colours[0], palette.colours[1], palette.colours[2], palette.light]
    : [palette.colours[2], palette.colours[1], palette.colours[0], palette.colours[0]];
  const exposure = (size * size) / POINTS;
  for (let at = 0; at < density.length; at++) {
    const hits = density[at] as number;
    if (hits === 0) continue;
    const bright = 1 - Math.exp(-hits * exposure * 0.5);
    const colour = along(stops, Math.min(1, bright * 0.62 + ((drift[at] as number) / hits) * 0.5));
    pixels.data[at * 4] = colour[0];
    pixels.data[at * 4 + 1] = colour[1];
    pixels.data[at * 4 + 2] = colour[2];
    pixels.data[at * 4 + 3] = 255 * Math.min(1, bright * 1.25);
  }
  return toCanvas(pixels);
}
