import { mix, type Rgb, rgb } from '../colour/colour.ts';
import { plant } from '../flora/scatter.ts';
import { broadleafSprites, coniferSprites } from '../flora/tree-sprites.ts';
import { between, createRandom } from '../random/random.ts';
import type { Stage } from '../stage/stage.ts';
import { airOf } from '../terrain/air.ts';
import { mountainSurface, type SurfaceTools } from '../terrain/land-surfaces.ts';
import type { Air } from '../terrain/light-grid.ts';
import type { Land } from '../terrain/paint-land.ts';
import { paintLand } from '../terrain/paint-land.ts';

export function surfaceTools(stage: Stage, purpose: string): SurfaceTools {
  return {
    noise: stage.noise,
    palette: stage.palette,
    random: createRandom(stage.scene.root, `relief ${purpose}`),
  };
}

/** Direction of the focus, in metres sideways per metre of depth. */
export function focusSlope(stage: Stage): number {
  return (stage.view.focusX - stage.view.width / 2) / stage.view.focal;
}

/** Paints a distant mountain range; `share` scales its height. */
export function paintFarRange(stage: Stage, share: number): Land {
  const snowy = stage.scene.features.includes('snowcover');
  const range = mountainSurface(surfaceTools(stage, 'far range'), {
    height: 3700 * share,
    rise: [3200, 9000],
    wavelength: 4600,
    snowLine: snowy ? 0.08 : 0.34,
    focusX: focusSlope(stage),
  });
  return paintLand(stage, range, { near: 3200, far: 16000, depth: 0.1, steps: 260 }, airOf(stage, 15000));
}

/** Plants patches of wood on the land, of conifers or broadleaf trees. */
export function plantWoods(
  stage: Stage,
  land: Land,
  air: Air,
  spec: {
    near: number;
    far: number;
    count: number;
    heights: readonly [number, number];
    conifers: boolean;
    patch: number;
    cover: number;
  },
): void {
  const random = createRandom(stage.scene.root, `woods ${spec.near}`);
  const pixels = Math.min(420, Math.max(24, (spec.heights[1] * stage.view.focal) / spec.near));
  const variants = pixels > 200 ? 4 : 6;
  const sprites = spec.conifers
    ? coniferSprites(stage, random, variants, pixels)
    : broadleafSprites(stage, random, variants, pixels);
  const shift = between(random, 0, 50);
  plant(stage, land, air, random, {
    sprites,
    count: spec.count,
    near: spec.near,
    far: spec.far,
    heights: spec.heights,
    grows: (x, z) =>
      stage.noise.at(x / spec.patch + shift, z / spec.patch) + spec.cover > 0.15 ? 0.95 : 0.03,
  });
}

export function flowerColours(stage: Stage): readonly Rgb[] {
  const { palette, scene } = stage;
  if (scene.colours.length > 0) return [palette.accent, palette.accentTwo, rgb('#f7efe0')];
  const named: readonly [string, string][] = [
    ['poppy', '#e2331f'],
    ['poppies', '#e2331f'],
    ['lavender', '#8d6fd0'],
    ['sunflower', '#f5bf2e'],
    ['sunflowers', '#f5bf2e'],
    ['tulips', '#e3476f'],
    ['bluebells', '#5468d8'],
    ['daisies', '#f6f3ea'],
  ];
  const colours = named.filter(([word]) => scene.words.includes(word)).map(([, hex]) => rgb(hex));
  return colours.length > 0
    ? [...colours, mix(colours[0] as Rgb, rgb('#ffffff'), 0.3)]
    : [rgb('#f2d34f'), rgb('#e8e4f4'), rgb('#d96a9a'), rgb('#7f7fe0')];
}
