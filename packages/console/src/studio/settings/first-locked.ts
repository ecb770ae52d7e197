import { WANTED_LENGTH, wantedModel, wantedType } from '../../pricing/wanted.ts';
import { type Draft, isVideo, type Offer, sizesOf, typeOf } from './draft.ts';
import type { SoldModel } from './model-order.ts';

/** What of the operation is locked first, as the page of prices names it; undefined if nothing is. */
export function firstLocked(
  draft: Draft,
  { types, limits }: Offer,
  models: readonly SoldModel[] | undefined,
): string | undefined {
  if (draft.payWith === 'balance') {
    const model = models?.find(({ lockedBy }) => lockedBy !== undefined);
    return model && wantedModel(model);
  }
  if (draft.operation === 'upscale') {
    return types.includes('upscale_pro') ? undefined : wantedType('upscale_pro');
  }
  const size = sizesOf(draft).find((one) => {
    const isIn = types.includes(typeOf({ ...draft, sound: false, size: one }));
    return !isIn || (!isVideo(draft.operation) && one > limits.image_longest_side);
  });
  if (size !== undefined) return wantedType(typeOf({ ...draft, sound: false, size }), size);
  return isVideo(draft.operation) ? WANTED_LENGTH : undefined;
}
