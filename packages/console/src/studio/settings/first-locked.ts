import { WANTED_LENGTH, wantedModel, wantedType } from '../../pricing/wanted.ts';
import { type Draft, isVideo, sizesOf, typeOf } from './draft.ts';
import type { SoldModel } from './model-order.ts';
import { type Terms, waysToPay } from './ways-to-pay.ts';

/** The order of a type, as the page of prices names it. */
export function wantedOf(draft: Draft): string | undefined {
  const type = typeOf(draft);
  if (type === undefined) return undefined;
  return draft.operation === 'upscale' ? wantedType(type) : wantedType(type, draft.size);
}

/**
 * What of the operation a plan would unlock or pay for first, as the page of prices names it; undefined if there is nothing.
 * What of it is ordered now comes before the rest.
 */
export function firstLocked(
  draft: Draft,
  terms: Terms,
  models: readonly SoldModel[] | undefined,
): string | undefined {
  const { operation } = draft;
  const model = models?.find(({ lockedBy }) => lockedBy !== undefined);
  const others: readonly Draft[] =
    operation === 'upscale'
      ? [{ ...draft, factor: 4 }]
      : sizesOf(operation).map((size) => ({ ...draft, sound: false, size }));
  const isLocked = (one: Draft): boolean =>
    typeOf(one) !== undefined && !waysToPay(one, terms).includes('credits');
  const locked = [draft, ...others].find(isLocked);
  if (locked !== undefined) return wantedOf(locked);
  if (model !== undefined) return wantedModel(model);
  return isVideo(operation) ? WANTED_LENGTH : undefined;
}
