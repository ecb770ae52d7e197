import { createNoise, latticeHash } from '../random/noise.ts';
import type { Pixels } from '../stage/pixels.ts';

/** Which cell each pixel belongs to, and its distance from the cell border (0 on it, 1 inside). */
export interface CellMap {
  readonly owner: Int32Array;
  readonly inside: Float32Array;
  readonly count: number;
}

/** Irregular panes: each pixel belongs to the nearest of jittered points. */
export function voronoiCells(
  width: number,
  height: number,
  size: number,
  lead: number,
  seed: number,
): CellMap {
  const columns = Math.ceil(width / size) + 3;
  const owner = new Int32Array(width * height);
  const inside = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cx = Math.floor(x / size);
      const cy = Math.floor(y / size);
      let near = 1e9;
      let second = 1e9;
      let best = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const px = (cx + dx + 0.1 + 0.8 * latticeHash(cx + dx, cy + dy, seed)) * size - x;
          const py = (cy + dy + 0.1 + 0.8 * latticeHash(cx + dx, cy + dy, seed + 1)) * size - y;
          const distance = Math.sqrt(px * px + py * py);
          if (distance < near) {
            second = near;
            near = distance;
            best = (cy + dy + 1) * columns + cx + dx + 1;
          } else if (distance < second) second = distance;
        }
      }
      owner[y * width + x] = best;
      inside[y * width + x] = Math.min(1, (second - near) / lead);
    }
  }
  return { owner, inside, count: columns * (Math.ceil(height / size) + 3) };
}

/** Triangles on a distorted lattice, as in a low-poly model. */
export function triangleCells(width: number, height: number, size: number, seed: number): CellMap {
  const noise = createNoise(seed);
  const columns = Math.ceil(width / size) + 4;
  const owner = new Int32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = x / size + 0.55 * noise.at(x / size / 1.7, y / size / 1.7) + 1;
      const v = y / size + 0.55 * noise.at(x / size / 1.7 + 50, y / size / 1.7) + 1;
      const cx = Math.floor(u);
      const cy = Math.floor(v);
      const flip = latticeHash(cx, cy, seed) < 0.5;
      const upper = flip ? u - cx + (v - cy) < 1 : u - cx > v - cy;
      owner[y * width + x] = (cy * columns + cx) * 2 + (upper ? 1 : 0);
    }
  }
  return {
    owner,
    inside: new Float32Array(width * height).fill(1),
    count: columns * (Math.ceil(height / size) + 4) * 2,
  };
}

export interface CellStyle {
  /** Random brightness variation from cell to cell. */
  readonly variety: number;
  /** Colour of the joint between cells; none when absent. */
  readonly joint?: readonly [number, number, number];
  readonly saturation: number;
}

/** Fills every cell with the mean colour of the pixels it covers. */
export function fillCells(pixels: Pixels, cells: CellMap, style: CellStyle, seed: number): void {
  const { data } = pixels;
  const sums = new Float32Array(cells.count * 4);
  for (let at = 0; at < cells.owner.length; at++) {
    const cell = (cells.owner[at] as number) * 4;
    sums[cell] = (sums[cell] as number) + (data[at * 4] as number);
    sums[cell + 1] = (sums[cell + 1] as number) + (data[at * 4 + 1] as number);
    sums[cell + 2] = (sums[cell + 2] as number) + (data[at * 4 + 2] as number);
    sums[cell + 3] = (sums[cell + 3] as number) + 1;
  }
  for (let cell = 0; cell < cells.count; cell++) {
    const number = Math.max(1, sums[cell * 4 + 3] as number);
    const gain = 1 + (latticeHash(cell, 9, seed) - 0.5) * style.variety;
    const r = (sums[cell * 4] as number) / number;
    const g = (sums[cell * 4 + 1] as number) / number;
    const b = (sums[cell * 4 + 2] as number) / number;
    const grey = 0.3 * r + 0.59 * g + 0.11 * b;
    sums[cell * 4] = (grey + (r - grey) * style.saturation) * gain;
    sums[cell * 4 + 1] = (grey + (g - grey) * style.saturation) * gain;
    sums[cell * 4 + 2] = (grey + (b - grey) * style.saturation) * gain;
  }
  for (let at = 0; at < cells.owner.length; at++) {
    const cell = (cells.owner[at] as number) * 4;
    const inside = cells.inside[at] as number;
    for (let channel = 0; channel < 3; channel++) {
      const value = (sums[cell + channel] as number) * (0.82 + 0.18 * inside);
      const joint = style.joint?.[channel as 0 | 1 | 2] ?? value;
      const cover = style.joint === undefined ? 1 : Math.min(1, Math.max(0, (inside - 0.3) * 5));
      data[at * 4 + channel] = joint + (value - joint) * cover;
    }
  }
}
