import { blurField, createField, type Field, mapFields, spreadField } from './field.ts';
import type { SmallPhoto } from './load-photo.ts';

/**
 * Estimates nearness, from 0 (far) to 1 (near), from regularities of photographs: the ground recedes
 * upwards, sky is smooth and at the top, subjects are salient and central, haze lightens distant things,
 * and the subject is in focus. The result is smooth enough to warp the image without folds.
 */
export function estimateDepth(photo: SmallPhoto): Field {
  const { width, height } = photo.luma;
  const low = createField(width, height, (_, y) => ((y + 0.5) / height) ** 1.35);
  const texture = spreadField(blurField(localContrast(photo.luma, 2), 4), 0.03);
  const saliency = spreadField(blurField(saliencyOf(photo), 3), 0.03);
  const focus = spreadField(blurField(blurField(photo.sharpness, 4), 3), 0.04);
  const sky = skyLikelihood(photo, texture);
  const rough = mapFields([low, focus, saliency, photo.luma, sky], (...cells) => {
    const [down, sharp, salient, light, airy] = cells as [number, number, number, number, number];
    return 0.52 * down + 0.2 * sharp + 0.3 * salient + 0.1 * (1 - light) - 0.4 * airy;
  });
  const aligned = guidedFilter(rough, photo.luma, Math.round(width / 16));
  return spreadField(blurField(blurField(aligned, 2), 2), 0.02);
}

function localContrast(luma: Field, radius: number): Field {
  return mapFields([luma, blurField(luma, radius)], (value, mean) =>
    Math.abs((value as number) - (mean as number)),
  );
}

/** Colour difference from the wider neighbourhood, weighted towards the centre of the image. */
function saliencyOf(photo: SmallPhoto): Field {
  const { width, height } = photo.luma;
  const wideRadius = Math.round(width / 4);
  const channels = [photo.red, photo.green, photo.blue];
  const distance = mapFields(
    [...channels, ...channels.map((channel) => blurField(blurField(channel, wideRadius), wideRadius))],
    (...cells) => {
      const [red, green, blue, redMean, greenMean, blueMean] = cells as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      return Math.hypot(red - redMean, green - greenMean, blue - blueMean);
    },
  );
  const middle = createField(width, height, (x, y) => {
    const aside = ((x + 0.5) / width - 0.5) / 0.3;
    const away = ((y + 0.5) / height - 0.56) / 0.34;
    return Math.exp(-(aside * aside + away * away) / 2);
  });
  return mapFields([distance, middle], (far, weight) => (far as number) * (0.2 + 0.8 * (weight as number)));
}

/** Likelihood of sky: high in the image, smooth, and bright or bluish. */
function skyLikelihood(photo: SmallPhoto, texture: Field): Field {
  const { width, height } = photo.luma;
  const high = createField(width, height, (_, y) => Math.max(0, 1 - (y + 0.5) / height / 0.62));
  const raw = mapFields([high, texture, photo.luma, photo.red, photo.blue], (...cells) => {
    const [up, rich, light, red, blue] = cells as [number, number, number, number, number];
    const airy = Math.min(1, Math.max(0, light * 1.3 - 0.2) + Math.max(0, blue - red) * 1.6);
    return Math.min(1, up * 1.6) * (1 - Math.min(1, rich * 1.4)) * airy;
  });
  return blurField(raw, 3);
}

/** A guided filter (He et al.): smooths the estimate but preserves the edges of the image. */
function guidedFilter(guess: Field, guide: Field, radius: number): Field {
  const product = (a: Field, b: Field) => mapFields([a, b], (x, y) => (x as number) * (y as number));
  const meanGuide = blurField(guide, radius);
  const meanGuess = blurField(guess, radius);
  const covariance = mapFields(
    [blurField(product(guide, guess), radius), meanGuide, meanGuess],
    (both, first, second) => (both as number) - (first as number) * (second as number),
  );
  const variance = mapFields(
    [blurField(product(guide, guide), radius), meanGuide],
    (square, mean) => (square as number) - (mean as number) ** 2,
  );
  const slope = mapFields(
    [covariance, variance],
    (shared, variance) => (shared as number) / ((variance as number) + 0.006),
  );
  const offset = mapFields(
    [meanGuess, slope, meanGuide],
    (mean, a, guideMean) => (mean as number) - (a as number) * (guideMean as number),
  );
  return mapFields(
    [blurField(slope, radius), guide, blurField(offset, radius)],
    (a, value, b) => (a as number) * (value as number) + (b as number),
  );
}
