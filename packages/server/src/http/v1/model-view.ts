import type { ModelList, ModelView } from '@kinora/contract';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { type Model, secondsOf, type VideoModel } from '../../catalogue/model.ts';
import { formatSize } from '../../catalogue/sizes.ts';

/** A model as its list shows it; `wait` is null while it cannot be ordered. */
export function modelView(model: Model, available: boolean, wait: number | null): ModelView {
  const { grid } = model;
  const common = {
    id: model.id,
    title: model.title,
    description: model.description,
    operations: [...model.operations],
    sizes: model.sizes.map(formatSize),
    default_size: formatSize(model.defaultSize),
    grid: grid && { step: grid.step, min_side: grid.minSide, max_side: grid.maxSide },
    plans: model.plans && [...model.plans],
    included_weight: model.includedWeight,
    negative_prompt: model.negativePrompt,
    available,
    start_seconds: model.startSeconds,
    estimated_wait_seconds: wait,
  };
  if (model.medium === 'image') {
    const price = model.price.map(({ upToPixels, cents }) => ({
      up_to_pixels: Number.isFinite(upToPixels) ? upToPixels : null,
      cents,
    }));
    return { kind: 'image', ...common, price };
  }
  return {
    kind: 'video',
    ...common,
    mode: model.mode,
    seconds: lengthsOf(model),
    default_seconds: model.defaultSeconds,
    frames_per_second: model.framesPerSecond,
    frame_step: model.frameStep,
    sound: model.sound,
    price: model.price.map(({ resolution, upToSide, centsPerSecond }) => ({
      price_tier: resolution,
      up_to_side: upToSide,
      cents_per_second: centsPerSecond,
    })),
  };
}

function lengthsOf(model: VideoModel): number[] | { min: number; max: number } {
  const { lengths } = model;
  if ('only' in lengths) return lengths.only.map((units) => secondsOf(units, model));
  return { min: secondsOf(lengths.min, model), max: secondsOf(lengths.max, model) };
}

/** Who sells, without what only pages show. */
export function sellerOf({ document }: Catalogue): ModelList['service'] {
  const { name, support, terms_url, privacy_url } = document.service;
  return { name, support, terms_url, privacy_url };
}
