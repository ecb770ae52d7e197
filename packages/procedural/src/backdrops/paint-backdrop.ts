import { paintAbstract } from '../abstract/paint-abstract.ts';
import { paintCity } from '../city/skyline.ts';
import { paintStreet } from '../city/street.ts';
import type { Backdrop } from '../prompt/scene.ts';
import type { Stage } from '../stage/stage.ts';
import { paintBloom } from './bloom.ts';
import { paintCloudSea } from './cloud-sea.ts';
import { paintForest } from './forest.ts';
import { paintHall } from './hall.ts';
import { paintHills, paintMeadow } from './hills.ts';
import { paintGarden, paintLake } from './lake.ts';
import { paintMountains } from './mountains.ts';
import { paintCanyon, paintDesert, paintMoonscape, paintSnowfield } from './open-land.ts';
import { paintPortrait } from './portrait.ts';
import { paintCoast, paintIsland, paintSea } from './seaside.ts';
import { paintSpace } from './space.ts';
import { paintTable } from './table.ts';
import { paintUnderwater } from './underwater.ts';
import { paintVolcano } from './volcano.ts';

const PAINTERS: Partial<Record<Backdrop, (stage: Stage) => void>> = {
  mountains: paintMountains,
  hills: paintHills,
  village: paintHills,
  meadow: paintMeadow,
  forest: paintForest,
  lake: paintLake,
  river: paintLake,
  garden: paintGarden,
  desert: paintDesert,
  canyon: paintCanyon,
  volcano: paintVolcano,
  snowfield: paintSnowfield,
  moon: paintMoonscape,
  sea: paintSea,
  coast: paintCoast,
  island: paintIsland,
  city: paintCity,
  street: paintStreet,
  underwater: paintUnderwater,
  space: paintSpace,
  sky: paintCloudSea,
  abstract: paintAbstract,
  table: paintTable,
  portrait: paintPortrait,
  bloom: paintBloom,
  hall: paintHall,
};

/** Paints the backdrop of the stage's scene. */
export function paintBackdrop(stage: Stage): void {
  (PAINTERS[stage.scene.backdrop] ?? paintMountains)(stage);
}
