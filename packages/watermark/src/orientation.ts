/** One of the eight ways to lay a square: mirrored or not, upright or turned by 90, 180 or 270 degrees. */
export interface Orientation {
  /** Across and down are exchanged before the signs apply. */
  readonly turned: boolean;
  readonly signX: 1 | -1;
  readonly signY: 1 | -1;
}

export const UPRIGHT: Orientation = { turned: false, signX: 1, signY: 1 };

const SIGNS = [1, -1] as const;

/** Upright first. */
export const ORIENTATIONS: readonly Orientation[] = [false, true].flatMap((turned) =>
  SIGNS.flatMap((signX) => SIGNS.map((signY) => ({ turned, signX, signY }))),
);

/** Where a point (or a frequency) of the original is in an image with this orientation, relative to the middle. */
export function orient(
  { turned, signX, signY }: Orientation,
  x: number,
  y: number,
): readonly [number, number] {
  return turned ? [signX * y, signY * x] : [signX * x, signY * y];
}
