import type { Resolution } from './rates.ts';

/** Which sizes are alike: the service and the studio compare them. Without Zod, which a browser would load. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The sides of a square in each resolution; the other shapes are as high or as wide, and their longer side tells. */
const SQUARES: Readonly<Record<Resolution, number>> = { hd: 720, fhd: 1080, '2k': 1440 };
const LONGER_SIDES: Readonly<Record<Resolution, number>> = { hd: 1280, fhd: 1920, '2k': 2560 };
/** The ratios of the contract, the longer side by the shorter one, in whole numbers. */
const RATIOS = [
  [16, 9],
  [1, 1],
  [3, 2],
] as const;

const NAMES = Object.keys(SQUARES) as Resolution[];

/** The resolution that a request asks for: that of an exact size of the contract (1080x1080 is Full HD), else by the longer side. */
export function requestedResolutionOf(requested: Size): Resolution {
  const longer = Math.max(requested.width, requested.height);
  const shorter = Math.min(requested.width, requested.height);
  const exact = NAMES.find(
    (name) => shorter === SQUARES[name] && RATIOS.some(([long, short]) => longer * short === shorter * long),
  );
  return exact ?? NAMES.find((name) => longer <= LONGER_SIDES[name]) ?? '2k';
}

/**
 * Whether two sizes have the same ratio within 1 %. Compared in integers: 1010x1000 is exactly 1 % off a square, but slightly
 * more in floating point.
 */
export function isSameShape(requested: Size, exact: Size): boolean {
  const expected = requested.height * exact.width;
  return 100 * Math.abs(requested.width * exact.height - expected) <= expected;
}
