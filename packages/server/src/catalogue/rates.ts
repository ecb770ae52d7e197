import {
  type CatalogueDocument,
  type ImageModelDocument,
  type Rates,
  ratesSchema,
  type VideoMode,
  type VideoModelDocument,
  videoModeNames,
} from '@kinora/contract';

/** The price table of the v1 contract, from the models that the contract names. */

/** Throws where the catalogue has left the shape of the contract. */
export function ratesOf(document: CatalogueDocument): Rates {
  return ratesSchema.parse(ratesShape(document));
}

/** What should be a price table; `checkCatalogue` says what is wrong with it. */
export function ratesShape(document: CatalogueDocument): unknown {
  const image = document.models.find(({ id }) => id === document.default_image_model);
  const fast = videoModel(document, 'fast');
  const perSecond = centsByResolution(fast);
  const longest = fast === undefined || Array.isArray(fast.seconds) ? undefined : fast.seconds.max;
  return {
    video_per_second_cents: perSecond,
    default_video_mode: 'fast',
    video_modes: Object.fromEntries(
      videoModeNames.map((mode) => [mode, modeRates(videoModel(document, mode))]),
    ),
    video_tiers: Object.fromEntries(
      (fast?.price ?? []).map((step) => [step.resolution, `longer rendered side <= ${step.up_to_side}`]),
    ),
    ...(image?.medium === 'image' && imageRates(image)),
    max_video_seconds: longest,
    render_grid_px: fast?.grid?.step,
  };
}

function videoModel({ models }: CatalogueDocument, mode: VideoMode): VideoModelDocument | undefined {
  return models.find((model): model is VideoModelDocument => model.medium === 'video' && model.mode === mode);
}

function centsByResolution(model: VideoModelDocument | undefined) {
  return Object.fromEntries((model?.price ?? []).map((step) => [step.resolution, step.cents_per_second]));
}

function modeRates(model: VideoModelDocument | undefined) {
  return {
    per_second_cents: centsByResolution(model),
    max_included_weight: model?.included_weight,
    ...(Array.isArray(model?.seconds) && { durations_seconds: model.seconds }),
  };
}

function imageRates({ price: [standard, large], grid }: ImageModelDocument) {
  const pixels = standard?.up_to_pixels ?? 0;
  const side = Math.sqrt(pixels);
  const square = Number.isInteger(side) ? ` (${side}x${side})` : '';
  return {
    image_cents: { standard: standard?.cents, large: large?.cents },
    image_sizes: {
      standard: `up to ${pixels} pixels${square}`,
      large: `above ${pixels} pixels, up to ${grid?.max_side}x${grid?.max_side}`,
    },
  };
}
