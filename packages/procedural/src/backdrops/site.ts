import type { Stage } from '../stage/stage.ts';
import type { Land } from '../terrain/paint-land.ts';

/** A position on the stage where a subject can stand, float or fly. */
export interface Site {
  readonly x: number;
  /** Frame y of the subject's feet or keel. */
  readonly y: number;
  readonly depth: number;
  /** Amount of haze in front of it: 0 for none, 1 for invisible. */
  readonly hazeAmount: number;
  /** Height in pixels of a subject of size 1. */
  readonly size: number;
  readonly on: 'ground' | 'water' | 'air';
}

/** The best visible ground near frame x, between two distances in metres. */
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
