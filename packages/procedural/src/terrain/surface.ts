/**
 * A height field with colours, over metres to the right and into the distance. `footprint` is the size of a
 * pixel there.
 */
export interface Surface {
  height(x: number, z: number, footprint: number): number;
  /**
   * Writes the ground's RGB under white light. `up` is 1 on flat ground, 0 on a wall. A negative red leaves
   * a hole.
   */
  colour(out: Float32Array, x: number, z: number, height: number, up: number, footprint: number): void;
}

/** A range of distances that is painted onto one plate. */
export interface Slab {
  readonly near: number;
  readonly far: number;
  readonly depth: number;
  readonly steps: number;
  /** Metres that trees or buildings may rise above the ground; the plate leaves room for them. */
  readonly headroom?: number;
}

/** Number of octaves that are visible at this footprint. */
export function octavesFor(wavelength: number, footprint: number, max: number): number {
  const useful = Math.log2(wavelength / Math.max(0.001, footprint * 2.2));
  return Math.max(2, Math.min(max, Math.floor(useful)));
}
