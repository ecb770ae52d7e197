import { along, mix, type Rgb, rgb, scale, smoothstep } from '../colour/colour.ts';
import { fromLch } from '../colour/oklab.ts';
import { createNoise } from '../random/noise.ts';
import { between, createRandom } from '../random/random.ts';
import { paintStars } from '../sky/stars.ts';
import { createPixels, toCanvas } from '../stage/pixels.ts';
import { overscan, plateItem, type Stage } from '../stage/stage.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { paintPlanet } from '../subjects/planet.ts';

/** Paints deep space: nebulae, stars at several depths and one or two planets. */
export function paintSpace(stage: Stage): void {
  const { view, scene } = stage;
  const random = createRandom(scene.root, 'space');
  paintNebula(stage);
  paintStars(stage, 1, view.height);
  const planet = scene.subjects.find(({ kind }) => kind === 'planet' || kind === 'moon');
  const words = scene.words;
  if (planet !== undefined || !words.some((word) => ['nebula', 'galaxy'].includes(word))) {
    const ringed =
      words.includes('saturn') || words.includes('ringed') || words.includes('rings') || random() < 0.35;
    const earth = words.includes('earth');
    const large = planet !== undefined ? 0.3 : between(random, 0.16, 0.26);
    paintPlanet(
      stage,
      view.width - view.focusX,
      view.height * between(random, 0.42, 0.6),
      view.unit * large,
      earth ? 'earth' : ringed ? 'ringed' : 'gas',
      0.2,
    );
    if (random() < 0.6)
      paintPlanet(
        stage,
        view.focusX,
        view.height * between(random, 0.18, 0.3),
        view.unit * between(random, 0.03, 0.06),
        'rock',
        0.12,
      );
  }
  paintSubjects(stage, {
    ground: {
      x: view.focusX,
      y: view.height * 0.72,
      depth: 0.6,
      hazeAmount: 0,
      size: view.unit * 0.34,
      on: 'air',
    },
  });
}

/**
 * Colours of the nebula: those named in the prompt, otherwise three harmonising ones around a hue from the
 * seed.
 */
function nebulaColours(stage: Stage): readonly Rgb[] {
  const { scene, palette } = stage;
  if (scene.colours.length > 0)
    return [scale(palette.accent, 0.25), palette.accent, palette.accentTwo, rgb('#fff4e4')];
  const hue = createRandom(scene.root, 'nebula')();
  const step = 0.1 + 0.12 * createRandom(scene.root, 'nebula step')();
  return [
    fromLch({ lightness: 0.2, chroma: 0.09, hue }),
    fromLch({ lightness: 0.45, chroma: 0.16, hue: hue + step }),
    fromLch({ lightness: 0.68, chroma: 0.15, hue: hue + step * 2.2 }),
    fromLch({ lightness: 0.93, chroma: 0.05, hue: hue + step * 3 }),
  ];
}

function paintNebula(stage: Stage): void {
  const { view, scene } = stage;
  const noise = createNoise(scene.root ^ 0x6eb);
  const colours = nebulaColours(stage);
  const black = mix(scale(colours[0] as Rgb, 0.2), rgb('#03040c'), 0.6);
  const shrink = 3;
  const margin = overscan(view, 0.05);
  const width = Math.ceil((view.width + 2 * margin) / shrink);
  const height = Math.ceil((view.height + 2 * margin) / shrink);
  const pixels = createPixels(width, height);
  const random = createRandom(scene.root, 'nebula place');
  const shift = between(random, 0, 40);
  const tilt = between(random, -0.8, 0.8);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = (column * shrink - view.focusX) / view.unit;
      const y = (row * shrink - view.height * 0.42) / view.unit;
      const wx = noise.fbm(x * 1.1 + shift, y * 1.1, 4);
      const wy = noise.fbm(x * 1.1 - 7, y * 1.1 + shift, 4);
      const gas = 0.5 + 0.95 * noise.fbm(x * 1.3 + wx * 1.9 + shift, y * 1.3 + wy * 1.9, 6);
      const dust = smoothstep(0.02, 0.36, noise.fbm(x * 2 + wy * 2.3 + 30, y * 2 + wx * 2.3, 5));
      const band = Math.exp(-(((y - x * tilt) / 0.62) ** 2));
      const centre = Math.exp(-(x * x + y * y) / 0.34);
      const light = Math.max(0, gas * (0.22 + 0.75 * band) + centre * 0.35 * gas) * (1 - 0.72 * dust);
      const glow = along(colours, Math.min(1, light * 0.95 + wx * 0.25));
      const amount = Math.min(1, smoothstep(0.1, 0.9, light) * 1.1);
      const at = (row * width + column) * 4;
      pixels.data[at] = black[0] + (glow[0] - black[0]) * amount;
      pixels.data[at + 1] = black[1] + (glow[1] - black[1]) * amount;
      pixels.data[at + 2] = black[2] + (glow[2] - black[2]) * amount;
      pixels.data[at + 3] = 255;
    }
  }
  stage.items.push(
    plateItem(
      { canvas: toCanvas(pixels), x: -margin, y: -margin, width: width * shrink, height: height * shrink },
      0.05,
    ),
  );
}
