import type { Site } from '../settings/site.ts';
import type { Stage } from '../stage/stage.ts';

/** Places that a setting offers. */
export interface Sites {
  readonly ground?: Site;
  readonly water?: Site;
}

export function paintSubjects(_stage: Stage, _sites: Sites): void {}
