import type { AcceptedJob, AcceptedJobApiJob } from '@kinora/contract';

/** The body that an accepted job is answered with. */
export type AcceptedAnswer = AcceptedJob | AcceptedJobApiJob;

/** What a client sends to make a retry safe: the same key with the same request is answered once. */
export interface IdempotencyClaim {
  readonly key: string;
  /** SHA-256 of the request as understood, so that white space and defaults do not matter. */
  readonly requestHash: Buffer;
}

export interface RememberedAnswer {
  readonly requestHash: Buffer;
  readonly answer: AcceptedAnswer;
}

/** Key of the map that `findRemembered` returns. */
export function rememberedKey(accountId: string, key: string): string {
  return `${accountId} ${key}`;
}
