import { css, mix, type Rgb, rgb, scale, smoothstep } from '../colour/colour.ts';
import { paintCoral } from '../flora/coral.ts';
import { createNoise } from '../random/noise.ts';
import { between, createRandom, pick, type Random } from '../random/random.ts';
import { createPixels, toCanvas } from '../stage/pixels.ts';
import { createPlate, overscan, plateItem, type Stage } from '../stage/stage.ts';
import { paintFishSchool } from '../subjects/fish-school.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';

/**
 * Paints an underwater scene: moving light shafts, coral ridges that fade into blue, and fish between them.
 */
export function paintUnderwater(stage: Stage): void {
  const { view, scene } = stage;
  const random = createRandom(scene.root, 'underwater');
  const deep =
    scene.words.some((word) => ['deep', 'abyss', 'dark', 'night'].includes(word)) || scene.time === 'night';
  const water = waterColours(stage, deep);
  paintWaterColumn(stage, water, deep);
  addShafts(stage, water, random);
  for (let plane = 0; plane < 4; plane++) {
    const near = plane / 3;
    paintReef(stage, random, near, water, deep);
    if (plane === 0)
      paintFishSchool(stage, random, {
        x: view.width - view.focusX,
        y: view.height * 0.36,
        count: 70,
        size: view.unit * 0.02,
        depth: 0.3,
        colour: mix(water.body, water.deep, 0.5),
      });
    if (plane === 2) {
      const y = view.height * 0.8;
      const ground = {
        x: view.focusX,
        y,
        depth: 0.6,
        hazeAmount: 0.2,
        size: view.unit * 0.34,
        on: 'ground',
      } as const;
      paintSubjects(stage, { ground });
    }
    if (plane === 1) {
      paintSubjects(stage, {
        water: {
          x: view.focusX,
          y: view.height * 0.45,
          depth: 0.4,
          hazeAmount: 0.25,
          size: view.unit * 0.3,
          on: 'water',
        },
      });
      paintFishSchool(stage, random, {
        x: view.focusX * 0.6 + view.width * 0.1,
        y: view.height * 0.62,
        count: 24,
        size: view.unit * 0.034,
        depth: 0.5,
        colour: rgb('#f2a43c'),
      });
    }
  }
  addBubbles(stage, random);
}

interface WaterColours {
  readonly light: Rgb;
  readonly body: Rgb;
  readonly deep: Rgb;
}

function waterColours(stage: Stage, deep: boolean): WaterColours {
  const { palette, scene } = stage;
  const named = scene.colours.length > 0;
  const light = named ? mix(palette.accent, rgb('#dff8ff'), 0.55) : rgb(deep ? '#4fb0c8' : '#bdf3ee');
  const body = named ? palette.accent : rgb(deep ? '#0d4f7a' : '#1b8fae');
  return { light, body, deep: scale(mix(body, rgb('#04142e'), 0.72), 0.9) };
}

function paintWaterColumn(stage: Stage, water: WaterColours, deep: boolean): void {
  const { view, scene } = stage;
  const noise = createNoise(scene.root ^ 0xb1e);
  const shrink = 3;
  const margin = overscan(view, 0.05);
  const width = Math.ceil((view.width + 2 * margin) / shrink);
  const height = Math.ceil((view.height + 2 * margin) / shrink);
  const pixels = createPixels(width, height);
  for (let row = 0; row < height; row++) {
    const down = row / height;
    for (let column = 0; column < width; column++) {
      const x = (column * shrink - view.sunX) / view.unit;
      const glow = Math.exp(-Math.hypot(x * 1.1, down * 1.5) * (deep ? 2.4 : 1.5));
      const murk = noise.fbm(x * 1.4, down * 2.2, 3) * 0.07;
      // The water surface from below: bright caustics, compressed by perspective.
      const near = 1 / (down * 3.4 + 0.07);
      const net =
        down < 0.3
          ? smoothstep(0.22, 0, Math.abs(noise.fbm(x * near * 0.9, near * 1.6, 3))) *
            smoothstep(0.3, 0, down) *
            0.75
          : 0;
      const at = (row * width + column) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const index = channel as 0 | 1 | 2;
        let value =
          water.body[index] + (water.deep[index] - water.body[index]) * smoothstep(0.05, 0.95, down + murk);
        value += (water.light[index] - value) * Math.min(0.95, glow * 0.85 + net * (0.35 + 0.65 * glow));
        pixels.data[at + channel] = value;
      }
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

/** Adds light shafts that swing slowly. */
function addShafts(stage: Stage, water: WaterColours, random: Random): void {
  const { view } = stage;
  const shafts = Array.from({ length: 11 }, () => ({
    at: between(random, -0.5, 0.5),
    width: between(random, 0.02, 0.085),
    length: between(random, 0.55, 1),
    bright: between(random, 0.07, 0.2),
    pace: between(random, 0.3, 0.8),
    phase: random() * 7,
  }));
  stage.items.push({
    depth: 0.25,
    draw(context, tSeconds) {
      context.globalCompositeOperation = 'screen';
      for (const shaft of shafts) {
        const swing = Math.sin(tSeconds * shaft.pace + shaft.phase) * 0.03;
        const topX = view.sunX + shaft.at * view.width * 0.5;
        const footX = view.sunX + (shaft.at * 1.9 + swing) * view.width;
        const foot = view.height * shaft.length;
        const half = view.width * shaft.width;
        const light = context.createLinearGradient(0, 0, 0, foot);
        const bright = shaft.bright * (0.75 + 0.25 * Math.sin(tSeconds * shaft.pace * 2.3 + shaft.phase * 2));
        light.addColorStop(0, css(water.light, bright * 1.3));
        light.addColorStop(1, css(water.light, 0));
        context.fillStyle = light;
        for (const spread of [1, 0.55]) {
          context.beginPath();
          context.moveTo(topX - half * 0.3 * spread, -view.height * 0.05);
          context.lineTo(topX + half * 0.3 * spread, -view.height * 0.05);
          context.lineTo(footX + half * spread, foot);
          context.lineTo(footX - half * spread, foot);
          context.fill();
        }
      }
      context.globalCompositeOperation = 'source-over';
    },
  });
}

function paintReef(stage: Stage, random: Random, near: number, water: WaterColours, deep: boolean): void {
  const { view, noise } = stage;
  const depth = 0.2 + 0.72 * near;
  const { plate, brush } = createPlate(view, depth, view.height * 0.4, view.height);
  const hazeAmount = (1 - near) ** 1.1 * 0.9;
  const base = view.height * (0.7 + 0.2 * near);
  const rise = view.unit * (0.16 - 0.02 * near);
  const crest = (x: number): number => {
    const u = (x / view.unit) * (2.1 - near);
    const side = near > 0.6 ? Math.abs(x - view.focusX * 0.5 - view.width * 0.25) / view.width : 0.2;
    return base - rise * (noise.fbm(u + near * 13, near * 7, 4) * 1.5 + side * 0.9 - 0.1);
  };
  const floor = mix(scale(mix(water.deep, rgb('#2a4a4f'), 0.5), 0.8 - 0.35 * near), water.body, hazeAmount);
  const sand = brush.createLinearGradient(0, base - rise, 0, view.height);
  sand.addColorStop(0, css(mix(floor, water.light, 0.18 * (1 - near * 0.5))));
  sand.addColorStop(1, css(scale(floor, 0.62)));
  brush.fillStyle = sand;
  brush.beginPath();
  brush.moveTo(-view.width, view.height * 2);
  for (let x = -view.width * 0.12; x <= view.width * 1.12; x += view.unit / 160) brush.lineTo(x, crest(x));
  brush.lineTo(view.width * 2, view.height * 2);
  brush.fill();
  const count = Math.round((26 + 16 * near) * (view.width / view.unit));
  for (let index = 0; index < count; index++) {
    const x = between(random, -0.1, 1.1) * view.width;
    const size = view.unit * between(random, 0.035, 0.1) * (0.55 + 1.15 * near);
    const colour = pick(random, CORALS);
    const shaded = mix(mix(colour, water.deep, deep ? 0.6 : 0.22 + 0.25 * near), water.body, hazeAmount);
    paintCoral(
      brush,
      random,
      x,
      crest(x) + view.unit * (0.012 + random() * 0.05),
      size,
      shaded,
      mix(shaded, water.light, 0.4 * (1 - hazeAmount)),
    );
  }
  stage.items.push(plateItem(plate, depth));
}

const CORALS = [
  '#e8607a',
  '#f28a4a',
  '#c05fd0',
  '#f2c14a',
  '#5fb0a0',
  '#d9476a',
  '#8a6fe0',
  '#e89aa8',
  '#3f9f7a',
].map(rgb);

function addBubbles(stage: Stage, random: Random): void {
  const { view } = stage;
  const motes = Array.from({ length: 130 }, () => ({
    x: random(),
    y: random(),
    size: view.unit * between(random, 0.0008, 0.0026),
    pace: between(random, 0.004, 0.02),
    phase: random() * 7,
  }));
  const bubbles = Array.from({ length: 34 }, () => ({
    x: random() < 0.6 ? view.focusX / view.width + between(random, -0.06, 0.06) : random(),
    y: random(),
    size: view.unit * between(random, 0.002, 0.0075),
    pace: between(random, 0.06, 0.14),
    phase: random() * 7,
  }));
  stage.items.push({
    depth: 0.9,
    draw(context, tSeconds) {
      context.fillStyle = 'rgba(225,250,255,0.35)';
      for (const mote of motes) {
        const y = (((mote.y - mote.pace * tSeconds) % 1) + 1) % 1;
        context.beginPath();
        context.arc(
          (mote.x + 0.01 * Math.sin(tSeconds * 0.7 + mote.phase)) * view.width,
          y * view.height,
          mote.size,
          0,
          7,
        );
        context.fill();
      }
      context.lineWidth = Math.max(0.6, view.unit * 0.001);
      for (const bubble of bubbles) {
        const y = (((bubble.y - bubble.pace * tSeconds) % 1) + 1) % 1;
        const x = (bubble.x + 0.008 * Math.sin(tSeconds * 2.1 + bubble.phase)) * view.width;
        context.strokeStyle = 'rgba(225,250,255,0.6)';
        context.fillStyle = 'rgba(225,250,255,0.13)';
        context.beginPath();
        context.arc(x, y * view.height, bubble.size, 0, 7);
        context.fill();
        context.stroke();
        context.fillStyle = 'rgba(255,255,255,0.85)';
        context.beginPath();
        context.arc(x - bubble.size * 0.35, y * view.height - bubble.size * 0.35, bubble.size * 0.2, 0, 7);
        context.fill();
      }
    },
  });
}
