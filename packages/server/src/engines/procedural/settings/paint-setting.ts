import type { Stage } from '../stage/stage.ts';
import { paintHills, paintMeadow } from './hills.ts';
import { paintGarden, paintLake } from './lake.ts';
import { paintMountains } from './mountains.ts';

/** Hands the stage to the painter of its setting. */
export function paintSetting(stage: Stage): void {
  switch (stage.scene.setting) {
    case 'hills':
    case 'village':
      return paintHills(stage);
    case 'meadow':
      return paintMeadow(stage);
    case 'lake':
    case 'river':
      return paintLake(stage);
    case 'garden':
      return paintGarden(stage);
    default:
      paintMountains(stage);
  }
}
