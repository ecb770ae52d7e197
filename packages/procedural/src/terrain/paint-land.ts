import { type Rgb, smoothstep } from '../colour/colour.ts';
import { latticeHash } from '../random/noise.ts';
import { createPixels, type Pixels, rowsToCanvas } from '../stage/pixels.ts';
import { overscan, type Plate, plateItem, raiseSkyline, type Stage } from '../stage/stage.ts';
import type { View } from '../stage/view.ts';
import { type Grid, rowBefore, sampleHeights } from './grid.ts';
import { type Air, lightGrid } from './light-grid.ts';
import type { Slab, Surface } from './surface.ts';

/** A painted slab, with functions to place things on it. */
export interface Land {
  readonly plate: Plate;
  readonly depth: number;
  /** Frame y of the ground at frame x and distance z, visible or not. */
  groundAt(x: number, z: number): number;
  /** Frame y above which nothing nearer than `z` hides the view at frame x. */
  clearAbove(x: number, z: number): number;
}

/** Extends the nearest slabs below the lower edge of the frame, at any height. */
function extendToBottom(view: View, slab: Slab): Slab {
  if (slab.depth < 0.55) return slab;
  const below = view.height * 1.04 + overscan(view, slab.depth) - view.horizon;
  return { ...slab, near: Math.min(slab.near, (view.cameraHeight * view.focal) / below) };
}

/** If the near edge of a slab is visible, lowers the land towards it, so that it does not end in a wall. */
function settleNearEdge(view: View, surface: Surface, slab: Slab): Surface {
  const edge = view.horizon + (view.cameraHeight * view.focal) / slab.near;
  if (edge > view.height * 1.02) return surface;
  return {
    height(x, z, footprint) {
      const full = smoothstep(slab.near, slab.near * 1.55, z);
      const height = surface.height(x, z, footprint);
      return height * full + Math.min(height, -2) * (1 - full);
    },
    colour: surface.colour,
  };
}

/**
 * Paints one slab of land onto its own plate, column by column from front to back, and adds it to the
 * stage.
 */
export function paintLand(stage: Stage, land: Surface, requestedSlab: Slab, air: Air): Land {
  const { view, palette } = stage;
  const slab = extendToBottom(view, requestedSlab);
  const surface = settleNearEdge(view, land, slab);
  const margin = overscan(view, slab.depth);
  const pitch = Math.max(2, Math.round(view.unit / 360));
  const grid = sampleHeights(view, surface, slab, margin, pitch);
  lightGrid(view, palette, surface, grid, air);
  const pixels = createPixels(view.width + 2 * margin, view.height + 2 * margin);
  const rows = { top: pixels.height, bottom: 0 };
  const grain = createGrain(stage);
  // Each plate continues below its nearest ground, or valleys of the next one would show gaps.
  const skirt = Math.ceil(view.height * (slab.depth > 0.6 ? 1 : 0.3));
  for (let column = 0; column < pixels.width; column++) {
    paintColumn(
      pixels,
      column,
      grid,
      view,
      margin,
      skirt,
      grain,
      rows,
      slab.depth < 0.55 ? palette.haze : undefined,
    );
  }
  const tops = smoothSkyline(pixels, rows);
  for (let x = 0; x < view.width; x++) raiseSkyline(stage, x, x, (tops[x + margin] as number) - margin);
  const headroom = Math.min(view.height, ((slab.headroom ?? 0) * view.focal) / slab.near);
  const top = Math.max(0, Math.min(rows.top - Math.ceil(headroom), pixels.height - 1));
  const bottom = Math.max(top + 1, Math.min(pixels.height, rows.bottom));
  const plate: Plate = {
    canvas: rowsToCanvas(pixels, top, bottom),
    x: -margin,
    y: top - margin,
    width: pixels.width,
    height: bottom - top,
  };
  stage.items.push(plateItem(plate, slab.depth));
  return { plate, depth: slab.depth, ...createProbe(grid, stage, surface) };
}

/** A few percent of brightness variation, so that no ground looks airbrushed. */
function createGrain(stage: Stage): Float32Array {
  const grain = new Float32Array(65536);
  for (let row = 0; row < 256; row++) {
    for (let column = 0; column < 256; column++) {
      const soft = latticeHash(column >> 1, row >> 2, 5) + latticeHash(column >> 2, row >> 3, 9);
      grain[row * 256 + column] = 0.955 + 0.03 * soft + 0.03 * latticeHash(column, row, stage.scene.root);
    }
  }
  return grain;
}

interface Rows {
  top: number;
  bottom: number;
}

/** Whether this cell or its right neighbour is a hole, so that they must not be interpolated. */
function touchesHole(colours: Float32Array, at: number): boolean {
  return (colours[at] as number) < -1000 || (colours[at + 3] as number) < -1000;
}

function paintColumn(
  pixels: Pixels,
  column: number,
  grid: Grid,
  view: View,
  margin: number,
  skirt: number,
  grain: Float32Array,
  extent: Rows,
  haze: Rgb | undefined,
): void {
  const { data, width, height } = pixels;
  const place = column / grid.pitch;
  const cell = Math.floor(place);
  const part = place - cell;
  const { heights, colours, depths, columns, rows } = grid;
  let seen = height;
  let before = 0;
  for (let row = 0; row < rows; row++) {
    const at = row * columns + cell;
    const ground = (heights[at] as number) * (1 - part) + (heights[at + 1] as number) * part;
    const y = view.horizon + margin - ((ground - view.cameraHeight) * view.focal) / (depths[row] as number);
    if (row === 0) {
      before = y;
      seen = Math.min(height, y + skirt);
      if (seen > extent.bottom) extent.bottom = Math.ceil(seen);
    }
    if (y < seen) {
      const first = Math.max(0, Math.ceil(y));
      const last = Math.min(height, Math.ceil(seen));
      const prior = Math.max(0, row - 1) * columns + cell;
      const run = before - y;
      const holed = touchesHole(colours, prior * 3) || touchesHole(colours, at * 3);
      for (let pixel = first; pixel < last; pixel++) {
        const back = run > 0.01 ? Math.min(1, (pixel - y) / run) : 0;
        const here = 1 - back;
        const nearest = ((back > 0.5 ? prior : at) + (part > 0.5 ? 1 : 0)) * 3;
        if (holed && (colours[nearest] as number) < 0) continue;
        const to = (pixel * width + column) * 4;
        const tooth = grain[((pixel * 3) & 255) * 256 + ((column + (pixel >> 3) * 37) & 255)] as number;
        for (let channel = 0; channel < 3; channel++) {
          const near =
            (colours[prior * 3 + channel] as number) * (1 - part) +
            (colours[prior * 3 + 3 + channel] as number) * part;
          const far =
            (colours[at * 3 + channel] as number) * (1 - part) +
            (colours[at * 3 + 3 + channel] as number) * part;
          const value = (holed ? (colours[nearest + channel] as number) : near * back + far * here) * tooth;
          data[to + channel] =
            row === 0 && haze !== undefined
              ? value +
                (haze[channel as 0 | 1 | 2] - value) * Math.min(0.9, (pixel - y) / (view.height * 0.08))
              : value;
        }
        data[to + 3] = 255;
      }
      if (first < extent.top) extent.top = first;
      seen = y;
    }
    before = y;
  }
}

/**
 * Antialiases the skyline and returns its row for each column: the coverage of the top pixels follows the
 * neighbours' heights.
 */
function smoothSkyline(pixels: Pixels, extent: Rows): Int32Array {
  const { data, width, height } = pixels;
  const tops = new Int32Array(width);
  for (let column = 0; column < width; column++) {
    let row = Math.max(0, extent.top);
    while (row < height && data[(row * width + column) * 4 + 3] === 0) row++;
    tops[column] = row;
  }
  for (let column = 1; column < width - 1; column++) {
    const row = tops[column] as number;
    if (row >= height) continue;
    const spread = Math.min(
      6,
      Math.max(1, Math.abs((tops[column + 1] as number) - (tops[column - 1] as number)) / 2),
    );
    for (let step = 0; step < spread && row + step < height; step++) {
      data[((row + step) * width + column) * 4 + 3] = (255 * (step + 0.5)) / (spread + 0.5);
    }
  }
  return tops;
}

function createProbe(grid: Grid, stage: Stage, surface: Surface): Pick<Land, 'groundAt' | 'clearAbove'> {
  const { view } = stage;
  const project = (height: number, z: number) =>
    view.horizon - ((height - view.cameraHeight) * view.focal) / z;
  const cache = new Map<number, Float32Array>();
  const ridgesAt = (column: number): Float32Array => {
    const cached = cache.get(column);
    if (cached !== undefined) return cached;
    const line = new Float32Array(grid.rows);
    let top = 1e9;
    for (let row = 0; row < grid.rows; row++) {
      top = Math.min(
        top,
        project(grid.heights[row * grid.columns + column] as number, grid.depths[row] as number),
      );
      line[row] = top;
    }
    cache.set(column, line);
    return line;
  };
  return {
    groundAt: (x, z) =>
      project(surface.height(((x - view.width / 2) * z) / view.focal, z, z / view.focal), z),
    clearAbove(x, z) {
      const column = Math.max(0, Math.min(grid.columns - 1, Math.round((x - grid.left) / grid.pitch)));
      const line = ridgesAt(column);
      const row = rowBefore(grid, z);
      return row < 1 ? 1e9 : (line[row - 1] as number);
    },
  };
}
