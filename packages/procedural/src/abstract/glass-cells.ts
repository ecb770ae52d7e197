import { along, mix, type Rgb, scale } from '../colour/colour.ts';
import { between, createRandom } from '../random/random.ts';
import { createPixels, toCanvas } from '../stage/pixels.ts';
import { overscan, plateItem, type Stage } from '../stage/stage.ts';
import type { AbstractPalette } from './abstract-palette.ts';

/** Paints bevelled panes of glass (Voronoi cells) with a light behind the focus. */
export function paintGlassCells(stage: Stage, palette: AbstractPalette): void {
  const { view, scene, noise } = stage;
  const random = createRandom(scene.root, 'glass cells');
  const shrink = 2;
  const margin = overscan(view, 0.3);
  const width = Math.ceil((view.width + 2 * margin) / shrink);
  const height = Math.ceil((view.height + 2 * margin) / shrink);
  const cell = (view.unit / shrink) * between(random, 0.075, 0.14);
  const columns = Math.ceil(width / cell) + 2;
  const jitter = Float32Array.from({ length: columns * (Math.ceil(height / cell) + 2) * 2 }, () => random());
  const tones = Float32Array.from({ length: jitter.length }, () => random());
  const pixels = createPixels(width, height);
  const lightY = height * between(random, 0.3, 0.6);
  const stops = [
    scale(palette.colours[0], 0.5),
    palette.colours[0],
    palette.colours[1],
    palette.colours[2],
    palette.light,
  ];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const wx = column + noise.at(column / cell / 2.2, row / cell / 2.2) * cell * 0.4;
      const cx = Math.floor(wx / cell);
      const cy = Math.floor(row / cell);
      let near = 1e9;
      let second = 1e9;
      let owner = 0;
      let ox = 0;
      let oy = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const id = (Math.max(0, cy + dy + 1) * columns + Math.max(0, cx + dx + 1)) % (jitter.length >> 1);
          const px = (cx + dx + (jitter[id * 2] as number)) * cell;
          const py = (cy + dy + (jitter[id * 2 + 1] as number)) * cell;
          const distance = Math.hypot(px - wx, py - row);
          if (distance < near) {
            second = near;
            near = distance;
            owner = id;
            ox = wx - px;
            oy = row - py;
          } else if (distance < second) second = distance;
        }
      }
      const edge = second - near;
      const glow = Math.exp(
        -Math.hypot(column - (view.focusX + margin) / shrink, row - lightY) /
          (Math.min(width, height) * 0.42),
      );
      const tone = (tones[owner] as number) * 0.55 + glow * 0.5;
      const slant = ((ox + oy) / cell) * ((tones[owner + 1] as number) - 0.5) * 0.9;
      const colour = paneColour(palette, scale(along(stops, tone), 0.62 + 0.75 * glow + slant), edge / cell);
      const at = (row * width + column) * 4;
      pixels.data[at] = colour[0];
      pixels.data[at + 1] = colour[1];
      pixels.data[at + 2] = colour[2];
      pixels.data[at + 3] = 255;
    }
  }
  stage.items.push(
    plateItem(
      { canvas: toCanvas(pixels), x: -margin, y: -margin, width: width * shrink, height: height * shrink },
      0.3,
    ),
  );
}

/**
 * The colour of a pixel: the pane itself, its bright bevel or the dark joint. `edge` is the distance to the
 * edge in cell widths.
 */
function paneColour(palette: AbstractPalette, colour: Rgb, edge: number): Rgb {
  if (edge < 0.035) return mix(colour, scale(palette.ground, 0.5), 0.8);
  return edge < 0.1 ? mix(colour, palette.light, 0.42 - 3 * edge) : colour;
}
