import { css, mix, rgb, smoothstep } from '../colour/colour.ts';
import { between, createRandom } from '../random/random.ts';
import { createPixels, toCanvas } from '../stage/pixels.ts';
import { createPlate, plateItem, type Stage } from '../stage/stage.ts';

const COOL = rgb('#b9d2ff');
const WARM = rgb('#ffe0b5');

/** Paints stars of many magnitudes; the brightest twinkle over time. */
export function paintStars(stage: Stage, amount: number, bottom = stage.view.horizon): void {
  const { view } = stage;
  const random = createRandom(stage.scene.root, 'stars');
  const { plate, brush } = createPlate(view, 0.05, 0, bottom);
  const squares = (view.width * bottom) / (view.unit * view.unit);
  const count = Math.round(1500 * amount * squares);
  for (let index = 0; index < count; index++) {
    const size = view.unit * 0.0006 * (0.75 + 2.2 * random() ** 9);
    const y = random() * bottom;
    const low = smoothstep(bottom, bottom * 0.72, y);
    brush.fillStyle = css(mix(COOL, WARM, random() ** 2), (0.2 + 0.8 * random() ** 3) * low);
    brush.beginPath();
    brush.arc(between(random, -0.05, 1.05) * view.width, y, Math.max(0.45, size), 0, 7);
    brush.fill();
  }
  stage.items.push(plateItem(plate, 0.05));
  addTwinkling(stage, bottom, Math.round(46 * amount * squares));
}

function addTwinkling(stage: Stage, bottom: number, count: number): void {
  const { view } = stage;
  const random = createRandom(stage.scene.root, 'twinkle');
  const stars = Array.from({ length: count }, () => ({
    x: random() * view.width,
    y: random() ** 1.3 * bottom * 0.85,
    size: view.unit * between(random, 0.0011, 0.0024),
    pace: between(random, 1.5, 5),
    phase: random() * 7,
    colour: mix(COOL, WARM, random()),
  }));
  stage.items.push({
    depth: 0.05,
    draw(context, tSeconds) {
      for (const star of stars) {
        const bright = 0.62 + 0.38 * Math.sin(tSeconds * star.pace + star.phase);
        context.fillStyle = css(star.colour, 0.16 * bright);
        context.beginPath();
        context.arc(star.x, star.y, star.size * 3.2, 0, 7);
        context.fill();
        context.fillStyle = css(star.colour, bright);
        context.beginPath();
        context.arc(star.x, star.y, star.size, 0, 7);
        context.fill();
      }
    },
  });
}

/** Paints the band of the Milky Way, with its dark dust lanes. */
export function paintMilkyWay(stage: Stage, strength: number): void {
  const { view, noise, scene } = stage;
  const bottom = view.horizon;
  const random = createRandom(scene.root, 'milky way');
  const shrink = 3;
  const width = Math.ceil((view.width * 1.04) / shrink);
  const height = Math.ceil(bottom / shrink) + 1;
  const pixels = createPixels(width, height);
  const angle = between(random, 0.5, 1.05) * (random() < 0.5 ? -1 : 1);
  const middle = between(random, 0.38, 0.62) * view.width;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  for (let row = 0; row < height; row++) {
    const low = smoothstep(bottom, bottom * 0.6, row * shrink);
    for (let column = 0; column < width; column++) {
      const x = (column * shrink - middle) / view.unit;
      const y = (row * shrink - bottom * 0.45) / view.unit;
      const across = x * cos + y * sin;
      const lengthwise = -x * sin + y * cos;
      const wander = 0.09 * noise.fbm(lengthwise * 1.7 + 3, 8.1, 3);
      const band = Math.exp(-(((across - wander) / 0.17) ** 2));
      if (band < 0.02) continue;
      const cloud = 0.5 + 0.8 * noise.fbm(across * 4.2, lengthwise * 3.1, 6);
      const lane = smoothstep(
        0.05,
        0.4,
        noise.fbm(across * 5 + 40, lengthwise * 2.2, 5) +
          0.22 * Math.exp(-(((across - wander) / 0.045) ** 2)),
      );
      const centre = Math.exp(-((lengthwise / 0.5) ** 2));
      const light = band * Math.max(0, cloud) * (1 - 0.82 * lane) * (0.5 + 0.5 * centre) * strength * low;
      const at = (row * width + column) * 4;
      const warm = centre * band * 0.8;
      pixels.data[at] = 150 + 95 * warm;
      pixels.data[at + 1] = 168 + 35 * warm;
      pixels.data[at + 2] = 230 - 45 * warm;
      pixels.data[at + 3] = Math.min(235, 270 * light);
    }
  }
  const plate = {
    canvas: toCanvas(pixels),
    x: -view.width * 0.02,
    y: 0,
    width: width * shrink,
    height: height * shrink,
  };
  stage.items.push(plateItem(plate, 0.045));
}
