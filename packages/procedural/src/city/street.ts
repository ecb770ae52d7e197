import { css, mix, scale } from '../colour/colour.ts';
import { isDark } from '../colour/palette.ts';
import { between, createRandom, type Random } from '../random/random.ts';
import { paintHazeBand } from '../sky/light-shafts.ts';
import { paintSky } from '../sky/paint-sky.ts';
import { drawGlow } from '../sky/sun-and-moon.ts';
import { type Brush, createPlate, plateItem, raiseSkyline, type Stage } from '../stage/stage.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { paintWater } from '../water/paint-water.ts';
import { buildingPaint } from './building.ts';
import { drawNeonSign } from './neon-sign.ts';
import { neonColour } from './skyline.ts';

const HALF_ROAD = 7.5;
const EYE_HEIGHT = 1.9;

/**
 * Paints a street that recedes to the vanishing point between lit facades; wet ground reflects the lights.
 */
export function paintStreet(stage: Stage): void {
  const { view, scene } = stage;
  const random = createRandom(scene.root, 'street');
  paintSky(stage);
  const bands: readonly [number, number, number][] = [
    [130, 420, 0.2],
    [48, 130, 0.38],
    [10, 48, 0.62],
  ];
  for (const [near, far, depth] of bands) {
    paintFronts(stage, random, near, far, depth);
    if (near > 40) paintHazeBand(stage, view.horizon, view.unit * 0.26, 0.3, depth);
  }
  const wet = ['rain', 'storm', 'snow'].includes(scene.weather) || scene.features.includes('neon');
  paintWater(stage, {
    top: view.horizon + view.unit * 0.012,
    eyeHeight: EYE_HEIGHT,
    roughness: wet ? 0.16 : 0.05,
    foam: 0,
    glitter: false,
    depth: 0.55,
    clarity: wet ? 0.82 : 0.26,
    colour: scale(mix(stage.palette.rock, stage.palette.zenith, 0.6), 0.6),
  });
  paintMarkings(stage);
  addCars(stage, random);
  paintSubjects(stage, {
    ground: {
      x: view.focusX,
      y: view.horizon + (view.height - view.horizon) * 0.62,
      depth: 0.75,
      hazeAmount: 0,
      size: view.unit * 0.34,
      on: 'ground',
    },
  });
}

/** Paints the facades on both sides, from far to near. */
function paintFronts(stage: Stage, random: Random, near: number, far: number, depth: number): void {
  const { view, scene } = stage;
  const { plate, brush } = createPlate(view, depth);
  const fronts: { z: number; blockLength: number; side: number; height: number }[] = [];
  for (const side of [-1, 1]) {
    for (let z = near; z < far; ) {
      const blockLength = between(random, 9, 20) * (z > 120 ? 2.2 : 1);
      fronts.push({ z, blockLength, side, height: between(random, 14, 46) * (z > 120 ? 1.6 : 1) });
      z += blockLength;
    }
  }
  fronts.sort((a, b) => b.z - a.z);
  for (const front of fronts) {
    drawFront(stage, brush, random, front);
    const signs = scene.features.includes('neon') ? 3 : isDark(scene.time) ? 1 : 0;
    for (let sign = 0; sign < signs; sign++) if (random() < 0.7) hangSign(stage, brush, random, front);
  }
  stage.items.push(plateItem(plate, depth));
}

interface Front {
  readonly z: number;
  readonly blockLength: number;
  readonly side: number;
  readonly height: number;
}

function drawFront(stage: Stage, brush: Brush, random: Random, front: Front): void {
  const { view, palette } = stage;
  const hazeAmount = Math.min(0.85, 1 - Math.exp(-front.z / 190));
  const paint = buildingPaint(stage, random, hazeAmount);
  const px = (z: number) => view.width / 2 + (front.side * HALF_ROAD * view.focal) / z;
  const py = (metres: number, z: number) => view.horizon - ((metres - EYE_HEIGHT) * view.focal) / z;
  const { z, blockLength, height } = front;
  const wall = brush.createLinearGradient(0, py(height, z), 0, py(0, z));
  wall.addColorStop(0, css(mix(paint.wall, palette.haze, 0.15)));
  wall.addColorStop(1, css(mix(paint.wall, paint.bright, 0.35)));
  brush.fillStyle = wall;
  quad(
    brush,
    px(z),
    py(height, z),
    px(z + blockLength),
    py(height, z + blockLength),
    py(0, z + blockLength),
    py(0, z),
  );
  // The wall facing the viewer closes the block where the next facade is lower.
  brush.fillStyle = css(mix(paint.wall, paint.bright, 0.15));
  const outer = px(z) + (front.side * 30 * view.focal) / z;
  quad(brush, px(z), py(height, z), outer, py(height, z), py(0, z), py(0, z));
  const [inner, edge] = [px(z + blockLength), outer].toSorted((a, b) => a - b) as [number, number];
  raiseSkyline(stage, inner, edge, py(height, z + blockLength));
  const bays = Math.max(3, Math.round(blockLength / 1.6));
  for (let floor = 1; floor < Math.floor(height / 3.3); floor++) {
    for (let bay = 0; bay < bays; bay++) {
      const on = random() < paint.windows * 0.8;
      const shade = paint.windowColours[Math.floor(random() * paint.windowColours.length)] ?? paint.bright;
      brush.fillStyle = on ? css(shade, between(random, 0.45, 0.95)) : css(scale(paint.wall, 0.62), 0.75);
      const from = z + (blockLength * (bay + 0.24)) / bays;
      const to = z + (blockLength * (bay + 0.78)) / bays;
      quad(
        brush,
        px(from),
        py(floor * 3.3 + 2.5, from),
        px(to),
        py(floor * 3.3 + 2.5, to),
        py(floor * 3.3 + 0.8, to),
        py(floor * 3.3 + 0.8, from),
      );
    }
  }
  const shop = paint.windowColours[Math.floor(random() * paint.windowColours.length)] ?? paint.bright;
  brush.fillStyle = css(scale(shop, 0.85), 0.16 + paint.windows * 0.7);
  quad(
    brush,
    px(z + blockLength * 0.1),
    py(2.9, z + blockLength * 0.1),
    px(z + blockLength * 0.9),
    py(2.9, z + blockLength * 0.9),
    py(0.5, z + blockLength * 0.9),
    py(0.5, z + blockLength * 0.1),
  );
}

function quad(
  brush: Brush,
  left: number,
  leftTop: number,
  right: number,
  rightTop: number,
  rightFoot: number,
  leftFoot: number,
): void {
  brush.beginPath();
  brush.moveTo(left, leftTop);
  brush.lineTo(right, rightTop);
  brush.lineTo(right, rightFoot);
  brush.lineTo(left, leftFoot);
  brush.fill();
}

function hangSign(stage: Stage, brush: Brush, random: Random, front: Front): void {
  const { view } = stage;
  const z = front.z + front.blockLength * random();
  const metre = view.focal / z;
  const width = between(random, 0.7, 1.3) * metre;
  const height = between(random, 1.6, 6) * metre;
  const wall = view.width / 2 + front.side * HALF_ROAD * metre;
  const x = front.side > 0 ? wall - width * 1.15 : wall + width * 0.15;
  const y = view.horizon - between(random, 4, Math.min(20, front.height)) * metre - height * 0.5;
  drawNeonSign(brush, random, x, y, width, height, neonColour(stage, random));
}

function paintMarkings(stage: Stage): void {
  const { view, palette } = stage;
  const { plate, brush } = createPlate(view, 0.55, view.horizon, view.height);
  brush.fillStyle = css(mix(palette.key, palette.ambient, 0.5), 0.26);
  for (let z = 3; z < 90; z += 6) {
    const y = (distance: number) => view.horizon + (EYE_HEIGHT * view.focal) / distance;
    const half = (distance: number) => (0.09 * view.focal) / distance;
    brush.beginPath();
    brush.moveTo(view.width / 2 - half(z), y(z));
    brush.lineTo(view.width / 2 + half(z), y(z));
    brush.lineTo(view.width / 2 + half(z + 3), y(z + 3));
    brush.lineTo(view.width / 2 - half(z + 3), y(z + 3));
    brush.fill();
  }
  stage.items.push(plateItem(plate, 0.55));
}

/** Adds cars in two lanes, drawn as pairs of lamps with their reflections on the ground. */
function addCars(stage: Stage, random: Random): void {
  const { view } = stage;
  const cars = Array.from({ length: 9 }, () => ({
    start: random(),
    coming: random() < 0.5,
    pace: between(random, 0.05, 0.1),
  }));
  stage.items.push({
    depth: 0.55,
    draw(context, tSeconds) {
      context.globalCompositeOperation = 'screen';
      for (const car of cars) {
        const turn = (car.start + car.pace * tSeconds) % 1;
        const z = 11 * 26 ** (car.coming ? 1 - turn : turn);
        const metre = view.focal / z;
        const fade = Math.min(1, turn * 6, (1 - turn) * 6);
        const tone = car.coming ? '255,238,205' : '255,48,36';
        for (const wheel of [-0.7, 0.7]) {
          const x = view.width / 2 + ((car.coming ? -3.2 : 3.2) + wheel) * metre;
          const y = view.horizon + (EYE_HEIGHT - 0.7) * metre;
          drawGlow(context, x, y, metre * (car.coming ? 1.3 : 0.8) + 2, `rgba(${tone},${0.95 * fade})`);
          const streak = context.createLinearGradient(0, y, 0, y + metre * 3.2);
          streak.addColorStop(0, `rgba(${tone},${0.4 * fade})`);
          streak.addColorStop(1, `rgba(${tone},0)`);
          context.fillStyle = streak;
          context.fillRect(x - metre * 0.14, y, metre * 0.28, metre * 3.2);
        }
      }
      context.globalCompositeOperation = 'source-over';
    },
  });
}
