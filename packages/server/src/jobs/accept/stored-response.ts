import type { AcceptedJob, AcceptedJobApiJob } from '@kinora/contract';

/** The response body of an accepted request. */
export type AcceptedResponse = AcceptedJob | AcceptedJobApiJob;

/** What makes a retry safe: a second request with the same key and the same hash gets the first response. */
export interface IdempotencyClaim {
  readonly key: string;
  /** SHA-256 of the request as parsed, so that white space and defaults do not matter. */
  readonly requestHash: Buffer;
}

export interface StoredResponse {
  readonly requestHash: Buffer;
  readonly response: AcceptedResponse;
}

/** The key of the map that `findStoredResponses` returns. */
export function storedResponseKey(accountId: string, key: string): string {
  return `${accountId} ${key}`;
}
