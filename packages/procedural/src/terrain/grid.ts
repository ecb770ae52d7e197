import type { View } from '../stage/view.ts';
import type { Slab, Surface } from './surface.ts';

/**
 * Heights and lit colours of a slab, sampled along lines of sight: rows by distance, columns across the
 * image.
 */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Image x of column 0, and the pixels between columns. */
  readonly left: number;
  readonly pitch: number;
  readonly depths: Float32Array;
  readonly heights: Float32Array;
  readonly colours: Float32Array;
}

/**
 * Distances of the rows, in proportion to their extent in the image: partly even in the logarithm, for
 * hills, partly even in the reciprocal, for flat ground below the viewer.
 */
function depthsOf(view: View, slab: Slab): Float32Array {
  const flatRows = (view.focal * view.cameraHeight * (1 / slab.near - 1 / slab.far)) / 3;
  const flat = Math.min(0.6, flatRows / slab.steps);
  const span = Math.log(slab.far / slab.near);
  const reach = 1 / slab.near - 1 / slab.far;
  const share = (z: number) =>
    ((1 - flat) * Math.log(z / slab.near)) / span + (flat * (1 / slab.near - 1 / z)) / reach;
  const depths = new Float32Array(slab.steps);
  let low = slab.near;
  for (let step = 0; step < slab.steps; step++) {
    const goal = step / (slab.steps - 1);
    let high = slab.far;
    for (let halving = 0; halving < 26; halving++) {
      const middle = Math.sqrt(low * high);
      if (share(middle) < goal) low = middle;
      else high = middle;
    }
    depths[step] = high;
  }
  return depths;
}

/** The last row nearer than `z`, or -1. */
export function rowBefore(grid: Grid, z: number): number {
  let low = -1;
  let high = grid.rows;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((grid.depths[middle] as number) < z) low = middle;
    else high = middle;
  }
  return low;
}

export function sampleHeights(view: View, surface: Surface, slab: Slab, margin: number, pitch: number): Grid {
  const columns = Math.ceil((view.width + 2 * margin) / pitch) + 2;
  const depths = depthsOf(view, slab);
  const heights = new Float32Array(columns * slab.steps);
  const left = -margin;
  const middle = view.width / 2;
  for (let row = 0; row < slab.steps; row++) {
    const z = depths[row] as number;
    const footprint = z / view.focal;
    for (let column = 0; column < columns; column++) {
      const x = (left + column * pitch - middle) * footprint;
      heights[row * columns + column] = surface.height(x, z, footprint);
    }
  }
  const colours = new Float32Array(columns * slab.steps * 3);
  return { columns, rows: slab.steps, left, pitch, depths, heights, colours };
}
