import type { Medium, Size } from '@kinora/contract';

/** Shapes of pictures: how many times a side is as long as the other. */

/** `source` is the shape of the image that it starts from. */
export type Shape = 'source' | '1:1' | '16:9' | '9:16' | '3:2' | '2:3';

/** In the order in which they are shown. */
export const NAMED_SHAPES = ['1:1', '3:2', '16:9', '2:3', '9:16'] as const satisfies readonly Shape[];

/** What a new order has. */
export const USUAL_SHAPE: Readonly<Record<Medium, Shape>> = { image: '1:1', video: '16:9' };

const RATIOS: Readonly<Record<Exclude<Shape, 'source'>, readonly [number, number]>> = {
  '1:1': [1, 1],
  '16:9': [16, 9],
  '9:16': [9, 16],
  '3:2': [3, 2],
  '2:3': [2, 3],
};

export function ratioOf(shape: Shape, source: Size | undefined): readonly [number, number] {
  if (shape !== 'source') return RATIOS[shape];
  return source === undefined ? RATIOS['1:1'] : [source.width, source.height];
}

/** The named shape that is nearest to a size, of all or of those offered. */
export function nearestShape({ width, height }: Size, offered: readonly Shape[] = NAMED_SHAPES): Shape {
  const distance = (shape: Shape): number => {
    const [across, down] = ratioOf(shape, undefined);
    return Math.abs(Math.log((across * height) / (down * width)));
  };
  return [...offered].sort((one, other) => distance(one) - distance(other))[0] ?? '1:1';
}
