import type { SharedV3Warning } from '@ai-sdk/provider';
import type { Model } from '@kinora/client';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size to order: the wanted one, such as 1280x720, or one of the model with the wanted shape, such as 16:9. */
export async function chooseSize(
  size: string | undefined,
  aspectRatio: string | undefined,
  readModel: () => Promise<Model>,
  warnings: SharedV3Warning[],
): Promise<Partial<Size>> {
  const ignored = (details: string) =>
    warnings.push({ type: 'unsupported', feature: 'aspectRatio', details });
  if (size !== undefined) {
    if (aspectRatio !== undefined) ignored('The size says it already.');
    return parse(size);
  }
  if (aspectRatio === undefined) return {};
  const model = await readModel();
  const chosen = sizeOfShape(aspectRatio, model);
  if (chosen === undefined)
    ignored(`${model.id} has no size of ${aspectRatio}: it has ${model.default_size}.`);
  return chosen ?? {};
}

/** The size with exactly this shape that is nearest to the default one. One of the grid is no larger, and so costs no more. */
export function sizeOfShape(
  aspectRatio: string,
  { sizes, default_size, grid }: Pick<Model, 'sizes' | 'default_size' | 'grid'>,
): Size | undefined {
  const [across = 0, down = 0] = aspectRatio.split(':').map(Number);
  if (!(across > 0 && down > 0)) return undefined;
  const standard = pixelsOf(parse(default_size));
  const distance = (size: Size) => Math.abs(Math.log(pixelsOf(size) / standard));
  const [nearest] = sizes
    .map(parse)
    .filter(({ width, height }) => width * down === height * across)
    .sort((one, other) => distance(one) - distance(other));
  if (nearest !== undefined || grid === null) return nearest;
  const { step, min_side: min, max_side: max } = grid;
  for (let scale = Math.floor(Math.sqrt(standard / (across * down))); scale > 0; scale -= 1) {
    const [width, height] = [scale * across, scale * down];
    const isOnGrid = [width, height].every((side) => side % step === 0 && side >= min && side <= max);
    if (isOnGrid) return { width, height };
  }
  return undefined;
}

function parse(size: string): Size {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { width, height };
}

const pixelsOf = ({ width, height }: Size): number => width * height;
