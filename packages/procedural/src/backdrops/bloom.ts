import { gustAt } from '../ambience.ts';
import { css, lit, mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import { between, createRandom, type Random } from '../random/random.ts';
import { paintPlanetInSky } from '../sky/paint-sky.ts';
import { paintMoon } from '../sky/sun-and-moon.ts';
import { type Brush, createPlate, plateItem, type Stage } from '../stage/stage.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { drawRose } from '../subjects/rose.ts';

/** Paints a flower in close-up, with dew on the petals and leaves and lights out of focus behind it. */
export function paintBloom(stage: Stage): void {
  const { view, palette, scene } = stage;
  const random = createRandom(scene.root, 'bloom');
  const requested = scene.subjects.find(({ kind }) => kind === 'flower');
  const colour =
    requested?.colour ?? (scene.colours.length > 0 ? palette.accent : flowerColour(scene.words, random));
  paintSoftGarden(stage, random, colour);
  if (scene.subjects.some(({ kind }) => kind === 'moon')) paintMoon(stage, 0.085);
  paintPlanetInSky(stage);
  const light = mix(palette.key, palette.ambient, 0.3);
  const bright = lit(colour, mix(light, [255, 255, 255], 0.4), 1.08);
  const count = requested !== undefined && requested.count > 1 ? 3 : 1;
  const side = view.focusX > view.width / 2 ? -1 : 1;
  for (let index = count - 1; index >= 0; index--) {
    const size = view.unit * (index === 0 ? 0.33 : between(random, 0.17, 0.22));
    const x =
      index === 0
        ? view.width / 2 + (view.focusX - view.width / 2) * 0.6
        : view.focusX + side * view.unit * between(random, 0.3, 0.55) * index;
    const y = view.height * (index === 0 ? 0.46 : between(random, 0.3, 0.7));
    paintFlower(stage, random, x, y, size, bright, 0.75 - index * 0.14);
  }
  stage.placed.add('flower');
  const beside = {
    x: view.focusX + side * view.unit * 0.4,
    depth: 0.8,
    hazeAmount: 0,
    on: 'ground',
  } as const;
  paintSubjects(stage, { ground: { ...beside, y: view.height * 0.8, size: view.unit * 0.42 } });
}

function flowerColour(words: readonly string[], random: Random): Rgb {
  const hexByFlower: readonly [string, string][] = [
    ['rose', '#c81f43'],
    ['sunflower', '#f2b41f'],
    ['tulip', '#e3476f'],
    ['lily', '#f4e6ee'],
    ['lotus', '#ee9fc0'],
    ['orchid', '#b45fd0'],
    ['daisy', '#f6f3ea'],
    ['poppy', '#e0301f'],
    ['iris', '#5a55c8'],
    ['peony', '#ef9ab6'],
    ['dahlia', '#d8405a'],
  ];
  const named = hexByFlower.find(([word]) => words.includes(word));
  return rgb(named?.[1] ?? (random() < 0.5 ? '#d8436f' : '#e98f3a'));
}

function paintSoftGarden(stage: Stage, random: Random, colour: Rgb): void {
  const { view, palette } = stage;
  const { plate, brush } = createPlate(view, 0.15);
  const back = brush.createLinearGradient(0, 0, 0, view.height);
  const green = lit(palette.foliage, palette.ambient, 1.1);
  back.addColorStop(0, css(mix(green, palette.horizon, 0.4)));
  back.addColorStop(1, css(scale(green, 0.5)));
  brush.fillStyle = back;
  brush.fillRect(-view.width, -view.height, view.width * 3, view.height * 3);
  brush.filter = `blur(${Math.round(view.unit * 0.03)}px)`;
  for (let blot = 0; blot < 46; blot++) {
    const tone = random();
    brush.fillStyle = css(
      tone < 0.5
        ? mix(green, palette.glow, tone * 0.9)
        : tone < 0.72
          ? mix(colour, green, 0.45)
          : scale(green, 0.7),
      between(random, 0.25, 0.6),
    );
    brush.beginPath();
    brush.ellipse(
      random() * view.width,
      random() * view.height,
      view.unit * between(random, 0.04, 0.2),
      view.unit * between(random, 0.03, 0.12),
      random() * 3,
      0,
      7,
    );
    brush.fill();
  }
  brush.filter = 'none';
  brush.globalCompositeOperation = 'screen';
  for (let light = 0; light < 30; light++) {
    brush.fillStyle = css(mix(palette.glow, [255, 255, 255], 0.3), between(random, 0.05, 0.2));
    brush.beginPath();
    brush.arc(
      random() * view.width,
      random() * view.height * 0.8,
      view.unit * between(random, 0.01, 0.045),
      0,
      7,
    );
    brush.fill();
  }
  stage.items.push(plateItem(plate, 0.15));
}

function paintFlower(
  stage: Stage,
  random: Random,
  x: number,
  y: number,
  size: number,
  colour: Rgb,
  depth: number,
): void {
  const { view, palette, scene } = stage;
  const { plate, brush } = createPlate(view, depth);
  const green = lit(rgb('#4f7a3a'), mix(palette.key, palette.ambient, 0.4), 1);
  brush.lineCap = 'round';
  brush.strokeStyle = css(scale(green, 0.72));
  brush.lineWidth = size * 0.085;
  brush.beginPath();
  brush.moveTo(x, y + size * 0.4);
  brush.quadraticCurveTo(x + size * 0.1, y + size * 1.4, x - size * 0.15, view.height * 1.2);
  brush.stroke();
  for (const [turn, reach] of [
    [0.5, 1.5],
    [2.5, 1.35],
    [1.1, 1.2],
    [3.6, 1.1],
    [-0.4, 1.1],
  ] as const)
    drawLeaf(brush, x, y + size * 0.2, turn, size * reach * 0.95, green);
  drawRose(brush, random, x, y, size, colour, 8);
  for (let drop = 0; drop < 16; drop++)
    drawDew(
      brush,
      x + between(random, -0.7, 0.7) * size,
      y + between(random, -0.7, 0.7) * size,
      size * between(random, 0.012, 0.032),
    );
  stage.items.push({
    depth,
    plate,
    draw(context, tSeconds) {
      const lean =
        0.02 * Math.sin(tSeconds * 1.2 + depth * 9) +
        0.03 * (gustAt(scene.ambience, tSeconds) - scene.ambience.wind);
      context.transform(1, 0, -lean, 1, lean * view.height, 0);
      context.drawImage(plate.canvas, plate.x, plate.y);
    },
  });
}

function drawLeaf(brush: Brush, x: number, y: number, turn: number, length: number, green: Rgb): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate(turn);
  const fill = brush.createLinearGradient(0, -length * 0.2, 0, length * 0.2);
  fill.addColorStop(0, css(mix(green, [220, 240, 180], 0.3)));
  fill.addColorStop(0.49, css(green));
  fill.addColorStop(0.51, css(scale(green, 0.66)));
  fill.addColorStop(1, css(scale(green, 0.8)));
  brush.fillStyle = fill;
  brush.beginPath();
  brush.moveTo(0, 0);
  brush.bezierCurveTo(length * 0.3, -length * 0.3, length * 0.75, -length * 0.2, length, 0);
  brush.bezierCurveTo(length * 0.75, length * 0.22, length * 0.3, length * 0.3, 0, 0);
  brush.fill();
  brush.strokeStyle = css(mix(green, [230, 240, 200], 0.35), 0.6);
  brush.lineWidth = length * 0.008;
  for (let vein = 1; vein < 8; vein++) {
    for (const side of [-1, 1]) {
      brush.beginPath();
      brush.moveTo(length * vein * 0.11, 0);
      brush.lineTo(length * (vein * 0.11 + 0.13), side * length * 0.14);
      brush.stroke();
    }
  }
  brush.restore();
}

function drawDew(brush: Brush, x: number, y: number, size: number): void {
  const drop = brush.createRadialGradient(x - size * 0.3, y - size * 0.3, 0, x, y, size);
  drop.addColorStop(0, 'rgba(255,255,255,0.95)');
  drop.addColorStop(0.3, 'rgba(255,255,255,0.2)');
  drop.addColorStop(0.85, 'rgba(255,255,255,0.12)');
  drop.addColorStop(1, 'rgba(255,255,255,0.65)');
  brush.fillStyle = drop;
  brush.beginPath();
  brush.arc(x, y, size, 0, 7);
  brush.fill();
}
