import { rgb } from '../colour/colour.ts';
import { isDark } from '../colour/palette.ts';
import { paintSky } from '../sky/paint-sky.ts';
import { paintSkyGradient } from '../sky/sky-gradient.ts';
import { paintMilkyWay, paintStars } from '../sky/stars.ts';
import type { Stage } from '../stage/stage.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { paintPlanet } from '../subjects/planet.ts';
import { airOf } from '../terrain/air.ts';
import { canyonSurface, craterSurface, duneSurface, rollingSurface } from '../terrain/land-surfaces.ts';
import { paintLand } from '../terrain/paint-land.ts';
import { paintFarRange, plantWoods, surfaceTools } from './shared-land.ts';
import { siteOn } from './site.ts';

export function paintDesert(stage: Stage): void {
  const { view } = stage;
  paintSky(stage);
  const air = airOf(stage, 3600);
  paintLand(
    stage,
    duneSurface(surfaceTools(stage, 'far dunes'), 95),
    { near: 900, far: 7000, depth: 0.16, steps: 170 },
    air,
  );
  paintLand(
    stage,
    duneSurface(surfaceTools(stage, 'dunes'), 52),
    { near: 150, far: 1100, depth: 0.4, steps: 230 },
    air,
  );
  const near = paintLand(
    stage,
    duneSurface(surfaceTools(stage, 'near dunes'), 30),
    { near: 9, far: 180, depth: 0.75, steps: 260 },
    air,
  );
  paintSubjects(stage, { ground: siteOn(stage, near, 26, 110, view.unit * 0.22) });
}

export function paintCanyon(stage: Stage): void {
  const { view } = stage;
  paintSky(stage);
  const air = airOf(stage, 6000);
  paintLand(
    stage,
    canyonSurface(surfaceTools(stage, 'far walls'), 520),
    { near: 2200, far: 9000, depth: 0.14, steps: 190 },
    air,
  );
  const walls = paintLand(
    stage,
    canyonSurface(surfaceTools(stage, 'walls'), 420),
    { near: 30, far: 2500, depth: 0.45, steps: 330 },
    air,
  );
  paintSubjects(stage, { ground: siteOn(stage, walls, 60, 400, view.unit * 0.21) });
}

export function paintSnowfield(stage: Stage): void {
  const { view, palette, scene } = stage;
  paintSky(stage);
  paintFarRange(stage, scene.farBackdrop === 'mountains' ? 0.95 : 0.55);
  const air = airOf(stage, 2600);
  const shape = { texture: 0.25, roughness: 0.07, ground: palette.snow, other: palette.grass, fields: 0 };
  const back = rollingSurface(surfaceTools(stage, 'snow hills'), {
    ...shape,
    height: 15,
    wavelength: 620,
    flatUntil: 240,
  });
  const hills = paintLand(stage, back, { near: 260, far: 3600, depth: 0.22, steps: 150, headroom: 20 }, air);
  plantWoods(stage, hills, air, {
    near: 280,
    far: 2200,
    count: 1700,
    heights: [12, 22],
    conifers: true,
    patch: 220,
    cover: 0.12,
  });
  const close = rollingSurface(surfaceTools(stage, 'snow'), {
    ...shape,
    height: 0.85,
    wavelength: 46,
    flatUntil: 6,
  });
  const near = paintLand(stage, close, { near: 5, far: 300, depth: 0.6, steps: 230, headroom: 16 }, air);
  plantWoods(stage, near, air, {
    near: 60,
    far: 260,
    count: 90,
    heights: [8, 15],
    conifers: true,
    patch: 34,
    cover: -0.02,
  });
  paintSubjects(stage, { ground: siteOn(stage, near, 13, 46, view.unit * 0.32) });
}

/** Paints the ground of an airless or alien world, with another planet in its sky. */
export function paintMoonscape(stage: Stage): void {
  const { view, palette, scene } = stage;
  const red = scene.words.some((word) => word === 'mars' || word === 'martian');
  paintSkyGradient(stage);
  if (!red || isDark(scene.time)) {
    paintStars(stage, 1.2);
    paintMilkyWay(stage, 0.5);
  }
  paintPlanet(
    stage,
    view.sunX,
    view.horizon * 0.42,
    view.unit * 0.15,
    scene.words.some((word) => word === 'mars' || word === 'alien') ? 'ringed' : 'earth',
  );
  const ground = red ? rgb('#c2683f') : scene.colours.length > 0 ? palette.sand : rgb('#bdbab6');
  const air = red ? airOf(stage, 5000) : { reach: 90000, mistHeight: 0, mist: 0 };
  const craters = craterSurface(surfaceTools(stage, 'craters'), ground);
  paintLand(stage, craters, { near: 330, far: 6500, depth: 0.18, steps: 200 }, air);
  const near = paintLand(stage, craters, { near: 3, far: 400, depth: 0.65, steps: 300 }, air);
  paintSubjects(stage, { ground: siteOn(stage, near, 12, 40, view.unit * 0.36) });
}
