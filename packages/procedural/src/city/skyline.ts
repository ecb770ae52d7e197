import { css, mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import { isDark } from '../colour/palette.ts';
import type { Subject, SubjectKind } from '../prompt/scene.ts';
import { between, createRandom, pick, type Random } from '../random/random.ts';
import { paintHazeBand } from '../sky/light-shafts.ts';
import { paintSky } from '../sky/paint-sky.ts';
import { drawGlow } from '../sky/sun-and-moon.ts';
import { createPlate, plateItem, raiseSkyline, type Stage } from '../stage/stage.ts';
import { catalogueEntry } from '../subjects/catalogue.ts';
import { paintFireworks } from '../subjects/fireworks.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { paintWater } from '../water/paint-water.ts';
import { buildingPaint, drawBuilding } from './building.ts';
import { drawNeonSign } from './neon-sign.ts';

const PLANES = 5;
const NEONS = ['#ff2fa0', '#21e6ff', '#ff5a36', '#8d5bff', '#3dffb0', '#ffd23d'].map(rgb);

/**
 * Paints a city across the water: planes of towers that fade into haze, tallest around the focus, with
 * reflections.
 */
export function paintCity(stage: Stage): void {
  const { view, palette, scene } = stage;
  paintSky(stage);
  if (isDark(scene.time)) paintCityGlow(stage);
  if (scene.features.includes('fireworks')) paintFireworks(stage);
  const random = createRandom(scene.root, 'city');
  for (let plane = 0; plane < PLANES; plane++) {
    const near = plane / (PLANES - 1);
    paintPlane(stage, random, near);
    if (plane < PLANES - 1) paintHazeBand(stage, view.horizon, view.unit * 0.2, 0.24, 0.15 + 0.1 * near);
  }
  paintLandmarks(stage);
  paintQuay(stage, random);
  addTraffic(stage, random);
  const roughness = scene.weather === 'rain' || scene.weather === 'storm' ? 0.3 : 0.17;
  paintWater(stage, {
    top: view.horizon + view.unit * 0.018,
    eyeHeight: 9,
    roughness,
    foam: 0,
    depth: 0.4,
    clarity: 0.86,
    colour: mix(palette.water, palette.zenith, 0.5),
  });
  paintSubjects(stage, {
    water: {
      x: view.width - view.focusX,
      y: view.horizon + (view.height - view.horizon) * 0.4,
      depth: 0.5,
      hazeAmount: 0,
      size: view.unit * 0.15,
      on: 'water',
    },
  });
  paintPromenade(stage);
}

const LANDMARKS: ReadonlySet<SubjectKind> = new Set([
  'lighthouse',
  'cottage',
  'castle',
  'pagoda',
  'temple',
  'windmill',
  'torii',
  'tower',
]);

/** Paints a requested building in front of the others on the far bank, where the water reflects it. */
function paintLandmarks(stage: Stage): void {
  const { view } = stage;
  const y = view.horizon + view.unit * 0.012;
  const ground = {
    x: view.focusX,
    y,
    depth: 0.34,
    hazeAmount: 0.06,
    size: view.unit * 0.34,
    on: 'ground',
  } as const;
  paintSubjects(stage, { ground }, (kind) => LANDMARKS.has(kind));
}

/** Paints a stone promenade on the near bank for every other subject that needs ground. */
function paintPromenade(stage: Stage): void {
  const { view, palette, scene } = stage;
  const waits = ({ kind }: Subject) =>
    !stage.placed.has(kind) && (kind === 'tree' || catalogueEntry(kind)?.habitat === 'ground');
  if (!scene.subjects.some(waits)) return;
  const top = view.height * 0.88;
  const { plate, brush } = createPlate(view, 0.75, top - view.unit * 0.02, view.height);
  const stone = scale(mix(mix(palette.rock, palette.ambient, 0.5), palette.zenith, 0.4), 0.75);
  const walk = brush.createLinearGradient(0, top, 0, view.height);
  walk.addColorStop(0, css(mix(stone, palette.glow, 0.22)));
  walk.addColorStop(0.12, css(stone));
  walk.addColorStop(1, css(scale(stone, 0.5)));
  brush.fillStyle = walk;
  brush.fillRect(-view.width, top, view.width * 3, view.height);
  brush.fillStyle = css(scale(stone, 0.42));
  const step = view.unit * 0.11;
  for (let joint = -20; joint < 40; joint++) {
    const x = view.width / 2 + joint * step;
    brush.fillRect(x, top, Math.max(1, view.unit * 0.0016), view.height);
  }
  brush.fillRect(-view.width, top + view.unit * 0.012, view.width * 3, Math.max(1, view.unit * 0.0022));
  stage.items.push(plateItem(plate, 0.75));
  const y = view.height * 0.94;
  paintSubjects(stage, {
    ground: { x: view.focusX, y, depth: 0.75, hazeAmount: 0, size: view.unit * 0.34, on: 'ground' },
  });
}

function paintCityGlow(stage: Stage): void {
  const { view, palette, scene } = stage;
  const { plate, brush } = createPlate(view, 0.08);
  const colour = scene.features.includes('neon') ? palette.accentTwo : mix(palette.glow, rgb('#ff9a4a'), 0.6);
  brush.globalCompositeOperation = 'screen';
  brush.save();
  brush.translate(view.focusX, view.horizon);
  brush.scale(1.9, 0.75);
  drawGlow(brush, 0, 0, view.unit * 0.75, css(colour, 0.5));
  brush.restore();
  stage.items.push({
    ...plateItem(plate, 0.08),
    draw: (context) => {
      context.globalCompositeOperation = 'screen';
      context.drawImage(plate.canvas, plate.x, plate.y);
      context.globalCompositeOperation = 'source-over';
    },
  });
}

function paintPlane(stage: Stage, random: Random, near: number): void {
  const { view, scene } = stage;
  const depth = 0.12 + 0.22 * near;
  const { plate, brush } = createPlate(view, depth, 0, view.horizon + view.unit * 0.02);
  const hazeAmount = (1 - near) ** 1.2 * (scene.weather === 'clear' ? 0.72 : 0.85) + 0.06;
  const base = view.horizon + view.unit * 0.016;
  const crest = (x: number): number => {
    const away = (x - view.focusX) / (view.width * 0.3);
    return 0.3 + 0.7 * Math.exp(-away * away);
  };
  let x = -view.width * 0.08;
  while (x < view.width * 1.08) {
    const width = view.unit * between(random, 0.026, 0.075) * (0.65 + 0.6 * near);
    const chance = random() ** 2.2;
    const height =
      view.unit *
      (0.05 + (0.5 - 0.3 * near) * crest(x) * (0.22 + chance)) *
      (view.height > view.width ? 1.25 : 1);
    const paint = buildingPaint(stage, random, hazeAmount);
    drawBuilding(brush, random, x, base, width, height, paint);
    raiseSkyline(stage, x, x + width, base - height);
    if (scene.features.includes('neon') && random() < 0.3 * near + 0.1) {
      const colour = neonColour(stage, random);
      drawNeonSign(
        brush,
        random,
        x + width * 0.3,
        base - height * between(random, 0.5, 0.85),
        width * 0.22,
        width * between(random, 0.6, 1.5),
        colour,
      );
    }
    x += width * between(random, 0.72, 1.25) + (near > 0.6 && random() < 0.3 ? width * 0.8 : 0);
  }
  stage.items.push(plateItem(plate, depth));
}

export function neonColour(stage: Stage, random: Random): Rgb {
  const { scene, palette } = stage;
  if (scene.colours.length > 0 || scene.medium === 'synthwave')
    return pick(random, [palette.accent, palette.accentTwo]);
  return pick(random, NEONS);
}

function paintQuay(stage: Stage, random: Random): void {
  const { view, palette, scene } = stage;
  const { plate, brush } = createPlate(
    view,
    0.36,
    view.horizon - view.unit * 0.05,
    view.horizon + view.unit * 0.03,
  );
  const y = view.horizon + view.unit * 0.008;
  brush.fillStyle = css(mix(palette.zenith, [12, 14, 22], 0.5));
  brush.fillRect(-view.width, y, view.width * 3, view.unit * 0.014);
  const dark = isDark(scene.time);
  for (let x = -view.width * 0.06; x < view.width * 1.06; x += view.unit * between(random, 0.03, 0.05)) {
    brush.fillRect(x, y - view.unit * 0.02, Math.max(0.8, view.unit * 0.0013), view.unit * 0.022);
    if (!dark) continue;
    brush.save();
    brush.globalCompositeOperation = 'screen';
    drawGlow(brush, x, y - view.unit * 0.021, view.unit * 0.016, 'rgba(255,206,130,0.9)');
    brush.restore();
  }
  stage.items.push(plateItem(plate, 0.36));
}

/** Adds headlights and tail lights that move along the quay. */
function addTraffic(stage: Stage, random: Random): void {
  const { view, scene } = stage;
  if (!isDark(scene.time) && scene.time !== 'sunset') return;
  const cars = Array.from({ length: 26 }, () => ({
    start: random(),
    speed: between(random, 0.02, 0.05) * (random() < 0.5 ? -1 : 1),
    lane: random(),
  }));
  stage.items.push({
    depth: 0.36,
    draw(context, tSeconds) {
      context.globalCompositeOperation = 'lighter';
      for (const car of cars) {
        const place = (((car.start + car.speed * tSeconds) % 1) + 1) % 1;
        const x = (place * 1.2 - 0.1) * view.width;
        const y = view.horizon + view.unit * (0.004 + 0.005 * car.lane);
        context.fillStyle = car.speed > 0 ? 'rgba(255,70,50,0.9)' : 'rgba(255,240,205,0.95)';
        context.beginPath();
        context.ellipse(x, y, view.unit * 0.0034, view.unit * 0.0018, 0, 0, 7);
        context.fill();
      }
      context.globalCompositeOperation = 'source-over';
    },
  });
}
