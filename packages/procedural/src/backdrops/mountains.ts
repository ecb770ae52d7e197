import { paintFramingTrees } from '../flora/framing.ts';
import { paintGrass } from '../flora/grass.ts';
import { paintSky } from '../sky/paint-sky.ts';
import type { Stage } from '../stage/stage.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { airOf } from '../terrain/air.ts';
import { mountainSurface, rollingSurface } from '../terrain/land-surfaces.ts';
import { paintLand } from '../terrain/paint-land.ts';
import { flowerColours, focusSlope, paintFarRange, plantWoods, surfaceTools } from './shared-land.ts';
import { siteOn } from './site.ts';

/** Paints a mountain range behind wooded foothills and a meadow. */
export function paintMountains(stage: Stage): void {
  const { palette, view, scene } = stage;
  paintSky(stage);
  paintFarRange(stage, 1);
  const snowy = scene.features.includes('snowcover');
  const foot = mountainSurface(surfaceTools(stage, 'foothills'), {
    height: 460,
    rise: [500, 2600],
    wavelength: 1900,
    snowLine: snowy ? 0.1 : 1.5,
    focusX: -focusSlope(stage),
  });
  const footAir = airOf(stage, 7000);
  const hills = paintLand(
    stage,
    foot,
    { near: 620, far: 3900, depth: 0.28, steps: 170, headroom: 20 },
    footAir,
  );
  plantWoods(stage, hills, footAir, {
    near: 700,
    far: 2600,
    count: 2600,
    heights: [16, 30],
    conifers: true,
    patch: 420,
    cover: 0.15,
  });
  const near = rollingSurface(surfaceTools(stage, 'near'), {
    height: 34,
    wavelength: 380,
    roughness: 0.16,
    ground: palette.grass,
    other: palette.dry,
    fields: 0,
    flatUntil: 24,
  });
  const nearAir = airOf(stage, 5200);
  const meadow = paintLand(
    stage,
    near,
    { near: 42, far: 640, depth: 0.6, steps: 230, headroom: 24 },
    nearAir,
  );
  plantWoods(stage, meadow, nearAir, {
    near: 120,
    far: 560,
    count: 420,
    heights: [14, 26],
    conifers: true,
    patch: 110,
    cover: -0.02,
  });
  paintSubjects(stage, { ground: siteOn(stage, meadow, 60, 200, view.unit * 0.23) });
  paintFramingTrees(stage, true, 0.7);
  if (!snowy) {
    paintGrass(stage, {
      base: view.height + view.unit * 0.02,
      height: 0.1,
      count: 900,
      depth: 0.95,
      colour: palette.grass,
      dark: 0.25,
      flowers: flowerColours(stage),
      seedHeads: true,
    });
  }
}
