import { framesMax, type JobType, type Me, type PayWith, type StudioView } from '@kinora/contract';
import { type Draft, isVideo, lengthInFrames, type OrderBody, orderOf, sizesOf, typeOf } from './draft.ts';

/** With what an order may be paid. Pure; what it costs in each is the quote. */

/** What may be ordered: by an account with credits or from its balance, or on a plan. */
type Offer = Pick<StudioView['plans'][number], 'types' | 'limits'>;

export interface Terms {
  readonly me: Me;
  /** The plans that are sold. */
  readonly plans: StudioView['plans'];
  /** What costs nothing on any tier. */
  readonly freeTypes: readonly JobType[];
}

/** Whether an offer has exactly this; what is larger or longer would be clamped. */
function allows({ types, limits }: Offer, draft: Draft): boolean {
  const type = typeOf(draft);
  if (type === undefined || !types.includes(type)) return false;
  if (draft.operation === 'upscale') return true;
  if (!isVideo(draft.operation)) return draft.size <= limits.image_longest_side;
  return draft.size <= limits.video_longest_side && lengthInFrames(draft) <= limits.video_frames;
}

/** The name of the first plan with which credits pay for it; undefined if there is none. */
export const planWith = ({ plans }: Terms, draft: Draft): string | undefined =>
  plans.find((plan) => allows(plan, draft))?.title;

export function isFree(draft: Draft, { me, freeTypes }: Terms): boolean {
  const type = typeOf(draft);
  return type !== undefined && freeTypes.includes(type) && allows(me, draft);
}

/** The ways of which a person may choose; `credits` alone for what is free, none for what cannot be ordered. */
export function waysToPay(draft: Draft, terms: Terms): readonly PayWith[] {
  if (typeOf(draft) === undefined) return orderOf(draft) === undefined ? [] : ['balance'];
  if (isFree(draft, terms)) return ['credits'];
  const { me } = terms;
  return [
    ...(allows(me, draft) ? (['credits'] as const) : []),
    ...(allows(me.balance, draft) ? (['balance'] as const) : []),
  ];
}

export const isOffered = (draft: Draft, terms: Terms): boolean => waysToPay(draft, terms).length > 0;

/** The most frames of a type, whatever pays for it. */
export const framesMaxOf = ({ limits, balance }: Me): number =>
  Math.min(framesMax, Math.max(limits.video_frames, balance.limits.video_frames));

/** The draft, or the nearest to it that can be ordered: smaller, then silent. Its settings may be of another shape or job. */
export function fitting(asked: Draft, terms: Terms): Draft {
  const sound = asked.sound ?? comesWithSound(asked, terms);
  const draft = { ...asked, sound, length: Math.min(asked.length, framesMaxOf(terms.me)) };
  const smaller = [...sizesOf(draft.operation)].reverse().filter((size) => size <= draft.size);
  const sized = [draft, ...smaller.map((size) => ({ ...draft, size }))];
  const nearest = [
    ...sized,
    ...sized.map((one) => ({ ...one, sound: false })),
    { ...draft, factor: 2 as const },
  ];
  return nearest.find((one) => isOffered(one, terms)) ?? draft;
}

/** Whether a video has sound before anybody chose: where only the silent one is free, that one is offered. */
const comesWithSound = (draft: Draft, terms: Terms): boolean =>
  isVideo(draft.operation) &&
  terms.me.credits.left > 0 &&
  waysToPay({ ...draft, sound: true }, terms).includes('credits');

/** The order as it is paid. */
export const paidWith = (payWith: PayWith, order: OrderBody): OrderBody =>
  payWith === 'balance' ? { ...order, pay_with: 'balance' } : order;
