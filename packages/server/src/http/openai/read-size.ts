import type { Size } from '../../catalogue/sizes.ts';

/** A size such as `1280x720`; undefined if it is none, or a side is out of bounds. */
export function readSize(text: string, minSide: number, maxSide: number): Size | undefined {
  const match = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(text);
  if (match === null) return undefined;
  const size = { width: Number(match[1]), height: Number(match[2]) };
  const { width, height } = size;
  const isWithin = Math.min(width, height) >= minSide && Math.max(width, height) <= maxSide;
  return isWithin ? size : undefined;
}
