import { timeOf, WRITTEN_TIME } from '../../value/times-in.ts';

/** What follows from a refusal of an order. What only has to wait, the service has taken and lets wait. */
export type Consequence =
  /** It has not reached the service: it waits in the page, and is sent again by itself. */
  | { readonly kind: 'unreachable'; readonly seconds: number }
  /** The safety check refused this part of it, and would refuse it again. */
  | { readonly kind: 'content'; readonly of: 'prompt' | 'image' }
  /** No order of the account is accepted before this time, in ISO 8601; perhaps because of a part of this one. */
  | { readonly kind: 'suspended'; readonly until: string; readonly of: 'prompt' | 'image' | undefined }
  /** It is not sent; `mayRepeat` if the person can remove what stands in its way, for every order of the account. */
  | { readonly kind: 'refused'; readonly mayRepeat: boolean };

interface Refused {
  /** 0 without a response. */
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
}

const UNAVAILABLE_SECONDS = 5;

/** Pure. */
export function decideRefusal({ status, message, retryAfterSeconds }: Refused): Consequence {
  if (status === 0) return { kind: 'unreachable', seconds: UNAVAILABLE_SECONDS };
  if (status === 503) return { kind: 'unreachable', seconds: retryAfterSeconds ?? UNAVAILABLE_SECONDS };
  const of = status !== 451 ? undefined : /uploaded image/.test(message) ? 'image' : 'prompt';
  const until = /suspended until/.test(message) ? WRITTEN_TIME.exec(message)?.[0] : undefined;
  if (until !== undefined) return { kind: 'suspended', until: timeOf(until), of };
  if (of !== undefined) return { kind: 'content', of };
  return { kind: 'refused', mayRepeat: status === 401 || status === 402 || status === 429 };
}
