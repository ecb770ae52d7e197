/** A land as functions of the world: metres east and into the depth. `footprint` is what one pixel covers there. */
export interface Surface {
  height(x: number, z: number, footprint: number): number;
  /** Writes red, green and blue of the ground in white light. `up` is 1 on the flat, 0 on a wall. A negative red leaves a hole. */
  colour(out: Float32Array, x: number, z: number, height: number, up: number, footprint: number): void;
}

/** A stretch of depth painted as one sheet. */
export interface Slab {
  readonly near: number;
  readonly far: number;
  readonly depth: number;
  readonly steps: number;
  /** Metres that may grow or be built above the ground; the sheet leaves room for them. */
  readonly headroom?: number;
}

/** Octaves worth summing when details below the footprint cannot be seen. */
export function octavesFor(wavelength: number, footprint: number, max: number): number {
  const useful = Math.log2(wavelength / Math.max(0.001, footprint * 2.2));
  return Math.max(2, Math.min(max, Math.floor(useful)));
}
