import { mix, rgb } from '../colour/colour.ts';
import { between, createRandom } from '../random/random.ts';
import { createPixels, toCanvas } from '../stage/pixels.ts';
import type { Plate, Stage } from '../stage/stage.ts';

const SHRINK = 3;
const TOP = rgb('#8b4fd8');
const GREENS = [rgb('#35f0a0'), rgb('#5affc0'), rgb('#2fd6c8')];

/** Paints curtains of northern light, each on its own plate so that they sway independently. */
export function paintAurora(stage: Stage): void {
  const { view, scene } = stage;
  const random = createRandom(scene.root, 'aurora');
  for (let curtain = 0; curtain < 3; curtain++) {
    const plate = paintCurtain(stage, curtain, between(random, 0, 90));
    const pace = between(random, 0.25, 0.5);
    stage.items.push({
      depth: 0.05,
      plate,
      draw(context, tSeconds) {
        context.globalCompositeOperation = 'screen';
        context.globalAlpha = 0.82 + 0.18 * Math.sin(tSeconds * pace * 2.3 + curtain * 2);
        const sway = Math.sin(tSeconds * pace + curtain * 1.7) * view.width * 0.022;
        context.drawImage(plate.canvas, plate.x + sway, plate.y, plate.width, plate.height);
        context.globalAlpha = 1;
        context.globalCompositeOperation = 'source-over';
      },
    });
  }
}

function paintCurtain(stage: Stage, curtain: number, shift: number): Plate {
  const { view, noise, palette, scene } = stage;
  const reach = view.width * 0.04;
  const width = Math.ceil((view.width + reach * 2) / SHRINK);
  const height = Math.ceil(view.horizon / SHRINK);
  const pixels = createPixels(width, height);
  const low = scene.colours.length > 0 ? palette.accent : (GREENS[curtain % 3] as typeof TOP);
  const high = scene.colours.length > 1 ? palette.accentTwo : TOP;
  for (let column = 0; column < width; column++) {
    const x = (column * SHRINK) / view.unit;
    const fold = noise.fbm(x * 0.9 + shift, curtain * 5.3, 3);
    const base = height * (0.78 - curtain * 0.17 + fold * 0.42);
    const rayHeight = height * (0.38 + 0.2 * noise.at(x * 1.3 + shift, 3.3));
    const rays = 0.62 + 0.5 * noise.fbm(x * 9 + fold * 6 + shift, curtain * 3.1 + 0.5, 3);
    const bright = Math.max(0, 0.55 + 0.9 * noise.at(x * 0.8 + shift * 2, 7.7)) * rays;
    for (let row = 0; row < height; row++) {
      const up = (base - row) / rayHeight;
      if (up < -0.4 || up > 2.4) continue;
      const glow = up < 0 ? Math.exp(-((up / 0.13) ** 2)) : Math.exp(-up * 2.1);
      const alpha = Math.min(1, glow * bright * 0.95);
      const colour = mix(low, high, Math.min(1, Math.max(0, up * 0.95)));
      const at = (row * width + column) * 4;
      pixels.data[at] = colour[0];
      pixels.data[at + 1] = colour[1];
      pixels.data[at + 2] = colour[2];
      pixels.data[at + 3] = alpha * 255;
    }
  }
  return { canvas: toCanvas(pixels), x: -reach, y: 0, width: width * SHRINK, height: height * SHRINK };
}
