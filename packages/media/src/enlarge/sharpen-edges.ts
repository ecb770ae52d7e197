import type { EdgeDirections } from './edge-directions.ts';

export interface EdgeLook {
  /** How much of the second difference across an edge is subtracted: 0 leaves the image soft. */
  readonly sharpness: number;
  /** Share of the mean along the edge, which removes the staircase from slanted lines. */
  readonly smoothness: number;
}

/** Rows of a large brightness plane, and their position in it. */
export interface Strip {
  readonly light: Float32Array;
  readonly width: number;
  readonly rows: number;
  readonly top: number;
}

/** Gradient, squared, at which an edge counts half: noise is below it, outlines are far above. */
const EDGE_ENERGY = 14;
/** How much an edge may exceed the pixels around it, as a share of their span: enough to look crisp, no halo. */
const OVERSHOOT = 0.06;

/**
 * Steepens edges across their direction and smooths them along it. The result stays within the span of the
 * brightnesses found across the edge, so that no halo appears. `scale` is large pixels for each small one.
 */
export function sharpenEdges(
  strip: Strip,
  edges: EdgeDirections,
  scale: { readonly x: number; readonly y: number },
  look: EdgeLook,
): Float32Array {
  const { light, width, rows, top } = strip;
  const result = new Float32Array(light.length);
  const reach = 0.5 * (scale.x + scale.y) * 0.5;
  const sample = sampler(strip);
  for (let row = 0; row < rows; row++) {
    const v = Math.max(0, Math.min(edges.height - 1.001, (top + row + 0.5) / scale.y - 0.5));
    const cellRow = v | 0;
    const fv = v - cellRow;
    const lower = cellRow + 1 < edges.height ? edges.width : 0;
    for (let x = 0; x < width; x++) {
      const index = row * width + x;
      const here = light[index] as number;
      const u = Math.max(0, Math.min(edges.width - 1.001, (x + 0.5) / scale.x - 0.5));
      const cell = cellRow * edges.width + (u | 0);
      const fu = u - (u | 0);
      const right = (u | 0) + 1 < edges.width ? 1 : 0;
      const w00 = (1 - fu) * (1 - fv);
      const w10 = fu * (1 - fv);
      const w01 = (1 - fu) * fv;
      const w11 = fu * fv;
      const mean = (plane: Float32Array): number =>
        (plane[cell] as number) * w00 +
        (plane[cell + right] as number) * w10 +
        (plane[cell + lower] as number) * w01 +
        (plane[cell + lower + right] as number) * w11;
      const energy = mean(edges.energy);
      if (energy < 0.5) {
        result[index] = here;
        continue;
      }
      const a = mean(edges.across);
      const b = mean(edges.along);
      const length = Math.sqrt(a * a + b * b);
      const coherence = length / (energy + 1e-6);
      // Half the doubled angle, without trigonometry: the gradient's unit vector.
      const nx = Math.sqrt(Math.max(0, 0.5 * (1 + a / (length + 1e-9))));
      const ny = (b < 0 ? -1 : 1) * Math.sqrt(Math.max(0, 0.5 * (1 - a / (length + 1e-9))));
      const weight = energy / (energy + EDGE_ENERGY);
      const dx = nx * reach;
      const dy = ny * reach;
      const before = sample(x - dx, row - dy);
      const after = sample(x + dx, row + dy);
      const farBefore = sample(x - 2 * dx, row - 2 * dy);
      const farAfter = sample(x + 2 * dx, row + 2 * dy);
      const along1 = sample(x - dy, row + dx);
      const along2 = sample(x + dy, row - dx);
      const level =
        here + (0.5 * (along1 + along2) - here) * look.smoothness * weight * coherence * coherence;
      const bend = level - 0.5 * (before + after) + 0.35 * (level - 0.5 * (farBefore + farAfter));
      const low = Math.min(here, before, after, farBefore, farAfter);
      const high = Math.max(here, before, after, farBefore, farAfter);
      const room = (high - low) * OVERSHOOT;
      const steep = level + bend * look.sharpness * weight;
      result[index] = Math.max(low - room, Math.min(high + room, steep));
    }
  }
  return result;
}

/** Brightness between pixels of the strip; beyond it, its border's. */
function sampler({ light, width, rows }: Strip): (x: number, y: number) => number {
  const right = width - 1.001;
  const bottom = rows - 1.001;
  return (x, y) => {
    const cx = Math.max(0, Math.min(right, x));
    const cy = Math.max(0, Math.min(bottom, y));
    const left = cx | 0;
    const at = (cy | 0) * width + left;
    const fx = cx - left;
    const upper = (light[at] as number) * (1 - fx) + (light[at + 1] as number) * fx;
    const lower = (light[at + width] as number) * (1 - fx) + (light[at + width + 1] as number) * fx;
    return upper + (lower - upper) * (cy - (cy | 0));
  };
}
