import { paintFramingTrees, paintHangingBough } from '../flora/framing.ts';
import { paintGrass } from '../flora/grass.ts';
import { paintHazeBand } from '../sky/light-shafts.ts';
import { paintSky } from '../sky/paint-sky.ts';
import type { Stage } from '../stage/stage.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { airOf } from '../terrain/air.ts';
import { mountainSurface, rollingSurface } from '../terrain/land-surfaces.ts';
import { paintLand } from '../terrain/paint-land.ts';
import { paintWater } from '../water/paint-water.ts';
import { focusSlope, paintFarRange, plantWoods, surfaceTools } from './shared-land.ts';
import { type Site, siteOn } from './site.ts';

/** Paints still water that reflects a wooded shore and the mountains behind it. */
export function paintLake(stage: Stage): void {
  const { palette, view, scene } = stage;
  paintSky(stage);
  const cold = scene.features.includes('snowcover') || scene.farBackdrop === 'mountains';
  if (scene.farBackdrop !== 'hills') paintFarRange(stage, scene.farBackdrop === 'mountains' ? 1 : 0.66);
  const foot = mountainSurface(surfaceTools(stage, 'shore hills'), {
    height: 330,
    rise: [420, 1900],
    wavelength: 1300,
    snowLine: cold ? 0.8 : 1.6,
    focusX: -focusSlope(stage),
  });
  const air = airOf(stage, 5200);
  const shore = paintLand(stage, foot, { near: 330, far: 2600, depth: 0.26, steps: 170, headroom: 22 }, air);
  plantWoods(stage, shore, air, {
    near: 345,
    far: 1700,
    count: 2600,
    heights: [13, 24],
    conifers: cold || scene.mood !== 'joyful',
    patch: 200,
    cover: 0.28,
  });
  const waterline = view.horizon + (view.cameraHeight * view.focal) / 345;
  paintHazeBand(stage, waterline - view.unit * 0.01, view.unit * 0.07, 0.42, 0.27);
  paintWater(stage, {
    top: waterline,
    eyeHeight: view.cameraHeight,
    roughness: scene.weather === 'storm' || scene.weather === 'wind' ? 0.4 : 0.12,
    foam: 0,
    depth: 0.4,
    clarity: 0.9,
  });
  const site = afloat(stage, waterline);
  const bank = rollingSurface(surfaceTools(stage, 'bank'), {
    height: 3.4,
    wavelength: 40,
    roughness: 0.4,
    ground: palette.earth,
    other: palette.grass,
    fields: 0,
    flatUntil: 4,
  });
  const near = paintLand(
    stage,
    bankTo(bank, view.focusX > view.width / 2 ? -1 : 1),
    { near: 9, far: 60, depth: 0.8, steps: 150, headroom: 4 },
    air,
  );
  const side = view.focusX > view.width / 2 ? -1 : 1;
  paintSubjects(stage, {
    water: site,
    ground: siteOn(stage, near, 16, 34, view.unit * 0.2, view.width * (0.5 + side * 0.32)),
  });
  if (scene.subjects.every(({ kind }) => kind === 'moon')) paintFramingTrees(stage, cold, 0.4);
  paintGrass(stage, {
    base: view.height + view.unit * 0.02,
    height: 0.16,
    count: 420,
    depth: 0.96,
    colour: palette.grass,
    dark: 0.5,
    seedHeads: true,
  });
}

/** The site of a boat: in the far third of the water. */
function afloat({ view }: Stage, waterline: number): Site {
  const y = waterline + (view.height - waterline) * 0.34;
  return { x: view.focusX, y, depth: 0.5, hazeAmount: 0.05, size: view.unit * 0.15, on: 'water' };
}

/** Paints a garden around a pond: blossom or maples on the far bank and a bough above the viewer. */
export function paintGarden(stage: Stage): void {
  const { palette, view } = stage;
  paintSky(stage);
  paintFarRange(stage, 0.45);
  const air = airOf(stage, 1500);
  const hills = rollingSurface(surfaceTools(stage, 'garden hills'), {
    height: 40,
    wavelength: 260,
    roughness: 0.1,
    ground: palette.grass,
    other: palette.foliage,
    fields: 0,
    flatUntil: 20,
  });
  const back = paintLand(stage, hills, { near: 130, far: 900, depth: 0.25, steps: 120, headroom: 16 }, air);
  plantWoods(stage, back, air, {
    near: 140,
    far: 560,
    count: 700,
    heights: [8, 15],
    conifers: false,
    patch: 60,
    cover: 0.2,
  });
  const bankLand = rollingSurface(surfaceTools(stage, 'garden bank'), {
    height: 2.4,
    wavelength: 40,
    roughness: 0.15,
    ground: palette.grass,
    other: palette.dry,
    fields: 0,
    flatUntil: 12,
  });
  const bank = paintLand(stage, bankLand, { near: 30, far: 150, depth: 0.4, steps: 120, headroom: 14 }, air);
  paintSubjects(stage, { ground: siteOn(stage, bank, 42, 110, view.unit * 0.36) });
  plantWoods(stage, bank, air, {
    near: 34,
    far: 120,
    count: 26,
    heights: [5, 9],
    conifers: false,
    patch: 14,
    cover: 0.12,
  });
  const waterline = view.horizon + (view.cameraHeight * view.focal) / 30 + view.unit * 0.012;
  paintWater(stage, { top: waterline, eyeHeight: 2.2, roughness: 0.08, foam: 0, depth: 0.5, clarity: 0.85 });
  const pond = {
    x: view.width - view.focusX,
    y: view.height * 0.86,
    depth: 0.6,
    hazeAmount: 0,
    size: view.unit * 0.12,
    on: 'water',
  } as const;
  paintSubjects(stage, { water: pond });
  paintHangingBough(stage);
  paintGrass(stage, {
    base: view.height + view.unit * 0.03,
    height: 0.11,
    count: 620,
    depth: 0.97,
    colour: palette.grass,
    dark: 0.3,
    flowers: [palette.accent, palette.snow],
  });
}

/** Restricts land to one side: the bank slopes below the water towards the other. */
function bankTo(surface: ReturnType<typeof rollingSurface>, side: number): ReturnType<typeof rollingSurface> {
  return {
    height(x, z, footprint) {
      const across = (x * side) / (z * 0.5);
      return surface.height(x, z, footprint) * 0.5 + across * 4.5 - 1.4 - z * 0.055;
    },
    colour(out, x, z, height, up, footprint) {
      surface.colour(out, x, z, height, up, footprint);
      if (height < 0) out[0] = -1;
    },
  };
}
