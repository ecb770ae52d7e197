import { timeOf, WRITTEN_TIME } from '../../value/times-in.ts';

/** What follows from a refusal of POST /generate. */
export type Consequence =
  /** It waits in the page and is sent again by itself. */
  | { readonly kind: 'pause' | 'unreachable'; readonly seconds: number }
  /** It costs more than the person saw: it waits until they agree to the new price. */
  | { readonly kind: 'price' }
  /** The safety check refused this part of it, and would refuse it again. */
  | { readonly kind: 'content'; readonly of: 'prompt' | 'image' }
  /** No order of the account is accepted before this time, in ISO 8601; perhaps because of a part of this one. */
  | { readonly kind: 'suspended'; readonly until: string; readonly of: 'prompt' | 'image' | undefined }
  /** It is not sent; `mayRepeat` if the person can remove what stands in its way, for every order of the account. */
  | { readonly kind: 'refused'; readonly mayRepeat: boolean };

interface Refused {
  /** 0 without a response. */
  readonly status: number;
  /** The service's sentence: the job API has no codes. */
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
}

/** A longer wait, such as for the credits of the next month, is not a pause. */
const PAUSE_MAX_SECONDS = 300;
const UNAVAILABLE_SECONDS = 5;

/** Pure. */
export function decideRefusal({ status, message, retryAfterSeconds: seconds }: Refused): Consequence {
  if (status === 0) return { kind: 'unreachable', seconds: UNAVAILABLE_SECONDS };
  if (status === 429 || status === 503) {
    const wait = seconds ?? UNAVAILABLE_SECONDS;
    return wait > PAUSE_MAX_SECONDS ? { kind: 'refused', mayRepeat: true } : { kind: 'pause', seconds: wait };
  }
  if (status === 409) return { kind: 'price' };
  const of = status !== 451 ? undefined : /uploaded image/.test(message) ? 'image' : 'prompt';
  const until = /suspended until/.test(message) ? WRITTEN_TIME.exec(message)?.[0] : undefined;
  if (until !== undefined) return { kind: 'suspended', until: timeOf(until), of };
  if (of !== undefined) return { kind: 'content', of };
  return { kind: 'refused', mayRepeat: status === 401 || status === 402 };
}
