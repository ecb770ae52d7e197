import type { JobType, Offer, Pricing, StudioExample } from '@kinora/contract';
import { SIZE_NAMES } from '../studio/settings/size-names.ts';

/**
 * What somebody wanted who met a lock, as the address of the page of prices has it and, after the payment, that of the studio:
 * a type of the job API with its longer side, such as `image_4k-4096`; `length`; or `model-video-draft`.
 */

export const wantedType = (type: JobType, side?: number): string =>
  side === undefined ? type : `${type}-${side}`;
export const wantedModel = ({ kind, id }: { readonly kind: string; readonly id: string }): string =>
  `model-${kind}-${id}`;
export const WANTED_LENGTH = 'length';

/** The name of what was wanted, and the offers that have it. */
export interface Wanted {
  readonly name: string;
  readonly offers: readonly Offer[];
  /** The row of the comparison that it is; undefined if it has none. */
  readonly row: string;
}

/** Undefined if the catalogue has no such thing. */
export function findWanted(pricing: Pricing, wanted: string | null): Wanted | undefined {
  if (wanted === null) return undefined;
  if (wanted === WANTED_LENGTH) {
    const [free] = pricing.offers;
    const offers = pricing.offers.filter((one) => one.longest_seconds > (free?.longest_seconds ?? 0));
    return { name: 'longer videos', offers, row: WANTED_LENGTH };
  }
  const model = pricing.models.find((one) => wantedModel(one) === wanted);
  if (model !== undefined) {
    const offers = pricing.offers.filter(({ models }) => models.includes(model.id));
    return { name: model.title, offers, row: wanted };
  }
  // A video from an image has the size and the sound of any other.
  const [type = '', side] = wanted.replace(/^i2v/, 'video').split('-');
  const at = pricing.examples.findIndex(
    (one) => one.type === type && (side === undefined || String(one.side) === side),
  );
  const example = pricing.examples[at];
  if (example === undefined) return undefined;
  const offers = pricing.offers.filter(({ prices }) => prices[at] != null);
  return { name: pluralOf(example), offers, row: rowOf(example) };
}

export const rowOf = ({ type, side }: StudioExample): string => `${type}-${side}`;

const sizeName = (side: number): string => SIZE_NAMES[side as keyof typeof SIZE_NAMES] ?? `${side} px`;

/** `Full HD video`. */
export function nameOfExample({ type, side, seconds }: StudioExample): string {
  if (type === 'i2i') return 'Image from an image';
  if (type === 'upscale') return 'Image enlarged twice';
  if (type === 'upscale_pro') return 'Image enlarged four times';
  if (type.endsWith('_av')) return 'Video with sound';
  return `${sizeName(side)} ${seconds === null ? 'image' : 'video'}`;
}

function pluralOf(example: StudioExample): string {
  const name = nameOfExample(example).replace(/^(Image|Video)/, (noun) => noun.toLowerCase());
  return name.replace(/\b(image|video)\b/, '$1s');
}
