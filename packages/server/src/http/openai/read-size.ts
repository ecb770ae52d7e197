import { type Problem, problem } from '@kinora/contract';
import { exactSizes } from '../../catalogue/model.ts';
import { formatSize, type Size } from '../../catalogue/sizes.ts';
import type { Quote } from '../../quote/quote.ts';

/** A size such as `1280x720`; undefined if it is none, or a side is out of bounds. */
export function readSize(text: string, minSide: number, maxSide: number): Size | undefined {
  const match = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(text);
  if (match === null) return undefined;
  const size = { width: Number(match[1]), height: Number(match[2]) };
  const { width, height } = size;
  const isWithin = Math.min(width, height) >= minSide && Math.max(width, height) <= maxSide;
  return isWithin ? size : undefined;
}

/** That API has no size but the delivered one, so a size that v1 would round is refused before it costs anything. */
export function inexactSize({ model, width, height }: Quote, requested: Size): Problem | undefined {
  if (requested.width === width && requested.height === height) return undefined;
  const sizes = exactSizes(model);
  const grid =
    model.grid === null ? '' : `, or, in another shape, sides that are multiples of ${model.grid.step}`;
  const mode = model.medium === 'video' ? model.mode : null;
  const code = mode === null ? 'model_unsupported' : 'mode_resolution_unsupported';
  const use = [`${width}x${height}`, ...(sizes.length === 0 ? [] : [`one of ${sizes.join(', ')}`])].join(
    ', ',
  );
  return problem(
    code,
    `size: ${mode ?? model.id} does not render ${formatSize(requested)} exactly; use ${use}${grid}`,
    {
      ...(mode === null ? { model: model.id } : { video_mode: mode }),
      supported_sizes: sizes,
    },
  );
}
