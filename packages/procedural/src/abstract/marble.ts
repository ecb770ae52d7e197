import { along, mix, smoothstep } from '../colour/colour.ts';
import { createNoise } from '../random/noise.ts';
import { between, createRandom } from '../random/random.ts';
import { createPixels, toCanvas } from '../stage/pixels.ts';
import { overscan, type Stage } from '../stage/stage.ts';
import type { AbstractPalette } from './abstract-palette.ts';

const SHRINK = 3;

/**
 * Paints marbling by domain-warped noise with bright veins. Two variants are rendered once and crossfaded
 * over time.
 */
export function paintMarble(stage: Stage, palette: AbstractPalette): void {
  const { view, scene } = stage;
  const margin = overscan(view, 0.3);
  const random = createRandom(scene.root, 'marble');
  const fold = between(random, 1.1, 1.9);
  const zoom = between(random, 0.5, 0.85);
  const variants = [0, 0.22].map((shift) => {
    const canvas = renderVariant(stage, palette, { fold, zoom, shift, margin });
    return { canvas };
  });
  const width = (variants[0] as { canvas: { width: number } }).canvas.width * SHRINK;
  const height = (variants[0] as { canvas: { height: number } }).canvas.height * SHRINK;
  stage.items.push({
    depth: 0.3,
    draw(context, tSeconds) {
      const [first, second] = variants as [(typeof variants)[0], (typeof variants)[0]];
      context.drawImage(first.canvas, -margin, -margin, width, height);
      const share = 0.5 - 0.5 * Math.cos(tSeconds * 0.6);
      if (share < 0.004) return;
      context.globalAlpha = share;
      context.drawImage(second.canvas, -margin, -margin, width, height);
      context.globalAlpha = 1;
    },
  });
}

interface MarbleVariant {
  readonly fold: number;
  readonly zoom: number;
  readonly shift: number;
  readonly margin: number;
}

function renderVariant(
  stage: Stage,
  palette: AbstractPalette,
  { fold, zoom, shift, margin }: MarbleVariant,
): ReturnType<typeof toCanvas> {
  const { view, scene } = stage;
  const noise = createNoise(scene.root ^ 0x3a4b);
  const width = Math.ceil((view.width + 2 * margin) / SHRINK);
  const height = Math.ceil((view.height + 2 * margin) / SHRINK);
  const pixels = createPixels(width, height);
  const stops = [
    palette.ground,
    palette.colours[0],
    palette.colours[1],
    palette.groundTwo,
    palette.colours[2],
    palette.light,
  ];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = ((column * SHRINK) / view.unit) * zoom;
      const y = ((row * SHRINK) / view.unit) * zoom;
      const qx = noise.fbm(x + shift, y, 3);
      const qy = noise.fbm(x + 5.2, y + 1.3 - shift, 3);
      const rx = noise.fbm(x + fold * qx + 1.7 + shift, y + fold * qy + 9.2, 3);
      const ry = noise.fbm(x + fold * qx + 8.3, y + fold * qy + 2.8, 3);
      const value = noise.fbm(x + fold * 1.25 * rx, y + fold * 1.25 * ry, 4);
      const base = along(stops, 0.5 + value * 0.85 + qx * 0.3);
      const vein = smoothstep(0.035, 0, Math.abs(value - 0.05 * Math.sin(rx * 4))) * 0.55;
      const sheen = 1 + (ry - rx) * 0.42;
      const colour = mix(base, palette.light, vein);
      const at = (row * width + column) * 4;
      pixels.data[at] = colour[0] * sheen;
      pixels.data[at + 1] = colour[1] * sheen;
      pixels.data[at + 2] = colour[2] * sheen;
      pixels.data[at + 3] = 255;
    }
  }
  return toCanvas(pixels);
}
