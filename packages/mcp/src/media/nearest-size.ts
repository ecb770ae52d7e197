import type { Model } from '@kinora/client';

export interface Size {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * The size of the model whose shape is nearest to that of the image, the smallest of several. A model that has only a grid
 * renders about as many pixels as by default.
 */
export function nearestSize(
  image: Size,
  { sizes, default_size: usual, grid }: Pick<Model, 'sizes' | 'default_size' | 'grid'>,
): Partial<Size> {
  const ratio = image.width / image.height;
  const distance = ({ width, height }: Size) => Math.abs(Math.log(ratio / (width / height)));
  const [nearest] = [usual, ...sizes]
    .flatMap(readSize)
    .sort((one, other) => distance(one) - distance(other) || areaOf(one) - areaOf(other));
  if (sizes.length > 0 || grid === null || nearest === undefined) return nearest ?? {};
  const onGrid = (side: number) =>
    Math.min(grid.max_side, Math.max(grid.min_side, Math.round(side / grid.step) * grid.step));
  return {
    width: onGrid(Math.sqrt(areaOf(nearest) * ratio)),
    height: onGrid(Math.sqrt(areaOf(nearest) / ratio)),
  };
}

function readSize(text: string): readonly Size[] {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(text) ?? [];
  return width === undefined || height === undefined
    ? []
    : [{ width: Number(width), height: Number(height) }];
}

const areaOf = ({ width, height }: Size): number => width * height;
