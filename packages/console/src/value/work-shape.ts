import type { ConsoleWork } from '@kinora/contract';

/** The width of a tile by its height: a very long one would fill the page. As the server draws the first ones. */
export const shapeOf = ({ width, height }: Pick<ConsoleWork, 'width' | 'height'>): number =>
  Math.min(2.2, Math.max(0.56, width / height));
