/** The directions of edges in the small image, which steer the enlargement. */
export interface EdgeDirections {
  readonly width: number;
  readonly height: number;
  /** Twice the angle of the gradient as a vector, weighted by strength, so that neighbours can be averaged. */
  readonly across: Float32Array;
  readonly along: Float32Array;
  /** Strength of the gradient, squared. */
  readonly energy: Float32Array;
}

/** The smoothed structure tensor of a brightness plane (0 to 255). */
export function findEdgeDirections(light: Float32Array, width: number, height: number): EdgeDirections {
  const across = new Float32Array(width * height);
  const along = new Float32Array(width * height);
  const energy = new Float32Array(width * height);
  const at = (x: number, y: number): number =>
    light[Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x))] as number;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const gx =
        (3 * (at(x + 1, y - 1) - at(x - 1, y - 1)) +
          10 * (at(x + 1, y) - at(x - 1, y)) +
          3 * (at(x + 1, y + 1) - at(x - 1, y + 1))) /
        32;
      const gy =
        (3 * (at(x - 1, y + 1) - at(x - 1, y - 1)) +
          10 * (at(x, y + 1) - at(x, y - 1)) +
          3 * (at(x + 1, y + 1) - at(x + 1, y - 1))) /
        32;
      const index = y * width + x;
      across[index] = gx * gx - gy * gy;
      along[index] = 2 * gx * gy;
      energy[index] = gx * gx + gy * gy;
    }
  }
  return {
    width,
    height,
    across: smooth(across, width, height),
    along: smooth(along, width, height),
    energy: smooth(energy, width, height),
  };
}

const BINOMIAL = [1, 4, 6, 4, 1].map((weight) => weight / 16);

function smooth(plane: Float32Array, width: number, height: number): Float32Array {
  const half = new Float32Array(plane.length);
  const whole = new Float32Array(plane.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let tap = -2; tap <= 2; tap++) {
        const from = Math.max(0, Math.min(width - 1, x + tap));
        sum += (plane[y * width + from] as number) * (BINOMIAL[tap + 2] as number);
      }
      half[y * width + x] = sum;
    }
  }
  for (let y = 0; y < height; y++) {
    for (let tap = -2; tap <= 2; tap++) {
      const from = Math.max(0, Math.min(height - 1, y + tap)) * width;
      const weight = BINOMIAL[tap + 2] as number;
      for (let x = 0; x < width; x++)
        whole[y * width + x] = (whole[y * width + x] as number) + (half[from + x] as number) * weight;
    }
  }
  return whole;
}
