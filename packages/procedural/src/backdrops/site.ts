import type { Stage } from '../stage/stage.ts';
import type { Land } from '../terrain/paint-land.ts';

/** A place on the stage where a subject can stand, float or fly. */
export interface Site {
  readonly x: number;
  /** Frame y of its feet or keel. */
  readonly y: number;
  readonly depth: number;
  /** 0 before the viewer, 1 lost in the haze. */
  readonly hazeAmount: number;
  /** Height in pixels that a subject of usual size should take. */
  readonly size: number;
  readonly on: 'ground' | 'water' | 'air';
}

/** The best visible standing place of a land near frame x, between two distances. */
export function siteOn(
  stage: Stage,
  land: Land,
  near: number,
  far: number,
  size: number,
  x = stage.view.focusX,
): Site {
  const { view } = stage;
  let best = { y: view.height * 0.86, score: -1e9 };
  for (let step = 0; step <= 14; step++) {
    const z = near * (far / near) ** (step / 14);
    const y = land.groundAt(x, z);
    const hidden = Math.max(0, y - land.clearAbove(x, z));
    const low = Math.max(0, y - view.height * 0.9) * 3;
    const score = -hidden * 6 - low - Math.abs(y - view.height * 0.74);
    if (score > best.score) best = { y, score };
  }
  return {
    x,
    y: Math.min(best.y, view.height * 0.93),
    depth: land.depth,
    hazeAmount: 0.08,
    size,
    on: 'ground',
  };
}
