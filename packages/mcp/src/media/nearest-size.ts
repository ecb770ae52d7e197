import type { VideoMode } from '@kinora/contract';

/** The exact HD size of each of the five shapes. Cinema delivers twice of it. */
const HD_SIZES = [
  [1280, 720],
  [720, 1280],
  [720, 720],
  [1080, 720],
  [720, 1080],
] as const;

/** The exact size of the mode whose shape is nearest to an image of `width` times `height` pixels. */
export function nearestSize(
  width: number,
  height: number,
  mode: VideoMode,
): { readonly width: number; readonly height: number } {
  const distance = ([x, y]: readonly [number, number]) => Math.abs(Math.log((width * y) / (height * x)));
  const [x, y] = HD_SIZES.reduce((best, size) => (distance(size) < distance(best) ? size : best));
  const scale = mode === 'cinema' ? 2 : 1;
  return { width: x * scale, height: y * scale };
}
