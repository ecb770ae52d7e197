import { surfPhaseAt } from '../ambience.ts';
import { rgb } from '../colour/colour.ts';
import { paintPalms } from '../flora/palm.ts';
import type { SubjectKind } from '../prompt/scene.ts';
import { paintSky } from '../sky/paint-sky.ts';
import type { Stage } from '../stage/stage.ts';
import { catalogueEntry } from '../subjects/catalogue.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { airOf } from '../terrain/air.ts';
import { beachSurface, cliffSurface, islandSurface } from '../terrain/coast-surfaces.ts';
import { type Land, paintLand } from '../terrain/paint-land.ts';
import { seaRockSurface } from '../terrain/sea-rock.ts';
import { paintWater } from '../water/paint-water.ts';
import { paintShoreline } from '../water/shoreline.ts';
import { paintSurf } from '../water/surf.ts';
import type { WaterSpec } from '../water/water-spec.ts';
import { waveSurface } from '../water/wave-surface.ts';
import { paintFarRange, surfaceTools } from './shared-land.ts';
import { siteOn } from './site.ts';

/** The sea in the scene's weather, from the horizon down. */
function seaSpec(stage: Stage, depth: number): WaterSpec {
  const { scene, view, palette } = stage;
  const roughness =
    scene.weather === 'storm' ? 1 : scene.weather === 'wind' || scene.weather === 'rain' ? 0.75 : 0.42;
  const tropical = scene.features.includes('palms') || (scene.backdrop === 'island' && scene.time === 'day');
  return {
    top: view.horizon,
    eyeHeight: view.cameraHeight,
    roughness: roughness,
    foam: roughness > 0.7 ? 0.9 : 0.28,
    depth,
    clarity: 0.62,
    colour: tropical ? rgb('#1fa3a8') : palette.water,
  };
}

export function paintSea(stage: Stage): void {
  const { view, scene } = stage;
  paintSky(stage);
  if (scene.farBackdrop === 'mountains') paintFarRange(stage, 0.5);
  paintWater(stage, seaSpec(stage, 0.45));
  const heavy =
    scene.weather === 'storm' ||
    scene.words.some((word) => word === 'wave' || word === 'waves' || word === 'tsunami');
  const big = scene.subjects.some(({ kind }) => kind === 'ship' || kind === 'sailboat');
  const y = view.horizon + (view.height - view.horizon) * (heavy ? 0.26 : 0.3);
  const site = {
    x: view.focusX,
    y,
    depth: 0.5,
    hazeAmount: 0.08,
    size: view.unit * (big ? 0.42 : 0.24),
    on: 'water',
  } as const;
  if (heavy) paintSwell(stage, 45, 420, 5.5, 52, 0.42);
  const isAfloat = (kind: SubjectKind) =>
    !['ground', 'span'].includes(catalogueEntry(kind)?.habitat ?? 'ground');
  paintSubjects(stage, { water: site }, isAfloat);
  if (scene.subjects.some(({ kind }) => !stage.placed.has(kind) && standsOnGround(kind))) paintSeaRock(stage);
  if (heavy) paintSwell(stage, 9, 62, 3.1, 26, 0.8);
}

const standsOnGround = (kind: SubjectKind): boolean => kind === 'tree' || catalogueEntry(kind) !== undefined;
const BUILDINGS: ReadonlySet<SubjectKind> = new Set([
  'lighthouse',
  'cottage',
  'castle',
  'pagoda',
  'temple',
  'windmill',
  'torii',
  'tower',
  'bridge',
  'tree',
  'train',
]);

/** Paints a rock for subjects that need ground on the open sea; larger and further away for a building. */
function paintSeaRock(stage: Stage): void {
  const { view, scene } = stage;
  const large = scene.subjects.some(({ kind }) => BUILDINGS.has(kind));
  const z = large ? 150 : 46;
  // Never wider than the image, at any aspect ratio.
  const radius = Math.min(large ? 40 : 12, (view.width * 0.3 * z) / view.focal);
  const x = ((view.focusX - view.width / 2) * z) / view.focal;
  const height = large ? 10 : 2.6;
  const surface = seaRockSurface(surfaceTools(stage, 'sea rock'), { x, z, radius, height });
  const land = paintLand(
    stage,
    surface,
    { near: z - radius * 1.3, far: z + radius * 1.4, depth: 0.5, steps: 170, headroom: 4 },
    airOf(stage, 2600),
  );
  paintShoreline(stage, land);
  const crown = crownOf(stage, land, z, height);
  paintSubjects(stage, {
    ground: siteOn(stage, land, z - radius * 0.3, z + radius * 0.1, view.unit * (large ? 0.34 : 0.28), crown),
  });
}

/** The frame x at the centre of the highest ground at this distance. */
function crownOf(stage: Stage, land: Land, z: number, height: number): number {
  const { view } = stage;
  const level = view.horizon + (view.cameraHeight * view.focal) / z;
  let sum = 0;
  let weights = 0;
  for (let x = 0; x <= view.width; x += view.width / 160) {
    const rise = ((level - land.groundAt(x, z)) * z) / (view.focal * height);
    const weight = Math.max(0, rise) ** 3;
    sum += x * weight;
    weights += weight;
  }
  return weights === 0 ? view.focusX : sum / weights;
}

/** Paints a layer of waves that moves up and down with the surf. */
function paintSwell(
  stage: Stage,
  near: number,
  far: number,
  height: number,
  wavelength: number,
  depth: number,
): void {
  const { view, scene } = stage;
  const surface = waveSurface(
    surfaceTools(stage, `waves ${near}`),
    height * (scene.weather === 'storm' ? 1.15 : 0.9),
    wavelength,
  );
  const { plate } = paintLand(stage, surface, { near, far, depth, steps: 240 }, airOf(stage, 900));
  stage.items.pop();
  stage.items.push({
    depth,
    plate,
    draw(context, tSeconds) {
      const heave =
        Math.sin(surfPhaseAt(scene.ambience, tSeconds) * Math.PI * 2) -
        Math.sin(scene.ambience.phase * Math.PI * 2);
      const roll = Math.sin(tSeconds * 0.7 + near) - Math.sin(near);
      context.drawImage(
        plate.canvas,
        plate.x + roll * view.unit * 0.012 * depth,
        plate.y - heave * view.unit * 0.014 * depth,
        plate.width,
        plate.height + view.unit * 0.04,
      );
    },
  });
}

export function paintCoast(stage: Stage): void {
  const { view, scene } = stage;
  paintSky(stage);
  const sandy =
    scene.words.some((word) => ['beach', 'sand', 'seashore', 'shore', 'cove', 'surf'].includes(word)) ||
    scene.features.includes('palms');
  const side = view.focusX > view.width / 2 ? 1 : -1;
  const air = airOf(stage, 3800);
  const far = cliffSurface(surfaceTools(stage, 'headland'), { height: 95, side, edge: 0.1, sway: 0.16 });
  paintLand(stage, far, { near: 900, far: 3200, depth: 0.16, steps: 130 }, air);
  paintWater(stage, seaSpec(stage, 0.35));
  if (sandy) {
    const beach = beachSurface(surfaceTools(stage, 'beach'), side);
    const land = paintLand(stage, beach, { near: 12, far: 420, depth: 0.6, steps: 230, headroom: 12 }, air);
    paintSurf(stage, land, side);
    if (scene.features.includes('palms')) paintPalms(stage, side);
    paintSubjects(stage, {
      ground: siteOn(stage, land, 22, 70, view.unit * 0.24, view.width * (0.5 + side * 0.26)),
      water: {
        x: view.width - view.focusX,
        y: view.horizon + view.unit * 0.05,
        depth: 0.4,
        hazeAmount: 0.15,
        size: view.unit * 0.14,
        on: 'water',
      },
    });
    return;
  }
  const height = 26;
  // A narrow image shows less to each side, so the cliff is moved towards the middle.
  const edge = 0.16 * (view.width / view.focal) - 0.13;
  const cliff = cliffSurface(surfaceTools(stage, 'cliff'), { height, side, edge, sway: 0.12, front: 96 });
  const land = paintLand(stage, cliff, { near: 85, far: 620, depth: 0.5, steps: 280, headroom: 30 }, air);
  paintShoreline(stage, land);
  if (scene.weather === 'storm' || scene.weather === 'wind') paintSwell(stage, 9, 60, 2.6, 24, 0.8);
  paintSubjects(stage, {
    ground: siteOn(stage, land, 130, 300, view.unit * 0.4, onTop(stage, land, side, height)),
    water: {
      x: view.width * (0.5 - side * 0.22),
      y: view.horizon + view.unit * 0.07,
      depth: 0.4,
      hazeAmount: 0.12,
      size: view.unit * 0.13,
      on: 'water',
    },
  });
}

/** The first frame x inland where the cliff is at full height across the width of a building. */
function onTop(stage: Stage, land: Land, side: number, height: number): number {
  const { view } = stage;
  const z = 190;
  const level = view.horizon + (view.cameraHeight * view.focal) / z;
  const high = (x: number) => level - land.groundAt(x, z) > (height * 0.62 * view.focal) / z;
  for (let share = 0.16; share < 0.36; share += 0.02) {
    const x = view.width * (0.5 + side * share);
    if (high(x) && high(x - side * view.unit * 0.12) && high(x - side * view.unit * 0.06)) return x;
  }
  return view.width * (0.5 + side * 0.34);
}

export function paintIsland(stage: Stage): void {
  const { view, scene } = stage;
  paintSky(stage);
  const air = airOf(stage, 4200);
  const where = (view.focusX - view.width / 2) / view.focal;
  const far = islandSurface(surfaceTools(stage, 'far isle'), {
    x: -where * 2600,
    z: 2600,
    radius: 620,
    height: 170,
  });
  paintLand(stage, far, { near: 1700, far: 3600, depth: 0.14, steps: 110 }, air);
  const isle = islandSurface(surfaceTools(stage, 'isle'), {
    x: where * 620,
    z: 640,
    radius: 210,
    height: 105,
  });
  const land = paintLand(stage, isle, { near: 400, far: 900, depth: 0.28, steps: 210, headroom: 26 }, air);
  paintPalms(stage, 0, land);
  paintSubjects(stage, { ground: siteOn(stage, land, 470, 640, view.unit * 0.19) });
  paintWater(stage, {
    ...seaSpec(stage, 0.42),
    top: view.horizon + (view.cameraHeight * view.focal) / 470,
    roughness: scene.weather === 'storm' ? 1 : 0.3,
  });
  paintSubjects(stage, {
    water: {
      x: view.width - view.focusX,
      y: view.horizon + (view.height - view.horizon) * 0.42,
      depth: 0.5,
      hazeAmount: 0.05,
      size: view.unit * 0.16,
      on: 'water',
    },
  });
}
