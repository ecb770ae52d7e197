import { paintFramingTrees } from '../flora/framing.ts';
import { paintGrass } from '../flora/grass.ts';
import { paintSky } from '../sky/paint-sky.ts';
import type { Stage } from '../stage/stage.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { paintVillage } from '../subjects/village.ts';
import { airOf } from '../terrain/air.ts';
import { rollingSurface } from '../terrain/land-surfaces.ts';
import { paintLand } from '../terrain/paint-land.ts';
import type { Surface } from '../terrain/surface.ts';
import { flowerColours, focusSlope, paintFarRange, plantWoods, surfaceTools } from './shared-land.ts';
import { siteOn } from './site.ts';

/** Paints rolling hills in planes that fade with distance, with fields, hedges and single trees. */
export function paintHills(stage: Stage): void {
  const { palette, view, scene } = stage;
  paintSky(stage);
  if (scene.farBackdrop === 'mountains' || scene.backdrop === 'village') paintFarRange(stage, 0.62);
  const shape = {
    height: 62,
    wavelength: 760,
    roughness: 0.05,
    ground: palette.grass,
    other: palette.dry,
    fields: 0.34,
    flatUntil: 50,
  };
  const planes = [
    { near: 2200, far: 9000, depth: 0.14, steps: 90, height: 130 },
    { near: 760, far: 2500, depth: 0.26, steps: 110, height: 84 },
    { near: 230, far: 900, depth: 0.45, steps: 130, height: 52 },
  ];
  const air = airOf(stage, 3600);
  planes.forEach((plane, index) => {
    const surface = rollingSurface(surfaceTools(stage, `hills ${index}`), {
      ...shape,
      height: plane.height,
      wavelength: shape.wavelength * (1.7 - index * 0.45),
    });
    const land = paintLand(stage, surface, { ...plane, headroom: 14 }, air);
    plantWoods(stage, land, air, {
      near: plane.near * 1.05,
      far: plane.far * 0.8,
      count: 620,
      heights: [7, 13],
      conifers: false,
      patch: plane.near * 0.3,
      cover: -0.12,
    });
    if (scene.backdrop === 'village' && index === 2)
      paintVillage(stage, siteOn(stage, land, 260, 520, view.unit * 0.1));
  });
  // "A castle on a hill": the ground rises under the building.
  const crowned = scene.subjects.some(({ kind }) => kind === 'castle' || kind === 'temple');
  const close = rollingSurface(surfaceTools(stage, 'close'), {
    ...shape,
    height: 15,
    wavelength: 170,
    fields: 0,
    flatUntil: 10,
  });
  const hill = crowned ? swellAt(close, focusSlope(stage)) : close;
  const land = paintLand(stage, hill, { near: 9, far: 270, depth: 0.7, steps: 240, headroom: 8 }, air);
  paintSubjects(stage, {
    ground: crowned
      ? siteOn(stage, land, 92, 106, view.unit * 0.34)
      : siteOn(stage, land, 40, 130, view.unit * 0.26),
  });
  paintFramingTrees(stage, false, 0.34);
  paintGrass(stage, {
    base: view.height + view.unit * 0.03,
    height: 0.12,
    count: 1100,
    depth: 0.95,
    colour: palette.grass,
    dark: 0.2,
    flowers: flowerColours(stage),
    seedHeads: true,
  });
}

/** The same land with an additional hill in direction `slope` from the camera. */
function swellAt(land: Surface, slope: number): Surface {
  const z0 = 105;
  return {
    height(x, z, footprint) {
      const away = ((x - slope * z0) / 46) ** 2 + ((z - z0) / 44) ** 2;
      return land.height(x, z, footprint) + 21 * Math.exp(-away);
    },
    colour: land.colour,
  };
}

/** Paints open grassland at eye level, with flowers up to the lens. */
export function paintMeadow(stage: Stage): void {
  const { palette, view, scene } = stage;
  paintSky(stage);
  if (scene.farBackdrop === 'mountains' || scene.mood === 'epic') paintFarRange(stage, 0.5);
  const air = airOf(stage, 2600);
  const snowy = scene.features.includes('snowcover');
  const far = rollingSurface(surfaceTools(stage, 'far'), {
    height: 46,
    wavelength: 800,
    roughness: 0.05,
    ground: palette.foliage,
    other: palette.grass,
    fields: 0.25,
    flatUntil: 120,
  });
  const back = paintLand(stage, far, { near: 380, far: 5200, depth: 0.2, steps: 130, headroom: 16 }, air);
  plantWoods(stage, back, air, {
    near: 420,
    far: 3600,
    count: 1200,
    heights: [9, 17],
    conifers: snowy,
    patch: 240,
    cover: 0.05,
  });
  const close = rollingSurface(surfaceTools(stage, 'close'), {
    height: 5,
    wavelength: 130,
    roughness: 0.12,
    ground: palette.grass,
    other: palette.dry,
    fields: 0,
    flatUntil: 6,
  });
  const land = paintLand(stage, close, { near: 4, far: 430, depth: 0.55, steps: 240, headroom: 12 }, air);
  paintSubjects(stage, { ground: siteOn(stage, land, 12, 50, view.unit * 0.34) });
  if (snowy) return;
  const flowers = flowerColours(stage);
  const rows: readonly [number, number, number][] = [
    [0.8, 0.05, 0.62],
    [0.9, 0.09, 0.78],
    [1.04, 0.2, 1],
  ];
  for (const [base, height, depth] of rows) {
    paintGrass(stage, {
      base: view.height * base,
      height,
      count: 850,
      depth,
      colour: palette.grass,
      dark: 0.12,
      flowers,
      seedHeads: true,
    });
  }
}
