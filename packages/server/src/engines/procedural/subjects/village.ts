import type { Site } from '../settings/site.ts';
import type { Stage } from '../stage/stage.ts';
export function paintVillage(_stage: Stage, _site: Site): void {}
