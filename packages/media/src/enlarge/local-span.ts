/** The darkest and brightest of each small pixel's neighbourhood: what an enlargement may show there. */
export interface LocalSpan {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

export function findLocalSpan(light: Float32Array, width: number, height: number): LocalSpan {
  const low = new Float32Array(light.length);
  const high = new Float32Array(light.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let min = 255;
      let max = 0;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const level = light[row * width + column] as number;
          if (level < min) min = level;
          if (level > max) max = level;
        }
      }
      low[y * width + x] = min;
      high[y * width + x] = max;
    }
  }
  return { low, high };
}

/** Share of the span by which a level may pass its ends: a source is itself a little softer than the scene. */
const ROOM = 0.1;

/**
 * Pulls levels beyond the local span most of the way back to it, in place: they would show as halos.
 * `light` holds large rows from `top` on.
 */
export function limitToSpan(
  light: Float32Array,
  width: number,
  top: number,
  span: LocalSpan,
  smallWidth: number,
  smallHeight: number,
  scale: { readonly x: number; readonly y: number },
): void {
  const rows = light.length / width;
  for (let row = 0; row < rows; row++) {
    const v = Math.max(0, Math.min(smallHeight - 1, (top + row + 0.5) / scale.y - 0.5));
    const upper = (v | 0) * smallWidth;
    const lower = Math.min(smallHeight - 1, (v | 0) + 1) * smallWidth;
    const fv = v - (v | 0);
    for (let x = 0; x < width; x++) {
      const u = Math.max(0, Math.min(smallWidth - 1, (x + 0.5) / scale.x - 0.5));
      const left = u | 0;
      const right = Math.min(smallWidth - 1, left + 1);
      const fu = u - left;
      const between = (plane: Float32Array): number =>
        ((plane[upper + left] as number) * (1 - fu) + (plane[upper + right] as number) * fu) * (1 - fv) +
        ((plane[lower + left] as number) * (1 - fu) + (plane[lower + right] as number) * fu) * fv;
      const low = between(span.low);
      const high = between(span.high);
      const room = (high - low) * ROOM;
      const index = row * width + x;
      const level = light[index] as number;
      if (level < low - room) light[index] = low - room + (level - low + room) * 0.15;
      else if (level > high + room) light[index] = high + room + (level - high - room) * 0.15;
    }
  }
}
