import { type Rgb, smoothstep } from '../colour/colour.ts';
import type { Palette } from '../colour/palette.ts';
import type { View } from '../stage/view.ts';
import type { Grid } from './grid.ts';
import type { Surface } from './surface.ts';

/** Atmospheric attenuation. */
export interface Air {
  /** Distance in metres at which haze hides two thirds of a colour. */
  readonly reach: number;
  /** Height in metres over which low mist thins out; 0 for none. */
  readonly mistHeight: number;
  readonly mist: number;
}

/**
 * Marks cells where nothing is painted; far below any colour, so that interpolated values are recognisable
 * too.
 */
const HOLE = -4000;

/** Shadow map: sweeps across each row from the light's side. 1 is lit, 0 is in shadow. */
function castShadows(view: View, grid: Grid): Float32Array {
  const { columns, rows, heights, depths } = grid;
  const lightness = new Float32Array(columns * rows).fill(1);
  const fromRight = view.light[0] > 0;
  const drop = view.light[1] / Math.max(0.2, Math.abs(view.light[0]));
  for (let row = 0; row < rows; row++) {
    const z = depths[row] as number;
    const stride = (grid.pitch * z) / view.focal;
    const soft = stride * 5 + 0.02 * z;
    let roof = -1e9;
    for (let step = 0; step < columns; step++) {
      const column = fromRight ? columns - 1 - step : step;
      const at = row * columns + column;
      const height = heights[at] as number;
      roof -= drop * stride;
      if (height >= roof) roof = height;
      else lightness[at] = 1 - smoothstep(0, soft, roof - height);
    }
  }
  return lightness;
}

/** Shades the grid: ground in sunlight and skylight, then haze. */
export function lightGrid(view: View, palette: Palette, surface: Surface, grid: Grid, air: Air): void {
  const { columns, rows, heights, depths, colours } = grid;
  const shadows = castShadows(view, grid);
  const paint = new Float32Array(3);
  const [lx, ly, lz] = view.light;
  for (let row = 0; row < rows; row++) {
    const z = depths[row] as number;
    const footprint = z / view.focal;
    const stride = grid.pitch * footprint;
    const behind = Math.min(rows - 1, row + 1);
    const before = Math.max(0, row - 1);
    const depthStep = Math.max(1e-3, (depths[behind] as number) - (depths[before] as number));
    const far = 1 - Math.exp(-z / air.reach);
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const height = heights[at] as number;
      const west = heights[row * columns + Math.max(0, column - 1)] as number;
      const east = heights[row * columns + Math.min(columns - 1, column + 1)] as number;
      const slopeX = (east - west) / (2 * stride);
      const slopeZ =
        ((heights[behind * columns + column] as number) - (heights[before * columns + column] as number)) /
        depthStep;
      const up = 1 / Math.sqrt(1 + slopeX * slopeX + slopeZ * slopeZ);
      const facing = Math.max(0, (-slopeX * lx + ly - slopeZ * lz) * up);
      const x = (grid.left + column * grid.pitch - view.width / 2) * footprint;
      surface.colour(paint, x, z, height, up, footprint);
      if ((paint[0] as number) < 0) {
        colours[at * 3] = HOLE;
        continue;
      }
      const direct = facing * (shadows[at] as number) * 1.12;
      const open = 0.5 + 0.5 * up;
      const mist =
        air.mistHeight > 0
          ? air.mist *
            Math.exp(-Math.max(0, height) / air.mistHeight) *
            (1 - Math.exp((-2.4 * z) / air.reach))
          : 0;
      const hazeAmount = Math.min(0.97, far + (1 - far) * mist);
      writeLit(colours, at * 3, paint, palette, direct, open, hazeAmount);
    }
  }
}

function writeLit(
  colours: Float32Array,
  at: number,
  paint: Float32Array,
  palette: Palette,
  direct: number,
  open: number,
  hazeAmount: number,
): void {
  const { key, ambient, haze } = palette;
  for (let channel = 0; channel < 3; channel++) {
    const index = channel as keyof Rgb & (0 | 1 | 2);
    const light = (key[index] * direct + ambient[index] * open * 0.86) / 255;
    const value = (paint[channel] as number) * light;
    colours[at + channel] = value + (haze[index] - value) * hazeAmount;
  }
}
